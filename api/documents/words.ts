import { dayOf } from '../kit/company-time.ts';

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `2037-06-15` as `June 15, 2037`. */
export function dayText(day: string): string {
  return days.format(new Date(`${day}T00:00Z`));
}

/** The day of an instant (ISO UTC) in the company's time zone, in words. */
export function dayTextIn(zone: string, instant: string): string {
  return dayText(dayOf(Date.parse(instant), zone));
}

/** Thousandths of a percent as `6.25%`. */
export function rateText(thousandths: number): string {
  return `${thousandths / 1_000}%`;
}
