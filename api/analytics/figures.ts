import type { AccountKey, AccountSums } from '../../domain/accounts/terms.ts';
import { type Earned, earnedOf } from '../../domain/books/earned.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { monthOf } from '../../domain/kit/times.ts';
import type { Group, ReadModels, SumQuery } from '../../store/read-models.ts';
import { overdueOn } from '../invoices/schema.ts';
import { companyToday, companyZone, type FiguresContext, instantsOf } from '../kit/company-time.ts';
import type { AnalyticsQuery, CashFlow, Financial } from './schema.ts';

// Everything is summed in whole cents and reported in dollars.

/** A range of days. */
export interface Range {
  /** Both included, `YYYY-MM-DD`. */
  startDate: string;
  endDate: string;
}

/** A longer range has more months than one answer can hold. */
const MOST_YEARS = 100;

/**
 * The days that were asked for; by default this year through today.
 * @throws Rejection if the last day is before the first, or the range is too long
 */
export function rangeOf({ startDate, endDate }: AnalyticsQuery, today: string): Range {
  const range = { startDate: startDate ?? `${yearOf(today)}-01-01`, endDate: endDate ?? today };
  if (range.endDate < range.startDate) {
    const field = endDate === undefined ? 'startDate' : 'endDate';
    throw new Rejection('invalid', 'The last day must not be before the first.', field);
  }
  if (Number(yearOf(range.endDate)) - Number(yearOf(range.startDate)) > MOST_YEARS)
    throw new Rejection('invalid', `Figures cover at most ${MOST_YEARS} years at once.`, 'startDate');
  return range;
}

/** What came in, what was spent and what is still open. */
export async function financialOf(context: FiguresContext, query: AnalyticsQuery): Promise<Financial> {
  const today = await companyToday(context);
  const range = rangeOf(query, today);
  const zone = await companyZone(context);
  const models = context.readModels.current();
  const { day } = daysIn(range);
  const [revenue, costs, completed, pending, overdue, paid, owed, earned] = await Promise.all([
    total(models, 'payments', daysIn(range), 'cash'),
    total(models, 'costs', { removed: null, ...daysIn(range) }, 'amount'),
    completedIn(models, range, zone),
    total(models, 'invoices', OPEN, 'balance'),
    total(models, 'invoices', { removed: null, ...overdueOn(today) }, 'balance'),
    total(models, 'invoices', { removed: null, status: 'paid', paidOn: day }, 'revenue'),
    total(models, 'credits', { isOwed: true }, 'owed'),
    earnedIn(models, daysIn(range)),
  ]);
  return {
    ...range,
    totalRevenue: revenue / 100,
    totalCosts: costs / 100,
    totalProfit: (revenue - costs) / 100,
    invoicedBeforeTax: earned.invoiced / 100,
    profitBeforeTax: earned.profit / 100,
    averageJobValue: completed.priced === 0 ? 0 : Math.round(completed.amount / completed.priced) / 100,
    paidInvoices: paid / 100,
    completedJobs: completed.count,
    pendingPayments: (pending + owed) / 100,
    owedCredit: owed / 100,
    overdueInvoices: overdue / 100,
  };
}

/** What came in and what was spent in each month of the range, including months with neither. */
export async function cashFlowOf(context: FiguresContext, query: AnalyticsQuery): Promise<CashFlow> {
  const range = rangeOf(query, await companyToday(context));
  const models = context.readModels.current();
  const [revenue, costs, earned] = await Promise.all([
    byMonth(models, 'payments', daysIn(range), 'cash'),
    byMonth(models, 'costs', { removed: null, ...daysIn(range) }, 'amount'),
    earnedByMonth(models, range),
  ]);
  const months = monthsOf(range).map((month) => {
    const [came, went] = [revenue.get(month) ?? 0, costs.get(month) ?? 0];
    const profitBeforeTax = (earned.get(month)?.profit ?? 0) / 100;
    return { month, revenue: came / 100, costs: went / 100, profit: (came - went) / 100, profitBeforeTax };
  });
  return { ...range, months };
}

type Where = NonNullable<SumQuery['where']>;

const OPEN: Where = { removed: null, isOpen: true };

/** The days of a range as a condition on the field `day`. */
export function daysIn({ startDate, endDate }: Range) {
  return { day: { gte: startDate, lte: endDate } };
}

async function total(models: ReadModels, collection: string, where: Where, field: string): Promise<number> {
  const [all] = await models.sum(collection, { where, groupBy: [], sum: [field] });
  return all?.sums[field] ?? 0;
}

/** The monthly sums of a field, in cents. */
export async function byMonth(models: ReadModels, collection: string, where: Where, field: string) {
  const groups = await models.sum(collection, { where, groupBy: ['month'], sum: [field] });
  return new Map(groups.map(({ by, sums }) => [String(by['month']), sums[field] ?? 0]));
}

/** What was earned by the books, in cents. @param where the days; without any, all of them */
export async function earnedIn(models: ReadModels, where: Where = {}): Promise<Earned> {
  const groups = await models.sum('journal', { where, groupBy: ['account'], sum: ['debit', 'credit'] });
  return earnedOf(groups.map(accountSums));
}

/** What was earned in each month of a range by the books, in cents; a month without entries is missing. */
export async function earnedByMonth(models: ReadModels, range: Range): Promise<Map<string, Earned>> {
  const asked = { where: daysIn(range), groupBy: ['month', 'account'], sum: ['debit', 'credit'] };
  const months = Map.groupBy(await models.sum('journal', asked), ({ by }) => String(by['month']));
  return new Map([...months].map(([month, groups]) => [month, earnedOf(groups.map(accountSums))]));
}

function accountSums({ by, sums }: Group): AccountSums {
  return { account: by['account'] as AccountKey, debit: sums['debit'] ?? 0, credit: sums['credit'] ?? 0 };
}

/** How many jobs were completed in these days of a zone, how many of them have a price, and their total in cents. */
export async function completedIn(models: ReadModels, { startDate, endDate }: Range, zone: string) {
  const completedAt = instantsOf({ from: startDate, to: endDate }, zone);
  const where = { removed: null, status: 'completed', completedAt };
  const [[all], [unpriced]] = await Promise.all([
    models.sum('jobs', { where, groupBy: [], sum: ['amount'] }),
    models.sum('jobs', { where: { ...where, amount: null }, groupBy: [], sum: [] }),
  ]);
  const count = all?.count ?? 0;
  return { count, priced: count - (unpriced?.count ?? 0), amount: all?.sums['amount'] ?? 0 };
}

function yearOf(day: string): string {
  return day.slice(0, 'YYYY'.length);
}

/** Every month with days in a range, earliest first, as `2026-06`. The ends may be months themselves. */
export function monthsOf({ startDate, endDate }: Range): string[] {
  const months: string[] = [];
  const last = Temporal.PlainYearMonth.from(monthOf(endDate));
  let month = Temporal.PlainYearMonth.from(monthOf(startDate));
  for (; Temporal.PlainYearMonth.compare(month, last) <= 0; month = month.add({ months: 1 }))
    months.push(month.toString());
  return months;
}

/** @param month `2026-06` */
export function lastDayOf(month: string): string {
  return `${month}-${Temporal.PlainYearMonth.from(month).daysInMonth}`;
}
