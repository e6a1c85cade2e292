import { addDays } from '../kit/times.ts';

/** A day on which the company is closed: it counts against nobody's balance. */
export interface Holiday {
  /** `YYYY-MM-DD` */
  day: string;
  name: string;
}

const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6] as const;

/**
 * The public holidays of the United States in a year (5 U.S.C. 6103), earliest first, each on the day it is observed:
 * one on a Saturday on the Friday before, one on a Sunday on the Monday after. So New Year's Day may be in the year
 * before.
 */
export function federalHolidays(year: number): Holiday[] {
  const on = (monthAndDay: string) => observed(`${year}-${monthAndDay}`);
  return [
    { day: on('01-01'), name: 'New Year’s Day' },
    { day: nthOf(3, MONDAY, `${year}-01-01`), name: 'Martin Luther King Jr. Day' },
    { day: nthOf(3, MONDAY, `${year}-02-01`), name: 'Washington’s Birthday' },
    // The last one: a week before the first of June.
    { day: addDays(nthOf(1, MONDAY, `${year}-06-01`), -7), name: 'Memorial Day' },
    { day: on('06-19'), name: 'Juneteenth' },
    { day: on('07-04'), name: 'Independence Day' },
    { day: nthOf(1, MONDAY, `${year}-09-01`), name: 'Labor Day' },
    { day: nthOf(2, MONDAY, `${year}-10-01`), name: 'Columbus Day / Indigenous Peoples’ Day' },
    { day: on('11-11'), name: 'Veterans Day' },
    { day: nthOf(4, THURSDAY, `${year}-11-01`), name: 'Thanksgiving Day' },
    { day: on('12-25'), name: 'Christmas Day' },
  ];
}

/** The holidays with those of a year that have no day among them yet, earliest first. */
export function withFederalHolidays(holidays: readonly Holiday[], year: number): Holiday[] {
  const taken = new Set(holidays.map(({ day }) => day));
  return inOrder([...holidays, ...federalHolidays(year).filter(({ day }) => !taken.has(day))]);
}

/** Earliest first. */
export function inOrder(holidays: readonly Holiday[]): Holiday[] {
  return holidays.toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

function observed(day: string): string {
  const weekday = weekdayOf(day);
  if (weekday === SATURDAY) return addDays(day, -1);
  return weekday === SUNDAY ? addDays(day, 1) : day;
}

/** The nth such day of the week in a month. @param first the month's first day @param weekday 0 for Sunday */
function nthOf(nth: number, weekday: number, first: string): string {
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1));
}

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00Z`).getUTCDay();
}
