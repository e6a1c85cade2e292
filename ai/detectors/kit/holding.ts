import { addDays } from '../../../domain/kit/times.ts';
import { mondayOf } from './calendar.ts';

/** The last Sunday, and those of the three weeks before. */
const WEEKS = [0, 7, 14, 21];

/** The last Sunday before a day: what is looked at through it changes once a week. @param today `YYYY-MM-DD` */
export function lastSunday(today: string): string {
  return addDays(mondayOf(today), -1);
}

/**
 * Whether something that slides with the days holds: clearly on one of the last four Sundays, and at least somewhat on
 * the last. So a finding near its threshold does not come and go from day to day. Each day is held against the same
 * Sundays: held against the days a week before it, what was clear on one day alone would be found every seventh day.
 * @param today `YYYY-MM-DD`
 */
export function holds(today: string, on: { clearly(day: string): boolean; somewhat(day: string): boolean }): boolean {
  const sunday = lastSunday(today);
  return on.somewhat(sunday) && WEEKS.some((days) => on.clearly(addDays(sunday, -days)));
}
