import type { RevenueTrend } from '../../../api/reports/schema.ts';
import { type Days, formatMonth, monthOf } from '../../ui/values/days.ts';
import { formatDay, formatMoney } from '../../ui/values/format.ts';

const dayOfMonth = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `November 1 to 23`. */
export function formatDays({ from, to }: Days): string {
  if (from === to) return dayOfMonth.format(new Date(from));
  return monthOf(from) === monthOf(to)
    ? `${dayOfMonth.format(new Date(from))} to ${Number(to.slice(8))}`
    : `${formatDay(from)} to ${formatDay(to)}`;
}

/** One side of what a change compares: `Nov 1 to 27: $1,200`. @param days of one month @param value as it is shown */
export function basisText({ from, to }: Days, value: string): string {
  const until = from === to ? '' : ` to ${Number(to.slice(8))}`;
  return `${shortDay.format(new Date(from))}${until}: ${value}`;
}

/** A figure's change from last month: `+15% from last month`. */
export function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'None this month or last' : 'New this month';
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  if (percent === 0) return 'Same as last month';
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}% from last month`;
}

/** A share of a whole in percent, with one decimal; 0 if the whole is 0. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10;
}

/** What the chart of the months says: their sum, and the best one. */
export function trendWords({ months }: RevenueTrend): string {
  const sum = months.reduce((cents, { revenue }) => cents + Math.round(Number(revenue) * 100), 0) / 100;
  const best = months.reduce((one, other) => (Number(other.revenue) > Number(one.revenue) ? other : one));
  return `Invoices paid in the last ${months.length} months come to ${formatMoney(sum)}, with tax and deposits. The best month was ${formatMonth(best.month)} with ${formatMoney(best.revenue)}.`;
}
