import { DateLocalizer } from 'react-big-calendar';
import {
  added,
  DAY_MS,
  firstShown,
  floored,
  lastShown,
  MINUTE_MS,
  sizeOf,
} from '../../../entities/schedule/wall-reckoning.ts';

// react-big-calendar's arithmetic with board Dates (entities/schedule/wall-dates.ts), using `wall-reckoning.ts`.

function ceiled(at: number, unit: string | undefined): number {
  const floor = floored(at, unit);
  return floor === at ? at : added(floor, 1, unit);
}

type Compares = (a: Date, b: Date, unit?: string) => boolean;

function comparing(holds: (a: number, b: number) => boolean): Compares {
  return (a, b, unit) => holds(floored(+a, unit), floored(+b, unit));
}

function days(from: number, to: number, unit?: string): Date[] {
  const all: Date[] = [];
  for (let at = from; at <= to; at = added(at, 1, unit ?? 'day')) all.push(new Date(at));
  return all;
}

interface Timed {
  start: Date;
  end: Date;
  /** Set for a visit being moved by keyboard, so that others do not hide it. */
  allDay?: boolean;
}

/** By day; then visits over a night, then the one being moved, then by time. */
function inOrder({ evtA: a, evtB: b }: { evtA: Timed; evtB: Timed }): number {
  const isLong = ({ start, end }: Timed) => Number(+end - +start > DAY_MS);
  return (
    floored(+a.start, 'day') - floored(+b.start, 'day') ||
    isLong(b) - isLong(a) ||
    Number(b.allDay ?? false) - Number(a.allDay ?? false) ||
    +a.start - +b.start ||
    +a.end - +b.end
  );
}

function isInRange({ event, range }: { event: Timed; range: Timed }): boolean {
  const day = floored(+event.start, 'day');
  if (day > floored(+range.end, 'day')) return false;
  return day === +event.end ? +event.end >= +range.start : +event.end > +range.start;
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (date: Date) => formatter.format(date);
};
const nothing = () => '';

const spec = {
  firstOfWeek: () => 0,
  format: (date: Date) => date.toISOString(),
  formats: {
    dateFormat: format({ day: 'numeric' }),
    dayFormat: format({ weekday: 'short', month: 'short', day: 'numeric' }),
    weekdayFormat: format({ weekday: 'short' }),
    timeGutterFormat: format({ hour: 'numeric' }),
    dayHeaderFormat: format({ weekday: 'long', month: 'long', day: 'numeric' }),
    // Visits show their own times.
    eventTimeRangeFormat: nothing,
    eventTimeRangeStartFormat: nothing,
    eventTimeRangeEndFormat: nothing,
    selectRangeFormat: nothing,
    // The page has its own toolbar.
    monthHeaderFormat: nothing,
    dayRangeHeaderFormat: nothing,
  },
  eq: comparing((a, b) => a === b),
  neq: comparing((a, b) => a !== b),
  lt: comparing((a, b) => a < b),
  lte: comparing((a, b) => a <= b),
  gt: comparing((a, b) => a > b),
  gte: comparing((a, b) => a >= b),
  inRange: (day: Date, min: Date, max: Date, unit = 'day') =>
    floored(+day, unit) >= floored(+min, unit) && floored(+day, unit) <= floored(+max, unit),
  startOf: (date: Date, unit?: string) => new Date(floored(+date, unit)),
  endOf: (date: Date, unit?: string) => new Date(added(floored(+date, unit), 1, unit) - 1),
  add: (date: Date, count: number, unit?: string) => new Date(added(+date, count, unit)),
  range: (start: Date, end: Date, unit?: string) => days(+start, +end, unit),
  diff: (a: Date, b: Date, unit?: string) => Math.floor((+b - +a) / (sizeOf(unit) ?? DAY_MS)),
  ceil: (date: Date, unit?: string) => new Date(ceiled(+date, unit)),
  min: (a: Date, b: Date) => new Date(Math.min(+a, +b)),
  max: (a: Date, b: Date) => new Date(Math.max(+a, +b)),
  merge: (date: Date, time: Date) => new Date(floored(+date, 'day') + (+time - floored(+time, 'day'))),
  firstVisibleDay: (date: Date) => new Date(firstShown(+date)),
  lastVisibleDay: (date: Date) => new Date(lastShown(+date)),
  visibleDays: (date: Date) => days(firstShown(+date), lastShown(+date)),
  getSlotDate: (day: Date, minutes: number, offset: number) =>
    new Date(floored(+day, 'day') + (minutes + offset) * MINUTE_MS),
  getTotalMin: (start: Date, end: Date) => Math.floor((+end - +start) / MINUTE_MS),
  getMinutesFromMidnight: (date: Date) => Math.floor((+date - floored(+date, 'day')) / MINUTE_MS),
  continuesPrior: (start: Date, first: Date) => +start < +first,
  continuesAfter: (_start: Date, end: Date, last: Date) => +end > +last,
  daySpan: (start: Date, end: Date) => (+end - +start) / DAY_MS,
  sortEvents: inOrder,
  inEventRange: isInRange,
  isSameDate: (a: Date, b: Date) => floored(+a, 'day') === floored(+b, 'day'),
  startAndEndAreDateOnly: () => false,
  getTimezoneOffset: () => 0,
  getDstOffset: () => 0,
};

/** For board Dates. */
export const wallLocalizer = new DateLocalizer(spec as unknown as ConstructorParameters<typeof DateLocalizer>[0]);
