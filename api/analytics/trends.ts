import { Rejection } from '../../domain/kit/decider.ts';
import { monthOf } from '../../domain/kit/times.ts';
import { companyToday, companyZone } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { byMonth, completedIn, daysIn, earnedByMonth, lastDayOf, monthsOf, type Range, rangeOf } from './figures.ts';
import type { AnalyticsQuery, TrendFigures, TrendMonth, Trends } from './schema.ts';

/** Each month is queried separately: more of them would hold up others. */
const MOST_YEARS = 10;

/** The figures of a month, in cents. */
interface Month {
  revenue: number;
  costs: number;
  /** Profit by the books: before tax and deposits. */
  earned: number;
  /** The completed jobs; how many of them have a price, and their total. */
  jobs: number;
  priced: number;
  amount: number;
}

/**
 * The figures of each month in a range, compared with the same days of the year before. Future days are left out of
 * both, so that a month in progress is compared with an equal part of the other.
 * @throws Rejection if the range is not valid, or too long
 */
export async function trendsOf(context: ApiContext, query: AnalyticsQuery): Promise<Trends> {
  const today = await companyToday(context);
  const asked = rangeOf(query, today);
  if (Number(asked.endDate.slice(0, 4)) - Number(asked.startDate.slice(0, 4)) >= MOST_YEARS)
    throw new Rejection('invalid', `Trends cover at most ${MOST_YEARS} years at once.`, 'startDate');
  const range = { startDate: asked.startDate, endDate: asked.endDate < today ? asked.endDate : today };
  if (range.endDate < range.startDate) return { ...asked, months: [] };
  const [now, before] = await Promise.all([monthsIn(context, range), monthsIn(context, yearBefore(range))]);
  const months = [...now].map(([month, each]): TrendMonth => {
    const days = within(month, range);
    const past = before.get(yearEarlier(month));
    const [figures, lastYear] = [figuresOf(each), past && hasData(past) ? figuresOf(past) : null];
    return { month, from: days.startDate, to: days.endDate, ...figures, lastYear, change: changeOf(figures, lastYear) };
  });
  return { ...asked, months };
}

/** The same days of the year before; a whole month stays whole, and February 29 becomes the 28th. */
function yearBefore({ startDate, endDate }: Range): Range {
  const month = monthOf(endDate);
  const isWhole = endDate === lastDayOf(month) && startDate <= `${month}-01`;
  return {
    startDate: dayBefore(startDate),
    endDate: isWhole ? lastDayOf(yearEarlier(month)) : dayBefore(endDate),
  };
}

function dayBefore(day: string): string {
  return Temporal.PlainDate.from(day).subtract({ years: 1 }).toString();
}

function yearEarlier(day: string): string {
  return Temporal.PlainYearMonth.from(monthOf(day)).subtract({ years: 1 }).toString();
}

/** The days of a month that lie in a range. */
function within(month: string, { startDate, endDate }: Range): Range {
  const [first, last] = [`${month}-01`, lastDayOf(month)];
  return { startDate: first < startDate ? startDate : first, endDate: last > endDate ? endDate : last };
}

async function monthsIn(context: ApiContext, range: Range): Promise<Map<string, Month>> {
  const models = context.readModels.current();
  const zone = await companyZone(context);
  const months = monthsOf(range);
  const [revenue, costs, earned, jobs] = await Promise.all([
    byMonth(models, 'payments', daysIn(range), 'cash'),
    byMonth(models, 'costs', { removed: null, ...daysIn(range) }, 'amount'),
    earnedByMonth(models, range),
    Promise.all(months.map((month) => completedIn(models, within(month, range), zone))),
  ]);
  return new Map(
    months.map((month, at) => {
      const { count = 0, priced = 0, amount = 0 } = jobs[at] ?? {};
      return [
        month,
        {
          revenue: revenue.get(month) ?? 0,
          costs: costs.get(month) ?? 0,
          earned: earned.get(month)?.profit ?? 0,
          jobs: count,
          priced,
          amount,
        },
      ];
    }),
  );
}

function hasData({ revenue, costs, jobs }: Month): boolean {
  return revenue !== 0 || costs !== 0 || jobs !== 0;
}

/** In dollars. */
function figuresOf({ revenue, costs, earned, jobs, priced, amount }: Month): TrendFigures {
  return {
    revenue: revenue / 100,
    costs: costs / 100,
    profit: (revenue - costs) / 100,
    profitBeforeTax: earned / 100,
    averageJobValue: priced === 0 ? 0 : Math.round(amount / priced) / 100,
    completedJobs: jobs,
  };
}

/** In percent with one decimal; null if there was nothing to compare with, or a negative amount. */
function changeOf(now: TrendFigures, before: TrendFigures | null): TrendMonth['change'] {
  const percent = (field: keyof TrendFigures) => {
    const past = before?.[field] ?? 0;
    return past <= 0 ? null : Math.round(((now[field] - past) / past) * 1_000) / 10;
  };
  return {
    revenue: percent('revenue'),
    costs: percent('costs'),
    profit: percent('profit'),
    averageJobValue: percent('averageJobValue'),
    completedJobs: percent('completedJobs'),
  };
}
