import type { CreditEvent } from '../domain/credit/events.ts';
import { type OwedChange, owedChange, owedOf, owedParts } from '../domain/credit/owed.ts';
import { unchanged } from '../domain/kit/decider.ts';
import type { Recorded } from '../domain/kit/event.ts';
import type { CustomerDocument } from './customers.ts';
import { idsOfStream, type Projection, type RecordDocument } from './engine/projection.ts';
import type { LinkTo } from './engine/read-model.ts';

/** How much of a customer's money the company holds, by the customer's id. */
export interface CreditDocument extends RecordDocument {
  customerId: string;
  /** Cents; negative if the customer owes it. */
  balance: number;
  /** Cents, and since when the oldest part is owed (ISO UTC); 0 and null if nothing is. */
  owed: number;
  owedSince: string | null;
  isOwed: boolean;
  /** The invoice that took back the credit that is owed, the last one if there were several; null if nothing is. */
  owedInvoiceId: string | null;
  /** How what is owed changed, oldest first, and the last time. */
  owedChanges: readonly OwedChange[];
  owedChangedAt: string | null;
  /** The customer's. */
  customerFirstName?: string | null;
  customerLastName?: string | null;
}

const CATEGORY = 'credit';

const ofCustomer = {
  collection: 'customers',
  by: 'customerId',
  fields: { customerFirstName: 'firstName', customerLastName: 'lastName' },
} as const satisfies LinkTo<CustomerDocument>;

/** Cents. */
function changeBy(event: Recorded<CreditEvent>): number {
  switch (event.type) {
    case 'CreditAdded':
      return event.data.amount;
    case 'CreditUsed':
    case 'CreditRefunded':
      return -event.data.amount;
    default:
      return unchanged(0, event);
  }
}

function evolve(before: CreditDocument | null, event: Recorded<CreditEvent>, customerId: string): object {
  const balance = (before?.balance ?? 0) + changeBy(event);
  const cents = owedChange(before?.balance ?? 0, balance);
  const { recordedAt } = event.metadata;
  const earlier = before?.owedChanges ?? [];
  const owedChanges = cents === 0 ? earlier : [...earlier, { at: recordedAt, cents }];
  const takenBackBy = cents > 0 && event.type === 'CreditAdded' ? event.data.invoiceId : before?.owedInvoiceId;
  return {
    customerId,
    balance,
    owed: owedOf(balance),
    isOwed: balance < 0,
    owedChanges,
    owedInvoiceId: balance < 0 ? (takenBackBy ?? null) : null,
    owedSince: owedParts(owedChanges)[0]?.at ?? null,
    owedChangedAt: owedChanges.at(-1)?.at ?? null,
  };
}

export const credits: Projection<CreditDocument> = {
  name: 'credits',
  version: 3,
  collection: 'credits',
  indexes: [
    ['balance'],
    ['customerId'],
    // Who owes, the longest first; who owed at the end of a day; and sums by customer.
    ['isOwed', 'owedSince'],
    ['owedChangedAt'],
    ['isOwed', 'customerId', 'owed'],
  ],
  search: [],
  of: [CATEGORY],
  links: [ofCustomer],
  ids: (event) => idsOfStream(event, CATEGORY),
  evolve: (document, event, id) => evolve(document, event as never, id),
};
