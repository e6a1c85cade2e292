import { type Payment, refunded } from './payments.ts';

// What was open of an invoice at the end of any day. The books take a voided payment back on its own day, and a cancelled
// invoice on the day of its cancellation: so each past day has one answer.

/** How an invoice stood; days are `YYYY-MM-DD`. */
interface Standing {
  cancelledOn: string | null;
  payments: readonly Payment[];
}

/** What the open amount follows from. */
export interface Dated extends Standing {
  issuedOn: string;
  /** Of one that was cancelled and stands again: how it stood before, up to which day. Oldest first. */
  stood: readonly (Standing & { until: string })[];
}

/** The amount in cents. @param total of the invoice, in cents */
export function openAt({ issuedOn, total, stood, ...now }: Dated & { total: number }, day: string): number {
  const { cancelledOn, payments } = stood.find(({ until }) => day < until) ?? now;
  if (issuedOn > day || (cancelledOn !== null && cancelledOn <= day)) return 0;
  const settled = payments
    .filter((payment) => payment.day <= day)
    .map((payment) => {
      // What was released as credit by the cancellation had settled it until then: the void took it from the credit.
      if (payment.isVoided) return payment.released;
      return payment.applied - refunded(upTo(payment, day), 'still');
    });
  return settled.reduce((open, cents) => open - cents, total);
}

function upTo({ refunds }: Payment, day: string): Pick<Payment, 'refunds'> {
  return { refunds: refunds.filter((refund) => refund.day <= day) };
}

/** On which something was paid. */
export function paymentDays(payments: readonly Payment[]): string[] {
  return payments.filter(({ isVoided }) => !isVoided).map(({ day }) => day);
}

/** The last day that changed what was open of an invoice. */
export function lastDayOf({ issuedOn, stood, ...now }: Dated): string {
  const changes = [...stood, now].flatMap(({ cancelledOn, payments }) => [
    ...(cancelledOn === null ? [] : [cancelledOn]),
    ...paymentDays(payments),
    ...payments.flatMap(({ refunds }) => refunds.map(({ day }) => day)),
  ]);
  return lastOf([issuedOn, ...stood.map(({ until }) => until), ...changes]);
}

/** @param days at least one */
export function lastOf(days: readonly string[]): string {
  return days.reduce((one, other) => (other > one ? other : one));
}

export const AGES = ['current', 'days1to30', 'days31to60', 'days61to90', 'over90'] as const;
export type Age = (typeof AGES)[number];

/** How long an open amount is past due at the end of a day; both are `YYYY-MM-DD`. */
export function ageOf(dueDate: string, day: string): Age {
  const days = Math.round((Date.parse(day) - Date.parse(dueDate)) / 86_400_000);
  if (days <= 0) return 'current';
  if (days <= 30) return 'days1to30';
  if (days <= 60) return 'days31to60';
  return days <= 90 ? 'days61to90' : 'over90';
}
