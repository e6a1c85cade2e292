// Arithmetic with board Dates (wall-dates.ts): in UTC and whole milliseconds, as a month with thousands of visits needs
// it tens of thousands of times.

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
/** 1970 began on a Thursday. */
const FIRST_WEEKDAY = 4;

const SIZES: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1_000,
  minute: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};

/** The calendar library says `day` in some places and `days` in others. */
function named(unit: string | undefined): string {
  return (unit ?? 'millisecond').toLowerCase().replace(/s$/, '');
}

/** A unit's length in milliseconds; undefined for months and years. */
export function sizeOf(unit: string | undefined): number | undefined {
  return SIZES[named(unit)];
}

/** The start of the unit that contains a time; weeks start on Sunday. @param at milliseconds */
export function floored(at: number, unit: string | undefined): number {
  const name = named(unit);
  if (name === 'week') {
    const days = Math.floor(at / DAY_MS);
    return (days - ((days + FIRST_WEEKDAY) % 7)) * DAY_MS;
  }
  const size = SIZES[name];
  if (size !== undefined) return Math.floor(at / size) * size;
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), name === 'month' ? date.getUTCMonth() : 0);
}

/** Some units later; a month after the last of January is the last of February. @param at milliseconds */
export function added(at: number, count: number, unit: string | undefined): number {
  const name = named(unit);
  const size = SIZES[name];
  if (size !== undefined) return at + count * size;
  const date = new Date(at);
  const months = name === 'month' ? count : count * 12;
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  return first + (Math.min(date.getUTCDate(), lastDay) - 1) * DAY_MS + (at - floored(at, 'day'));
}

/**
 * The first day a calendar shows for a month: the start of its first week. @param at milliseconds, any time of the
 * month
 */
export function firstShown(at: number): number {
  return floored(floored(at, 'month'), 'week');
}

/**
 * The last day a calendar shows for a month: the end of its last week. @param at milliseconds, any time of the month
 */
export function lastShown(at: number): number {
  const lastOfMonth = added(floored(at, 'month'), 1, 'month') - DAY_MS;
  return floored(lastOfMonth, 'week') + 6 * DAY_MS;
}
