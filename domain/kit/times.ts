import { Rejection } from './decider.ts';

/** A span of a day in local wall time, `HH:MM` on a 24-hour clock. */
export interface Hours {
  start: string;
  end: string;
}

/** `07:30`, and not `7:30` or `24:00`. */
export const WALL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Whether the text is a real calendar day as `YYYY-MM-DD`: not February 30. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** @throws Rejection for a text that is not a calendar day */
export function requireDay(field: string, date: string): void {
  if (!isDate(date)) throw new Rejection('invalid', `${date} is not a date. Write it as YYYY-MM-DD.`, field);
}

/** When a day begins in a zone, ISO UTC. @param day `YYYY-MM-DD` @param zone an IANA name */
export function startOfDay(day: string, zone: string): string {
  return instantOf(`${day}T00:00`, zone) ?? `${day}T00:00:00.000Z`;
}

/** The month of a day: `2026-11` of `2026-11-23`. */
export function monthOf(day: string): string {
  return day.slice(0, 'YYYY-MM'.length);
}

/** The day `days` days after another one; both `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const LAST_DAY = '9999-12-31';

/**
 * What a range of texts ends before that has all of a day in it: the next day. After the last day with a year of four digits
 * there is none, and what addDays gives for it is before all others as a text.
 */
export function endOfRange(day: string): string {
  return day === LAST_DAY ? '9999-12-32' : addDays(day, 1);
}

/** No company enters an earlier day: one is a slip of the year, and would begin the books there. */
const FIRST_DAY = '2000-01-01';
const DAYS_AHEAD = 366;
/** Work and time off are agreed on for years to come, but not for decades. */
const PLANNED_DAYS_AHEAD = 20 * 366;
/** Nobody who works here began before it. */
const FIRST_DAY_AT_WORK = '1950-01-01';
const HIRED_DAYS_AHEAD = 10 * 366;

/**
 * @param today in the company's zone
 * @throws Rejection if it is not a day, or is before 2000 or more than a year ahead: a typo in the year
 */
export function requireLikelyDay(field: string, day: string, today: string): void {
  requireBetween(field, day, addDays(today, DAYS_AHEAD), 'a year');
}

/**
 * As `requireLikelyDay`, for what is on the schedule.
 * @throws Rejection if it is not a day, or is before 2000 or more than 20 years ahead
 */
export function requireLikelyPlan(field: string, day: string, today: string): void {
  requireBetween(field, day, addDays(today, PLANNED_DAYS_AHEAD), '20 years');
}

/**
 * For the first day of somebody at the company.
 * @param today in the company's zone
 * @throws Rejection if it is not a day, or is before 1950 or more than ten years ahead
 */
export function requireLikelyFirstDay(field: string, day: string, today: string): void {
  requireBetween(field, day, addDays(today, HIRED_DAYS_AHEAD), '10 years', FIRST_DAY_AT_WORK);
}

function requireBetween(field: string, day: string, last: string, ahead: string, first = FIRST_DAY): void {
  requireDay(field, day);
  if (day < first) throw new Rejection('invalid', `${day} is before ${first}. Check the year.`, field);
  if (day > last) throw new Rejection('invalid', `${day} is more than ${ahead} ahead. Check the year.`, field);
}

/** Clocks differ, and a form takes a while: only what is clearly past is refused. */
const SKEW_MS = 15 * 60_000;
const FARTHEST_MS = 2 * 366 * 24 * 60 * 60_000;

/**
 * For what is to happen at a time. @param time ISO UTC, like `now`
 * @throws Rejection if it is clearly past, or more than two years ahead: a typo in the year
 */
export function requireLikelyTime(field: string, time: string, now: string): void {
  const ahead = Date.parse(time) - Date.parse(now);
  const refused = (message: string) => new Rejection('invalid', message, field);
  if (ahead < -SKEW_MS) throw refused('This time has passed. Choose a time that is still to come.');
  if (ahead > FARTHEST_MS) throw refused('This is more than two years away. Check the year.');
}

/** A wall-clock time, `2026-06-15T08:00`. */
export const WALL_MOMENT = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/;

/** The wall-clock time of a zone at an instant, to the minute. @param zone an IANA name */
export function wallMoment(epochMilliseconds: number, zone: string): string {
  const there = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO(zone);
  return there.toPlainDateTime().toString({ smallestUnit: 'minute', roundingMode: 'trunc' });
}

const MOMENT_LENGTH = 'YYYY-MM-DDTHH:MM'.length;

/**
 * Like `wallMoment`, with the distance from UTC where the zone's clock shows the time for the second time, as when
 * daylight saving ends: `2026-11-01T01:30-05:00`. The first time is without, as most times are shown once.
 */
export function exactMoment(epochMilliseconds: number, zone: string): string {
  const there = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO(zone);
  const moment = wallMoment(epochMilliseconds, zone);
  return there.toPlainDateTime().toZonedDateTime(zone).offset === there.offset ? moment : moment + there.offset;
}

/** A moment without its distance from UTC, if it has one. */
export function wallOf(moment: string): string {
  return moment.slice(0, MOMENT_LENGTH);
}

/**
 * The instant of a moment in a zone, ISO UTC: of the two at which the clock shows the same time, the one at the moment's
 * distance from UTC, else the first; for a time that daylight saving skips, the one after the gap. Null if the text is
 * not such a moment, or the zone is unknown.
 */
export function instantOf(moment: string, zone: string): string | null {
  if (!WALL_MOMENT.test(wallOf(moment)) || !/^([+-]\d\d:\d\d)?$/.test(moment.slice(MOMENT_LENGTH))) return null;
  try {
    const { epochMilliseconds } = Temporal.ZonedDateTime.from(`${moment}[${zone}]`, { offset: 'prefer' });
    return new Date(epochMilliseconds).toISOString();
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

/** What the clock of a zone shows at a moment of another zone, to the minute. @param from an IANA name, as `zone` */
export function wallIn(moment: string, from: string, zone: string): string {
  const instant = from === zone ? null : instantOf(moment, from);
  return instant === null ? wallOf(moment) : wallMoment(Date.parse(instant), zone);
}

/** A wall-clock time so many hours later. */
export function addHours(moment: string, hours: number): string {
  return new Date(Date.parse(`${moment}Z`) + Math.round(hours * 60) * 60_000).toISOString().slice(0, moment.length);
}
