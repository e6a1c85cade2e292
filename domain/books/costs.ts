import { ACCOUNTS, type AccountKey } from '../accounts/terms.ts';
import { cost } from '../cost/cost.ts';
import { type CostTeller, tellsCost, toldCost, toldCostId } from '../cost/derived.ts';
import type { CostDetails, CostEvent } from '../cost/events.ts';
import { partsOfStream, type Recorded, type RecordedEvent } from '../kit/event.ts';
import type { Entry } from './postings.ts';

// A cost event holds only what changed, so its entries depend on the cost before it: that one is reversed and the new
// one booked, each on its own day. So each month shows its costs as they are known now.

/** What the books know about a cost. */
export interface BookedCost extends Pick<CostDetails, 'category' | 'day' | 'amount'> {
  /** Whether it is in the books: a removed one is not, but may come back. */
  counts: boolean;
}

/** An event that makes, changes or removes a cost, whichever way it got into the ledger (docs/design/money.md#costs). */
export type CostFact = Recorded<CostEvent> | CostTeller;

/** Whether an event is about a cost. */
export function isCostFact(event: RecordedEvent): event is CostFact {
  return tellsCost(event) || partsOfStream(event.stream).category === cost.category;
}

/** The ledger id of the cost that an event is about. */
export function costIdOf(event: CostFact): string {
  return tellsCost(event) ? toldCostId(event) : partsOfStream(event.stream).id;
}

/** A cost after an event; null until it first costs anything. */
export function evolveCost(before: BookedCost | null, event: CostFact): BookedCost | null {
  switch (event.type) {
    case 'CostRecorded':
      return booked(event.data);
    case 'CostRevised': {
      if (!before) return null;
      const { category = before.category, day = before.day, amount = before.amount } = event.data;
      return { ...before, category, day, amount };
    }
    case 'CostRemoved':
      return before && { ...before, counts: false };
    case 'CostRestored':
      return before && { ...before, counts: true };
    case 'CostErased':
      return before;
    default: {
      const told = toldCost(event);
      return told ? booked(told) : before && { ...before, counts: false };
    }
  }
}

/** The entries of an event, from the cost before and after it: none if amount, account and day are unchanged. */
export function costEntries(before: BookedCost | null, after: BookedCost | null): Entry[] {
  const [was, is] = [counting(before), counting(after)];
  if (was && is && was.amount === is.amount && was.day === is.day && accountOf(was) === accountOf(is)) return [];
  return [
    ...(was ? [entry(was, 'payable', accountOf(was))] : []),
    ...(is ? [entry(is, accountOf(is), 'payable')] : []),
  ];
}

function booked({ category, day, amount }: Pick<CostDetails, 'category' | 'day' | 'amount'>): BookedCost {
  return { category, day, amount, counts: true };
}

function counting(cost: BookedCost | null): BookedCost | null {
  return cost?.counts && cost.amount !== 0 ? cost : null;
}

function accountOf({ category }: BookedCost): AccountKey {
  const account = `cost_${category}`;
  return account in ACCOUNTS ? (account as AccountKey) : 'cost_other';
}

function entry({ day, amount }: BookedCost, debited: AccountKey, credited: AccountKey): Entry {
  const postings = [
    { account: debited, debit: amount, credit: 0 },
    { account: credited, debit: 0, credit: amount },
  ];
  return { day, postings };
}
