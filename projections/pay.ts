import type { PayEvent } from '../domain/pay/events.ts';
import { erasedRates, type PayRate, withRate } from '../domain/pay/terms.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** What somebody is paid, by the id of the person. */
export interface PayDocument extends RecordDocument {
  /** Oldest first. */
  rates: PayRate[];
}

export const pay = readModel<PayDocument, PayEvent>()({
  name: 'pay',
  version: 2,
  of: 'pay',
  indexes: [],
  search: [],
  first: { PayRateSet: ({ from, centsPerHour }) => ({ rates: withRate([], from, centsPerHour) }) },
  after: {
    PayRateSet: ({ from, centsPerHour }, { rates }) => ({ rates: withRate(rates, from, centsPerHour) }),
    PayRateWithdrawn: ({ from }, { rates }) => ({ rates: withRate(rates, from) }),
    PayErased: (_, { rates }) => ({ rates: erasedRates(rates), erased: true }),
  },
});
