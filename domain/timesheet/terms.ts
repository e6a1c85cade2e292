import { addDays } from '../kit/times.ts';

/** What hours without a job were for. */
export const HOUR_KINDS = ['yard', 'training', 'travel', 'other'] as const;
export type HourKind = (typeof HOUR_KINDS)[number];

/** What hours were for: `job`, or one of {@link HOUR_KINDS}. */
export const SOURCE_LABELS: Readonly<Record<string, string>> = {
  job: 'Job',
  yard: 'Yard',
  training: 'Training',
  travel: 'Travel',
  other: 'Other',
} satisfies Record<'job' | HourKind, string>;

export const TIMESHEET_STATUSES = ['open', 'submitted', 'approved'] as const;
export type TimesheetStatus = (typeof TIMESHEET_STATUSES)[number];

export const TIMESHEET_STATUS_LABELS: Readonly<Record<string, string>> = {
  open: 'Open',
  submitted: 'Submitted',
  approved: 'Approved',
} satisfies Record<TimesheetStatus, string>;

/** Characters of a note or a reason, and entries of one week. */
export const TIMESHEET_LIMITS = { note: 500, entries: 100 } as const;

/** Nobody works longer on a day, also not on the one that has 25 hours. */
export const MINUTES_OF_DAY = 24 * 60;

/** When hours count as overtime; null: they never do by that measure. */
export interface OvertimeRule {
  weekHours: number | null;
  dayHours: number | null;
}

/** The Monday of the week that a day is in. @param day `YYYY-MM-DD` */
export function weekOf(day: string): string {
  const weekday = new Date(`${day}T00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** The seven days of a week. @param week its Monday, `YYYY-MM-DD` */
export function daysOf(week: string): string[] {
  return Array.from({ length: 7 }, (_, index) => addDays(week, index));
}

const BETWEEN = '_';

/** One person's week has one stream, whoever opens it first. @param week its Monday */
export function timesheetIdOf(personId: string, week: string): string {
  return `${personId}${BETWEEN}${week}`;
}

/** Whose week an id is of; null for an id that is none. The week may be no Monday, and no day at all. */
export function partsOfTimesheetId(id: string): { personId: string; week: string } | null {
  const at = id.lastIndexOf(BETWEEN);
  return at < 1 ? null : { personId: id.slice(0, at), week: id.slice(at + 1) };
}

/** `7:30`, or `-0:15`. */
export function spokenMinutes(minutes: number): string {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : ''}${hours}:${String(rest).padStart(2, '0')}`;
}

/** The minutes of a time as people write it: `1:30`, `1.5`, `1,5` or `2`; null for anything else. */
export function readMinutes(text: string): number | null {
  const [, sign = '', rest = ''] = /^\s*([+-]?)\s*(\S+)\s*$/.exec(text.replace('−', '-')) ?? [];
  const clock = /^(\d{1,3}):([0-5]\d)$/.exec(rest);
  const decimal = /^(?:\d{1,3}(?:[.,]\d{0,4})?|[.,]\d{1,4})$/.test(rest);
  if (!clock && !decimal) return null;
  const minutes = clock ? Number(clock[1]) * 60 + Number(clock[2]) : Math.round(Number(rest.replace(',', '.')) * 60);
  return sign === '-' ? -minutes || 0 : minutes;
}
