import { spokenSpan } from '../../../domain/kit/span-text.ts';
import { shownNow } from '../../data/as-of.ts';
import { instantsAt, wallAt } from './wall-time.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const shortDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});
const money = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
const near = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const DATE_LENGTH = 'YYYY-MM-DD'.length;
const instant = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** A headline figure: decimal text or a number of dollars, rounded to whole dollars; null shows as $0. */
export function formatDollars(amount: string | number | null): string {
  return dollars.format(Number(amount ?? 0));
}

/** `$1.2K`: where there is no room for all of it. */
export function formatShortDollars(amount: string | number): string {
  return shortDollars.format(Number(amount));
}

/** Decimal text or a number of dollars, with cents unless they are zero; null shows as $0. */
export function formatMoney(amount: string | number | null): string {
  return money.format(Number(amount ?? 0));
}

/** `Nov 21, 2026`; a date without time is that date in every time zone. */
export function formatDay(iso: string): string {
  return (iso.length === DATE_LENGTH ? date : day).format(new Date(iso));
}

/** `Sunday, November 22`. @param day `YYYY-MM-DD` */
export function formatWeekday(day: string): string {
  return weekday.format(new Date(day));
}

/** `Nov 21`, with the year if it is not today's. @param day `YYYY-MM-DD` @param today `YYYY-MM-DD` */
export function formatNear(day: string, today: string): string {
  return day.slice(0, 4) === today.slice(0, 4) ? near.format(new Date(day)) : formatDay(day);
}

/** How far a day is from today: `19 days ago`, `today`, `in 35 days`; both are `YYYY-MM-DD`. */
export function formatDaysFrom(day: string, today: string): string {
  return relative.format(Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000), 'day');
}

/** Date and 12-hour time. */
export function formatInstant(iso: string): string {
  return instant.format(new Date(iso));
}

/** `10:42 AM`, in the browser's zone. */
export function formatTime(iso: string): string {
  return time.format(new Date(iso));
}

const STEPS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** `3 hours ago`; under a minute `just now`. */
export function formatAgo(iso: string, now: number = shownNow()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return unit === 'second' ? 'just now' : relative.format(Math.round(seconds / size), unit);
}

/** `Mon, Jun 15, 2026` by the wall clock of a zone. */
export function formatDayIn(instant: string, timeZone: string | undefined): string {
  const options = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const;
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(new Date(instant));
}

/** `8:00 AM` by the wall clock of a zone. */
export function formatTimeIn(instant: string, timeZone: string | undefined): string {
  const options = { hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(new Date(instant));
}

/** `Mon, Jun 15, 2026, 8:00 AM` by the wall clock of a zone, which is named where it is not the browser's. */
export function formatMomentIn(instant: string, timeZone: string | undefined): string {
  return `${formatDayIn(instant, timeZone)}, ${formatTimeIn(instant, timeZone)}${formatZone(instant, timeZone)}`;
}

/** The name of a zone at an instant, if it is not the browser's, or its clock shows that time twice: ` EDT`; otherwise ''. */
export function formatZone(instant: string, timeZone: string | undefined): string {
  const isOurs = timeZone === undefined || timeZone === new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isOurs ? formatWhich(instant, timeZone) : zoneName(instant, timeZone);
}

/** Which of two times that a clock shows alike it is: ` EDT`; '' for a time that it shows once. */
export function formatWhich(instant: string, timeZone: string | undefined): string {
  return instantsAt(wallAt(instant, timeZone), timeZone).length > 1 ? zoneName(instant, timeZone) : '';
}

function zoneName(instant: string, timeZone: string | undefined): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(new Date(instant));
  return ` ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`;
}

/** `Fri, Nov 27, 2026, 8:00 AM to 9:30 AM` by the wall clock of a zone, which is named where it is not the browser's. */
export function formatFromTo(start: string, end: string, timeZone: string | undefined): string {
  const [firstDay, lastDay] = [formatDayIn(start, timeZone), formatDayIn(end, timeZone)];
  const until = `${firstDay === lastDay ? '' : `${lastDay}, `}${formatTimeIn(end, timeZone)}`;
  const from = `${formatTimeIn(start, timeZone)}${formatWhich(start, timeZone)}`;
  return `${firstDay}, ${from} to ${until}${formatZone(end, timeZone)}`;
}

/** How long something takes: `4 h 8 min`. */
export function formatSpan(hours: number): string {
  return spokenSpan(hours * 60);
}

const AGES = [
  ['y', 365 * 86_400],
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** How old something is, in a few characters: `3 d`; under a minute `now`. */
export function formatAge(iso: string, now: number = shownNow()): string {
  const seconds = (now - Date.parse(iso)) / 1000;
  const age = AGES.find(([, length]) => seconds >= length);
  return age ? `${Math.floor(seconds / age[1])} ${age[0]}` : 'now';
}

/** A word with a capital, as in headings. */
export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
