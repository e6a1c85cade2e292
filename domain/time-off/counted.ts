import { addDays } from '../kit/times.ts';
import { isWorkingDay } from '../schedule/parts.ts';
import type { CountedBy, TimeOffDetails } from './events.ts';

/** The days of some time off. */
export interface DaysOff extends Pick<TimeOffDetails, 'startDate' | 'endDate' | 'half'> {
  /** What they count by if they are approved; without it by what is set now. */
  countedBy?: CountedBy | null;
}

/** On which days the company works. */
export interface WorkingDays {
  workingDays: readonly string[];
  /** When it is closed, `YYYY-MM-DD`. */
  holidays: ReadonlySet<string>;
}

/**
 * The days of some time off that count against a balance: those on which the company works. Half a day is 0.5. Approved
 * days keep the working days and holidays of their approval; a holiday that was added since frees its day too.
 * @param within counts none before or after these days, `YYYY-MM-DD`
 */
export function countedDays(
  { startDate, endDate, half, countedBy }: DaysOff,
  company: WorkingDays,
  { from = startDate, to = endDate }: { from?: string; to?: string } = {},
): number {
  const last = to < endDate ? to : endDate;
  const works = countedBy
    ? { workingDays: countedBy.workingDays, holidays: company.holidays.union(new Set(countedBy.holidays)) }
    : company;
  let days = 0;
  for (let day = from > startDate ? from : startDate; day <= last; day = addDays(day, 1))
    if (isCounted(day, works)) days += 1;
  return half === null ? days : days / 2;
}

/** Whether the company works on a day, by its week and its holidays. @param day `YYYY-MM-DD` */
export function isCounted(day: string, { workingDays, holidays }: WorkingDays): boolean {
  return isWorkingDay(day, { workingDays }) && !holidays.has(day);
}
