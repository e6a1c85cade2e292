import type { Days } from './period.tsx';

const monthLong = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthShort = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** `November 2026`. @param month `YYYY-MM` */
export function formatMonth(month: string): string {
  return monthLong.format(new Date(`${month}-01`));
}

/** `Nov`; in January the year: `2027`. @param month `YYYY-MM` */
export function formatMonthShort(month: string): string {
  return month.endsWith('-01') ? month.slice(0, 4) : monthShort.format(new Date(`${month}-01`));
}

/** All the days of a month. @param month `YYYY-MM` */
export function daysOfMonth(month: string): Days {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 'YYYY-MM-DD'.length);
  return { from: `${month}-01`, to: last };
}
