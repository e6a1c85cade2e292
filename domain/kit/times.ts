import { Rejection } from './decider.ts';

/** A span of a day in local wall time, `HH:MM` on a 24-hour clock. */
export interface Hours {
  start: string;
  end: string;
}

/** `07:30`, and not `7:30` or `24:00`. */
export const WALL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Whether the text is a day of the calendar as `YYYY-MM-DD`: not the 30th of February. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** @throws Rejection for a text that is no day of the calendar */
export function requireDay(field: string, date: string): void {
  if (!isDate(date)) throw new Rejection('invalid', `${date} is not a date. Write it as YYYY-MM-DD.`, field);
}

/** The day that is `days` days after another one; both `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** A moment of a zone's wall clock, `2026-06-15T08:00`. */
export const WALL_MOMENT = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/;

/** What the wall clock of a zone shows at an instant, to the minute. @param zone an IANA name */
export function wallMoment(epochMilliseconds: number, zone: string): string {
  const there = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO(zone);
  return there.toPlainDateTime().toString({ smallestUnit: 'minute', roundingMode: 'trunc' });
}

/**
 * The instant at which a zone's wall clock shows a moment, ISO UTC; where it is skipped, the one after. Null for what is no
 * moment or no zone.
 */
export function instantOf(moment: string, zone: string): string | null {
  if (!WALL_MOMENT.test(moment)) return null;
  try {
    const { epochMilliseconds } = Temporal.PlainDateTime.from(moment).toZonedDateTime(zone);
    return new Date(epochMilliseconds).toISOString();
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

/** A moment that is so many hours later by the wall clock. */
export function addHours(moment: string, hours: number): string {
  return new Date(Date.parse(`${moment}Z`) + Math.round(hours * 60) * 60_000).toISOString().slice(0, moment.length);
}
