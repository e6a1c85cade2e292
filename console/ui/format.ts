const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const instant = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const ago = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto', style: 'short' });

/** Decimal text or a number of dollars, without cents; nothing shows as $0 (staff-console §9). */
export function formatDollars(amount: string | number | null): string {
  return dollars.format(Number(amount ?? 0));
}

/** `Nov 21, 2026` (staff-console §9). */
export function formatDay(iso: string): string {
  return day.format(new Date(iso));
}

/** Date and 12-hour time. */
export function formatInstant(iso: string): string {
  return instant.format(new Date(iso));
}

const STEPS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** `3 hr. ago`; below a minute `now`. */
export function formatAgo(iso: string, now: number = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return unit === 'second' ? 'just now' : ago.format(Math.round(seconds / size), unit);
}
