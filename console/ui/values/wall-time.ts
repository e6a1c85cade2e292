import { shownNow } from '../../data/as-of.ts';

// Plans are shown in the local time of the place they happen at, and sent as instants.

const DAY_MS = 86_400_000;
const WALL_LENGTH = 'YYYY-MM-DDTHH:MM'.length;
/** Of the years whose instants the server takes. */
const MOMENT = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d$/;

/** A zone's wall clock at an instant, to the minute: `2026-06-15T08:00`. @param zone an IANA name */
export function wallAt(instant: string | number, zone: string | undefined): string {
  const parts = clockOf(zone).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** Today in a zone, `YYYY-MM-DD`; in the browser's if none is given, as before the company's settings are loaded. */
export function todayIn(zone: string | undefined, now: string | number = shownNow()): string {
  return wallAt(now, zone).slice(0, 'YYYY-MM-DD'.length);
}

/** Kept, as making one takes longer than all that it is asked. */
const clocks = new Map<string | undefined, Intl.DateTimeFormat>();

function clockOf(zone: string | undefined): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    clocks.set(zone, clock);
  }
  return clock;
}

/** The same with its distance from UTC, `2026-06-15T08:00-04:00`: of two times that are shown alike, it says which. */
export function momentAt(instant: string | number, zone: string | undefined): string {
  const minutes = Math.round(aheadAt(+new Date(instant), zone) / 60_000);
  const two = (figure: number) => String(figure).padStart(2, '0');
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${wallAt(instant, zone)}${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`;
}

/** The instants, in ISO UTC and in order, at which a zone's wall clock shows a time: one, or two, or none. */
export function instantsAt(wall: string, zone: string | undefined): string[] {
  return [...new Set(nearest(wall, zone))]
    .filter((each) => wallAt(each, zone) === wall)
    .toSorted((a, b) => a - b)
    .map((each) => new Date(each).toISOString());
}

/**
 * The instant, in ISO UTC, at which a zone's wall clock shows a time: if it shows it twice, the one at the distance from
 * UTC that the moment has, else the first; if the clock skips it, the one after. Null if it is not a time, or of a year that
 * no plan is for.
 * @param moment `2026-06-15T08:00`, with or without its distance from UTC
 */
export function instantAt(moment: string, zone: string | undefined): string | null {
  const wall = moment.slice(0, WALL_LENGTH);
  const found = nearest(wall, zone);
  if (found.length === 0) return null;
  const shown = instantsAt(wall, zone);
  return (
    shown.find((each) => momentAt(each, zone) === moment) ?? shown[0] ?? new Date(Math.max(...found)).toISOString()
  );
}

/** By the clock a day before and a day after: one of them is right, and both where the clock changes. */
function nearest(wall: string, zone: string | undefined): number[] {
  const asUtc = MOMENT.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN;
  return Number.isNaN(asUtc) ? [] : [asUtc - DAY_MS, asUtc + DAY_MS].map((near) => asUtc - aheadAt(near, zone));
}

/** How far a zone's clock is ahead of UTC, in milliseconds. */
function aheadAt(instant: number, zone: string | undefined): number {
  return Date.parse(`${wallAt(instant, zone)}Z`) - Math.floor(instant / 60_000) * 60_000;
}
