import { JOB_LIMITS } from '../../../domain/job/terms.ts';
import { instantAt, instantsAt, momentAt } from '../../ui/values/wall-time.ts';
import type { WallVisit } from './placing.ts';
import { dayAfter, startOfDay } from './wall-dates.ts';

/** A visit as typed, in the company's time zone. */
export interface TypedVisit {
  day: string;
  start: string;
  end: string;
  /** The number of days until it ends, where its times alone would mean another day: for one longer than a night. */
  nights?: number;
  /** Distances from UTC, `-04:00`: which of two equal times is meant, in the hour that comes twice. */
  startOffset?: string;
  endOffset?: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;
const OFFSET_AT = 'YYYY-MM-DDTHH:MM'.length;
/** Takes the place of a day that is not typed yet. */
const ANY_DAY = '2000-01-01';

/** A visit as a form shows it. */
export function typedVisit({ start, end }: WallVisit, zone: string | undefined): TypedVisit {
  const [day, lastDay] = [start.slice(0, DAY_LENGTH), end.slice(0, DAY_LENGTH)];
  const typed = {
    day,
    start: start.slice(DAY_LENGTH + 1, OFFSET_AT),
    end: end.slice(DAY_LENGTH + 1, OFFSET_AT),
    startOffset: start.slice(OFFSET_AT),
    endOffset: end.slice(OFFSET_AT),
  };
  const nights = Math.round((+startOfDay(lastDay) - +startOfDay(day)) / DAY_MS);
  const isMeantAlone = nights < 1 || momentsOf(typed, zone)?.end.startsWith(lastDay);
  return isMeantAlone ? typed : { ...typed, nights };
}

/**
 * The moments that are meant: the visit is over the next time the clock shows its end after its start, for night work on the
 * next day. Null while incomplete, and where the clocks of that night leave no time between the two: nobody means a whole day
 * by it.
 */
export function momentsOf(typed: TypedVisit, zone: string | undefined): WallVisit | null {
  const { day, start, end, nights, startOffset = '', endOffset = '' } = typed;
  const begins = `${day}T${start}${startOffset}`;
  const sameDay = `${day}T${end}`;
  const from = instantAt(begins, zone);
  const to = instantAt(sameDay + endOffset, zone);
  if (from === null || to === null) return null;
  if (nights !== undefined) return { start: begins, end: `${dayAfter(day, nights)}T${end}${endOffset}` };
  if (to > from) return { start: begins, end: sameDay + endOffset };
  const again = instantsAt(sameDay, zone).find((each) => each > from);
  if (again !== undefined) return { start: begins, end: momentAt(again, zone) };
  return end < start ? { start: begins, end: `${dayAfter(day)}T${end}${endOffset}` } : null;
}

/** The same visit with another start: its end follows, so that it takes as long as before. */
export function withStart(typed: TypedVisit, start: string, zone: string | undefined): TypedVisit {
  const { day } = typed;
  const { startOffset } = chosenIn(typed, zone);
  const onDay = day || ANY_DAY;
  const before = momentsOf({ ...typed, day: onDay }, zone);
  const begins = `${onDay}T${start}${startOffset}`;
  const from = instantAt(begins, zone);
  if (before === null || from === null) return { ...typed, start, startOffset };
  const end = momentAt(Date.parse(from) + lengthOf(before, zone), zone);
  return { ...typedVisit({ start: begins, end }, zone), day };
}

/** The same visit with another end: on the day it was on, unless that is longer than any visit. */
export function withEnd(typed: TypedVisit, end: string, zone: string | undefined): TypedVisit {
  const { nights, ...onOneNight } = { ...typed, end, endOffset: chosenIn(typed, zone).endOffset };
  if (nights === undefined) return onOneNight;
  const moments = momentsOf({ ...onOneNight, nights }, zone);
  const isTooLong = moments !== null && lengthOf(moments, zone) > JOB_LIMITS.visitHours * HOUR_MS;
  return isTooLong ? onOneNight : { ...onOneNight, nights };
}

/** The distances from UTC of times that come twice; of others, nobody chose them. */
function chosenIn(typed: TypedVisit, zone: string | undefined) {
  // The start is known before an end is.
  const start = `${typed.day}T${typed.start}`;
  const { end = '' } = momentsOf(typed, zone) ?? {};
  const isOneOfTwo = (moment: string) => instantsAt(moment.slice(0, OFFSET_AT), zone).length > 1;
  return {
    startOffset: (isOneOfTwo(start) && typed.startOffset) || '',
    endOffset: (isOneOfTwo(end) && typed.endOffset) || '',
  };
}

function lengthOf({ start, end }: WallVisit, zone: string | undefined): number {
  return instantMs(end, zone) - instantMs(start, zone);
}

function instantMs(moment: string, zone: string | undefined): number {
  return Date.parse(instantAt(moment, zone) ?? '');
}

/** The distance from UTC at an instant: `-04:00`. */
export function offsetAt(instant: string, zone: string | undefined): string {
  return momentAt(instant, zone).slice(OFFSET_AT);
}
