import { shareOf } from '../kit/money.ts';
import type { Lowered } from './events.ts';
import type { InvoiceTotals } from './lines.ts';

// What a refund that the customer no longer owes takes off (docs/design/money.md#money): on a deposit it gives the deposit
// back; on an invoice it is an allowance, which lowers the price of the work and so its sales tax, in proportion.

/** Money given back of a payment. */
export interface Refund {
  id: string;
  /** Cents. */
  amount: number;
  owed: string;
  method: string;
  /** `YYYY-MM-DD` */
  day: string;
  reason: string | null;
  /** The day from which it was owed again, if it was not owed at first: an invoice deducts the deposit all the same. */
  owedOn: string | null;
  /** What it takes off, and what of that is in the books: they differ where an earlier version booked it. */
  due: Lowered;
  booked: Lowered;
  /** Its place among the refunds of the invoice, in the order in which they were recorded. */
  place: number;
}

/** A payment, as far as it was refunded. */
interface Refunded {
  refunds: readonly Refund[];
}

/** Nothing is taken off. */
export const NOTHING: Lowered = { deposits: 0, tax: 0, refunds: 0 };

/** What decides what a refund takes off. */
export interface RefundedOn extends Pick<InvoiceTotals, 'subtotal' | 'tax'> {
  kind: string;
  payments: readonly Refunded[];
  deductors: readonly string[];
}

/**
 * What one more refund takes off. The tax follows from all that was refunded so far, rounded as tax is (half up to the
 * cent), less what the earlier ones took off: so the parts of one allowance add up, in whatever steps it is given.
 */
export function loweredBy({ amount, owed }: Pick<Refund, 'amount' | 'owed'>, invoice: RefundedOn): Lowered {
  if (owed === 'still') return NOTHING;
  const { kind, subtotal, tax: charged, payments, deductors } = invoice;
  // One that a later invoice deducts cannot be given back; earlier versions allowed it, and the customer has kept it.
  if (kind === 'deposit')
    return deductors.length === 0 ? { ...NOTHING, deposits: amount } : { ...NOTHING, refunds: amount };
  const before = totalOf(due(payments));
  const whole = subtotal + charged;
  const taxOf = (allowed: number) => (whole > 0 ? shareOf(allowed, charged, whole) : 0);
  const tax = taxOf(before + amount) - taxOf(before);
  return { ...NOTHING, tax, refunds: amount - tax };
}

/** What all refunds take off, as it should be. */
export function due(payments: readonly Refunded[]): Lowered {
  return summed(refundsOf(payments).map((refund) => refund.due));
}

/** What the books have taken off for all refunds. */
export function booked(payments: readonly Refunded[]): Lowered {
  return summed(refundsOf(payments).map((refund) => refund.booked));
}

/** How much of a deposit was given back, in cents. */
export function givenBack(payments: readonly Refunded[]): number {
  return due(payments).deposits;
}

/** Cents. */
export function totalOf({ deposits, tax, refunds }: Lowered): number {
  return deposits + tax + refunds;
}

/** What must be added to the first to make the second. */
export function difference(from: Lowered, to: Lowered): Lowered {
  return { deposits: to.deposits - from.deposits, tax: to.tax - from.tax, refunds: to.refunds - from.refunds };
}

export function summed(parts: readonly Lowered[]): Lowered {
  const sum = (account: keyof Lowered) => parts.reduce((total, each) => total + each[account], 0);
  return { deposits: sum('deposits'), tax: sum('tax'), refunds: sum('refunds') };
}

export function refundsOf(payments: readonly Refunded[]): Refund[] {
  return payments.flatMap(({ refunds }) => refunds);
}

/**
 * The refunds by which a deposit was given back that an invoice deducts all the same, the newest first.
 * @param known what that invoice knew to be given back, in cents
 */
export function refundsOwedAgain(payments: readonly Refunded[], known: number): Refund[] {
  const back = refundsOf(payments).filter((refund) => refund.due.deposits > 0);
  back.sort((one, other) => other.place - one.place);
  let left = givenBack(payments);
  return back.filter((refund) => {
    if (left <= known) return false;
    left -= refund.due.deposits;
    return true;
  });
}
