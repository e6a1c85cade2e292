import { addDays } from '../../../domain/kit/times.ts';
import { isWorkingDay } from '../../../domain/schedule/parts.ts';
import { perFacts } from '../../facts/kept.ts';

const DAY_MS = 86_400_000;
const WEEK = 7;

/** The company's days and working time, fast enough to ask for each record. */
export interface Calendar {
  /** The company's day at an instant. @param instant ISO UTC */
  dayOf(instant: string): string;
  /** The working days after one day, through another; both `YYYY-MM-DD`. */
  workingDays(from: string, to: string): number;
  /**
   * The hours between two instants, ISO UTC, without the days on which the company is closed: what comes in on Friday
   * night has not waited on Sunday.
   */
  openHours(from: string, to: string): number;
}

export const calendarOf = perFacts(({ settings }): Calendar => {
  const offsetAt = offsetsOf(settings.timeZone);
  const wallOf = (instant: string) => {
    const at = Date.parse(instant);
    return Number.isNaN(at) ? 0 : at + offsetAt(at);
  };

  // Day 0, January 1, 1970, is a Thursday; of the days of any week, how many are worked up to each.
  const isWorked = Array.from({ length: WEEK }, (_, weekday) => isWorkingDay(textOf(weekday), settings));
  const perWeek = isWorked.filter(Boolean).length;
  const upTo = isWorked.map((_, weekday) => isWorked.slice(0, weekday + 1).filter(Boolean).length);
  const closed = settings.holidays
    .map(({ day }) => numberOf(day))
    .filter((day) => isWorked[inWeek(day)])
    .sort((one, other) => one - other);
  const closedDays = new Set(closed);
  const workedThrough = (day: number) => {
    const after = closed.findIndex((each) => each > day);
    const holidays = after === -1 ? closed.length : after;
    return Math.floor(day / WEEK) * perWeek + (upTo[inWeek(day)] ?? 0) - holidays;
  };
  const position = (instant: string) => {
    const wall = wallOf(instant);
    const day = Math.floor(wall / DAY_MS);
    const isOpen = isWorked[inWeek(day)] && !closedDays.has(day);
    return workedThrough(day) * DAY_MS + (isOpen ? wall - (day + 1) * DAY_MS : 0);
  };

  return {
    dayOf: (instant) => textOf(Math.floor(wallOf(instant) / DAY_MS)),
    workingDays: (from, to) => workedThrough(numberOf(to)) - workedThrough(numberOf(from)),
    openHours: (from, to) => (position(to) - position(from)) / 3_600_000,
  };
});

/** The Monday of a day's week. @param day `YYYY-MM-DD` */
export function mondayOf(day: string): string {
  return addDays(day, 1 - Temporal.PlainDate.from(day).dayOfWeek);
}

/** A day as a number that goes up by 1 from day to day. @param day `YYYY-MM-DD` */
export function numberOf(day: string): number {
  return Math.round(Date.parse(`${day}T00:00Z`) / DAY_MS);
}

/** The day of such a number. */
export function textOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

function inWeek(day: number): number {
  return ((day % WEEK) + WEEK) % WEEK;
}

/** How far the zone's clock is from UTC at an instant, in milliseconds; asked of the zone twice a day only. */
function offsetsOf(zone: string): (at: number) => number {
  const ask = (at: number) => {
    const there = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
    return there.offsetNanoseconds / 1_000_000;
  };
  const byDay = new Map<number, number | null>();
  return (at) => {
    const day = Math.floor(at / DAY_MS);
    let known = byDay.get(day);
    if (known === undefined) {
      const [begin, end] = [ask(day * DAY_MS), ask((day + 1) * DAY_MS - 1)];
      known = begin === end ? begin : null;
      byDay.set(day, known);
    }
    return known ?? ask(at);
  };
}
