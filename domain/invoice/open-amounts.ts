import { type Payment, refunded } from './payments.ts';

// How much of an invoice was open at the end of any day. The books reverse a voided payment on its own day, and a
// cancelled invoice on the day of its cancellation, so each past day has one answer.

/** The state of an invoice; days are `YYYY-MM-DD`. */
interface DatedState {
  cancelledOn: string | null;
  payments: readonly Payment[];
}

/** What the open amount is computed from. */
export interface Dated extends DatedState {
  issuedOn: string;
  /** For an invoice that was cancelled and reinstated: its earlier states, each with the day it ended. Oldest first. */
  stood: readonly (DatedState & { until: string })[];
}

/**
 * The amount in cents, as the books have it; negative where it was paid before it was issued.
 * @param total of the invoice, in cents
 */
export function openAt({ issuedOn, total, stood, ...now }: Dated & { total: number }, day: string): number {
  const earlier = stood.filter(({ until }) => day < until);
  const [then = now, ...since] = [...earlier, now];
  const isCancelled = then.cancelledOn !== null && then.cancelledOn <= day;
  const open = isCancelled ? 0 : (issuedOn > day ? 0 : total) - settledOn(then.payments, day);
  return open - settledOn(recordedSince(then, since), day);
}

/** What was recorded after an invoice was in a state, also for days on which it was in it: as it was recorded. */
function recordedSince(then: DatedState, since: readonly DatedState[]): Payment[] {
  const known = new Set(then.payments.map(({ id }) => id));
  return since.flatMap(({ payments }) => {
    const added = payments.filter(({ id }) => !known.has(id));
    for (const { id } of added) known.add(id);
    return added;
  });
}

/** In cents, by the end of a day. */
function settledOn(payments: readonly Payment[], day: string): number {
  const settled = payments
    .filter((payment) => payment.day <= day)
    .map((payment) => {
      // What the cancellation released as credit had settled the invoice until then: the void took it from the credit.
      if (payment.isVoided) return payment.released;
      return payment.applied - refunded(upTo(payment, day), 'still');
    });
  return settled.reduce((sum, cents) => sum + cents, 0);
}

function upTo({ refunds }: Payment, day: string): Pick<Payment, 'refunds'> {
  return { refunds: refunds.filter((refund) => (refund.owedOn ?? refund.day) <= day) };
}

/** The days on which something was paid. */
export function paymentDays(payments: readonly Payment[]): string[] {
  return payments.filter(({ isVoided }) => !isVoided).map(({ day }) => day);
}

/** The last day on which an invoice's open amount changed. */
export function lastDayOf({ issuedOn, stood, ...now }: Dated): string {
  const changes = [...stood, now].flatMap(({ cancelledOn, payments }) => [
    ...(cancelledOn === null ? [] : [cancelledOn]),
    ...paymentDays(payments),
    ...payments.flatMap(({ refunds }) => refunds.map(({ day, owedOn }) => owedOn ?? day)),
  ]);
  return lastOf([issuedOn, ...stood.map(({ until }) => until), ...changes]);
}

/** The first day of which anything is booked on an invoice: that of its issue, or of what was paid in advance. */
export function firstDayOf({ issuedOn, stood, ...now }: Dated): string {
  const days = [...stood, now].flatMap(({ payments }) => payments.map(({ day }) => day));
  return days.reduce((one, other) => (other < one ? other : one), issuedOn);
}

/** @param days at least one */
export function lastOf(days: readonly string[]): string {
  return days.reduce((one, other) => (other > one ? other : one));
}

export const AGES = ['current', 'days1to30', 'days31to60', 'days61to90', 'over90'] as const;
export type Age = (typeof AGES)[number];

/** How long an open amount is past due at the end of a day; both dates are `YYYY-MM-DD`. */
export function ageOf(dueDate: string, day: string): Age {
  const days = Math.round((Date.parse(day) - Date.parse(dueDate)) / 86_400_000);
  if (days <= 0) return 'current';
  if (days <= 30) return 'days1to30';
  if (days <= 60) return 'days31to60';
  return days <= 90 ? 'days61to90' : 'over90';
}
