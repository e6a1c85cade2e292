import type { CreditEvent } from '../domain/credit/events.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** How much of a customer's money the company holds, by the customer's id. */
export interface CreditDocument extends RecordDocument {
  /** Cents. */
  balance: number;
}

export const credits = readModel<CreditDocument, CreditEvent>()({
  name: 'credits',
  version: 1,
  of: 'credit',
  indexes: [['balance']],
  search: [],
  first: { CreditAdded: ({ amount }) => ({ balance: amount }) },
  after: {
    CreditAdded: ({ amount }, { balance }) => ({ balance: balance + amount }),
    CreditUsed: ({ amount }, { balance }) => ({ balance: balance - amount }),
    CreditRefunded: ({ amount }, { balance }) => ({ balance: balance - amount }),
  },
});
