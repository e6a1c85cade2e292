import { instantAt, momentAt } from '../../ui/wall-time.ts';
import type { WallVisit } from './placing.ts';
import { dayAfter, startOfDay } from './wall-dates.ts';

/** A visit as typed, in the company's time zone. */
export interface TypedVisit {
  day: string;
  start: string;
  end: string;
  /** For one longer than a night: the number of days until it ends. */
  nights?: number;
  /** Distances from UTC, `-04:00`: which of two equal times is meant, in the hour that comes twice. */
  startOffset?: string;
  endOffset?: string;
}

const DAY_MS = 86_400_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;
const OFFSET_AT = 'YYYY-MM-DDTHH:MM'.length;

/** A visit as a form shows it. */
export function typedVisit({ start, end }: WallVisit): TypedVisit {
  const [day, lastDay] = [start.slice(0, DAY_LENGTH), end.slice(0, DAY_LENGTH)];
  const nights = Math.round((+startOfDay(lastDay) - +startOfDay(day)) / DAY_MS);
  return {
    day,
    start: start.slice(DAY_LENGTH + 1, OFFSET_AT),
    end: end.slice(DAY_LENGTH + 1, OFFSET_AT),
    ...(nights > 1 && { nights }),
    startOffset: start.slice(OFFSET_AT),
    endOffset: end.slice(OFFSET_AT),
  };
}

/**
 * The moments that are meant: an end before the start is on the next day, for night work. Null while incomplete, and where
 * the clocks of that night leave no time between the two: nobody means a whole day by it.
 */
export function momentsOf(typed: TypedVisit, zone: string | undefined): WallVisit | null {
  const { day, start, end, startOffset = '', endOffset = '' } = typed;
  const begins = `${day}T${start}${startOffset}`;
  const from = instantAt(begins, zone);
  const to = instantAt(`${day}T${end}${endOffset}`, zone);
  if (from === null || to === null) return null;
  const isLater = to > from;
  if (typed.nights === undefined && !isLater && end >= start) return null;
  return { start: begins, end: `${dayAfter(day, typed.nights ?? (isLater ? 0 : 1))}T${end}${endOffset}` };
}

/** The distance from UTC at an instant: `-04:00`. */
export function offsetAt(instant: string, zone: string | undefined): string {
  return momentAt(instant, zone).slice(OFFSET_AT);
}
