import { addDays } from '../../../domain/kit/times.ts';

/** Today, and the same day of the three weeks before. */
const WEEKS = [0, 7, 14, 21];

/**
 * Whether something that slides with the days holds: clearly on one of the last weeks' days, and at least somewhat today.
 * So a finding near its threshold does not come and go from day to day.
 * @param today `YYYY-MM-DD`
 */
export function holds(today: string, on: { clearly(day: string): boolean; somewhat(day: string): boolean }): boolean {
  return on.somewhat(today) && WEEKS.some((days) => on.clearly(addDays(today, -days)));
}
