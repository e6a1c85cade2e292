import { addDays } from '../kit/times.ts';
import { isWorkingDay } from '../schedule/parts.ts';
import type { TimeOffDetails } from './events.ts';

/** The days of some time off. */
export type DaysOff = Pick<TimeOffDetails, 'startDate' | 'endDate' | 'half'>;

/** On which days the company works. */
export interface WorkingDays {
  workingDays: readonly string[];
  /** When it is closed, `YYYY-MM-DD`. */
  holidays: ReadonlySet<string>;
}

/**
 * The days of some time off that count against a balance: those on which the company works. Half a day is 0.5.
 * @param upTo counts none after it, `YYYY-MM-DD`
 */
export function countedDays({ startDate, endDate, half }: DaysOff, company: WorkingDays, upTo = endDate): number {
  const last = upTo < endDate ? upTo : endDate;
  let days = 0;
  for (let day = startDate; day <= last; day = addDays(day, 1)) if (isCounted(day, company)) days += 1;
  return half === null ? days : days / 2;
}

/** Whether the company works on a day, by its week and its holidays. @param day `YYYY-MM-DD` */
export function isCounted(day: string, { workingDays, holidays }: WorkingDays): boolean {
  return isWorkingDay(day, { workingDays }) && !holidays.has(day);
}
