import { dayText } from '../../domain/kit/day-text.ts';
import { dayOf } from '../kit/company-time.ts';

/** The day of an instant (ISO UTC) in the company's time zone, in words. */
export function dayTextIn(zone: string, instant: string): string {
  return dayText(dayOf(Date.parse(instant), zone));
}

/** Thousandths of a percent as `6.25%`. */
export function rateText(thousandths: number): string {
  return `${thousandths / 1_000}%`;
}
