import { addDays, monthOf } from '../kit/times.ts';
import type { TimeOffDetails } from './events.ts';
import { ABSENCE_TYPES, type AbsenceType, daysOff } from './terms.ts';

/** Somebody's approved time off. */
export type Absence = Pick<TimeOffDetails, 'requestType' | 'startDate' | 'endDate' | 'half'>;

/** The days off in a month (`YYYY-MM`), of all people together. */
export interface MonthOfAbsence {
  month: string;
  /** Its first and last day. */
  from: string;
  to: string;
  days: Record<AbsenceType, number>;
  total: number;
}

/** The days of an absence within a range, both ends included, half a day as 0.5; 0 if there are none. @param from, to `YYYY-MM-DD` */
export function daysWithin(
  { startDate, endDate, half }: Pick<Absence, 'startDate' | 'endDate' | 'half'>,
  from: string,
  to: string,
): number {
  const [first, last] = [startDate < from ? from : startDate, endDate > to ? to : endDate];
  return last < first ? 0 : daysOff(first, last, half);
}

/**
 * The days off in each month by type, counted as those of a request: whole days from the first to the last, both
 * included, whether or not the company works on them (public and back office, 5).
 * @param months `YYYY-MM`
 */
export function absenceByMonth(absences: readonly Absence[], months: readonly string[]): MonthOfAbsence[] {
  return months.map((month) => {
    const [from, to] = [`${month}-01`, lastOfMonth(month)];
    const days = { vacation: 0, sick: 0, personal: 0, bereavement: 0, unknown: 0 };
    for (const absence of absences) days[typeOf(absence)] += daysWithin(absence, from, to);
    const total = Object.values(days).reduce((sum, each) => sum + each, 0);
    return { month, from, to, days, total };
  });
}

/** The months up to one, itself included, earliest first. @param month `YYYY-MM` */
export function monthsUpTo(month: string, count: number): string[] {
  const months: string[] = [];
  for (let each = month; months.length < count; each = monthOf(addDays(`${each}-01`, -1))) months.unshift(each);
  return months;
}

function typeOf({ requestType }: Absence): AbsenceType {
  return ABSENCE_TYPES.find((type) => type === requestType) ?? 'unknown';
}

function lastOfMonth(month: string): string {
  const inNext = addDays(`${month}-28`, 4);
  return addDays(`${monthOf(inNext)}-01`, -1);
}
