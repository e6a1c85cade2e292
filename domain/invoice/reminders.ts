import { isCalledOff } from '../job/terms.ts';
import { addDays } from '../kit/times.ts';

// When the customer of an overdue invoice is reminded. The rule is the company's and may change at any time, so only
// past decisions are stored, in days after the due date.

/** A reminder that came due. */
export interface Reminder {
  /** The rule's entry, in days after the due date. */
  days: number;
  /** The open amount, in cents. */
  open: number;
}

/** What the rule looks at. */
export interface Remindable {
  /** `YYYY-MM-DD` */
  dueDate: string;
  /** The rule's entry of the last reminder; 0 if there was none. */
  remindedDays: number;
}

/**
 * The rule's entry that is due: the latest one reached, unless it was sent already. A missed one is never made up for,
 * so that nobody gets several at once.
 * @param rule days after the due date, ascending; @param today `YYYY-MM-DD`
 */
export function reminderDue(
  { dueDate, remindedDays }: Remindable,
  rule: readonly number[],
  today: string,
): number | null {
  const reached = rule.findLast((days) => addDays(dueDate, days) <= today) ?? 0;
  return reached > remindedDays ? reached : null;
}

/** The day of the next reminder, `YYYY-MM-DD`: today if one is due; null if none will be. */
export function nextReminder(invoice: Remindable, rule: readonly number[], today: string): string | null {
  if (reminderDue(invoice, rule, today) !== null) return today;
  const { dueDate, remindedDays } = invoice;
  const next = rule.find((days) => days > remindedDays && addDays(dueDate, days) > today);
  return next === undefined ? null : addDays(dueDate, next);
}

/** The entry of the last reminder; 0 if there was none. */
export function remindedDaysOf(reminders: readonly Reminder[]): number {
  return reminders.at(-1)?.days ?? 0;
}

/** How many days a day is after the due date; both `YYYY-MM-DD`. */
export function daysLate(dueDate: string, day: string): number {
  return Math.round((Date.parse(day) - Date.parse(dueDate)) / 86_400_000);
}

/**
 * Whether nobody is asked to pay an invoice because of its job: the deposit for work that will not be done stays owed until
 * it is cancelled, but it is neither sent nor reminded of.
 * @param jobStanding how its job stands; null where it has none
 */
export function isForCancelledWork({ kind }: { kind: string }, jobStanding: string | null): boolean {
  return kind === 'deposit' && isCalledOff(jobStanding);
}

/** Whether somebody is asked to pay an invoice: something is open, and not for work that will not be done. */
export function isAskedFor({ status }: { status: string }, ofCancelledJob: boolean): boolean {
  return status === 'pending' && !ofCancelledJob;
}

/** Whether something is asked for that was due before a day. @param today the company's day, `YYYY-MM-DD` */
export function isOverdue(
  invoice: { status: string; dueDate: string },
  ofCancelledJob: boolean,
  today: string,
): boolean {
  return isAskedFor(invoice, ofCancelledJob) && invoice.dueDate < today;
}

/**
 * Whether reminders are sent at all: something is open and undisputed. A deposit that the job's invoice deducts is
 * still owed separately.
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
