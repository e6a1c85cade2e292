import { addDays } from '../kit/times.ts';

// When the customer of an overdue invoice is reminded. The rule is the company's, and may change at any time: so nothing is
// kept but what was decided, in days after the due date.

/** A reminder that came due. */
export interface Reminder {
  /** By which entry of the rule: days after the due date. */
  days: number;
  /** What was open, in cents. */
  open: number;
}

/** What the rule goes by. */
export interface Remindable {
  /** `YYYY-MM-DD` */
  dueDate: string;
  /** By which entry of the rule the last reminder was; 0 where there was none. */
  remindedDays: number;
}

/**
 * Which entry of the rule is due: the latest one that is reached and was not written. One that was missed is never made up for,
 * so that nobody gets several at once.
 * @param rule days after the due date, rising; @param today `YYYY-MM-DD`
 */
export function reminderDue(
  { dueDate, remindedDays }: Remindable,
  rule: readonly number[],
  today: string,
): number | null {
  const reached = rule.findLast((days) => addDays(dueDate, days) <= today) ?? 0;
  return reached > remindedDays ? reached : null;
}

/** The day of the next reminder, `YYYY-MM-DD`: today for one that is due; null for none. */
export function nextReminder(invoice: Remindable, rule: readonly number[], today: string): string | null {
  if (reminderDue(invoice, rule, today) !== null) return today;
  const { dueDate, remindedDays } = invoice;
  const next = rule.find((days) => days > remindedDays && addDays(dueDate, days) > today);
  return next === undefined ? null : addDays(dueDate, next);
}

/** Of the last one; 0 where there was none. */
export function remindedDaysOf(reminders: readonly Reminder[]): number {
  return reminders.at(-1)?.days ?? 0;
}

/** How many days a day is after the due date; both `YYYY-MM-DD`. */
export function daysLate(dueDate: string, day: string): number {
  return Math.round((Date.parse(day) - Date.parse(dueDate)) / 86_400_000);
}

/**
 * Whether anybody is reminded of it at all: what is open, and undisputed. A deposit that the invoice of the work deducts is
 * still owed by itself.
 */
export function isRemindable({
  balance,
  remindersPaused,
}: {
  /** Cents. */
  balance: number;
  remindersPaused: boolean;
}): boolean {
  return balance > 0 && !remindersPaused;
}
