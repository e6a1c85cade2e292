import { FORECAST_METHOD_WORDS, forecastOf, forecastSpan, MONTHS_NEEDED } from '../../domain/forecast/forecast.ts';
import {
  FOUR_OF_FIVE,
  offByText,
  type Predicted,
  type PredictedFigure,
  toldFigure,
  untoldFigure,
} from './prediction.ts';

/** As many as the forecast of the finances tells, so that both choose the same method. */
const MONTHS = 6;
const QUARTER = 3;

/**
 * What the next month and the next quarter of the calendar may bring in, by the forecast of the finances.
 * @param thisMonth `2026-06` @param history cents of each whole month before it, the earliest first
 * @returns null if no money ever came in
 */
export function revenueAhead(thisMonth: string, history: readonly number[], hasRevenue: boolean): Predicted | null {
  if (!hasRevenue) return null;
  const month = Temporal.PlainYearMonth.from(thisMonth);
  const toQuarter = QUARTER - ((month.month - 1) % QUARTER);
  const spans = [
    { id: 'next_month', label: 'Next month', from: 1, count: 1 },
    { id: 'next_quarter', label: 'Next quarter', from: toQuarter, count: QUARTER },
  ];
  return spans.map((span) => {
    const first = month.add({ months: span.from });
    return spanOf(history, { ...span, label: `${span.label}, ${spanText(first, span.count)}` });
  });
}

function spanOf(
  history: readonly number[],
  { id, label, from, count }: { id: string; label: string; from: number; count: number },
): PredictedFigure {
  const forecast = forecastOf(history, MONTHS);
  const span = forecastSpan(history, MONTHS, { from, count });
  const by = forecast ? FORECAST_METHOD_WORDS[forecast.method] : 'the simple method that came closest on past months';
  const given = { id, label, unit: 'dollars', method: `From ${by}, as in the forecast of your finances.` } as const;
  if (!span) {
    const needed = MONTHS_NEEDED - QUARTER + from + count;
    const needs = `${Math.max(MONTHS_NEEDED, needed)} full months since the first payment; so far there ${areMonths(history.length)}.`;
    return untoldFigure({ ...given, needs });
  }
  return toldFigure({
    ...given,
    value: span.value / 100,
    range: { low: span.low / 100, high: span.high / 100, says: FOUR_OF_FIVE },
    offBy: offByText(span),
  });
}

function areMonths(count: number): string {
  if (count === 0) return 'is none';
  return count === 1 ? 'is 1' : `are ${count}`;
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const MONTH_ALONE = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** `Dec 2026`, `Jan to Mar 2027`. */
function spanText(first: Temporal.PlainYearMonth, count: number): string {
  const dateOf = (month: Temporal.PlainYearMonth) => new Date(`${month.toString()}-01T00:00Z`);
  const last = MONTH.format(dateOf(first.add({ months: count - 1 })));
  return count === 1 ? last : `${MONTH_ALONE.format(dateOf(first))} to ${last}`;
}
