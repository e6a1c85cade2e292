/** A range of days, first and last included, `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

const monthLong = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthShort = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** The month of a day: `2026-11` of `2026-11-23`. */
export function monthOf(day: string): string {
  return day.slice(0, 'YYYY-MM'.length);
}

/** `November 2026`. @param month `YYYY-MM` */
export function formatMonth(month: string): string {
  return monthLong.format(new Date(`${month}-01`));
}

/** `Nov`; in January the year: `2027`. @param month `YYYY-MM` */
export function formatMonthShort(month: string): string {
  return month.endsWith('-01') ? month.slice(0, 4) : monthShort.format(new Date(`${month}-01`));
}

/** The first and last day of a month. @param month `YYYY-MM` */
export function daysOfMonth(month: string): Days {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 'YYYY-MM-DD'.length);
  return { from: `${month}-01`, to: last };
}

/** Common periods by name. @param today `YYYY-MM-DD` */
export function usualPeriods(today: string): Readonly<Record<string, Days>> {
  const year = Number(today.slice(0, 4));
  const month = monthOf(today);
  const before = new Date(Date.UTC(year, Number(today.slice(5, 7)) - 1, 0)).toISOString().slice(0, today.length);
  return {
    'This month': { from: `${month}-01`, to: today },
    'Last month': { from: `${monthOf(before)}-01`, to: before },
    'This year': yearToDate(today),
    'Last year': { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
  };
}

/** From January 1 to today. @param today `YYYY-MM-DD` */
export function yearToDate(today: string): Days {
  return { from: `${today.slice(0, 4)}-01-01`, to: today };
}
