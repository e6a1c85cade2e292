import type { JobStatus } from '../../domain/job/terms.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { monthOf } from '../../domain/kit/times.ts';
import type { Condition, Group, ReadModels } from '../../store/read-models.ts';
import { daysIn, earnedByMonth, earnedIn, lastDayOf } from '../analytics/figures.ts';
import { companyToday, companyZone, type FiguresContext, instantsOf } from '../kit/company-time.ts';
import type { Period, ReportSummary, RevenueTrend, ServiceDistribution } from './schema.ts';

// The figures of the reports: sums over indexes of the read models, never stored anywhere else.

/** An amount in cents, and the number of records behind it. */
interface Sum {
  count: number;
  cents: number;
}

/** All the figures at the top of the reports. */
export async function summaryOf(context: FiguresContext): Promise<ReportSummary> {
  const models = context.readModels.current();
  const [today, zone] = [await companyToday(context), await companyZone(context)];
  const months = comparedMonths(today);
  const spans = [null, months.thisMonth, months.lastMonth, months.change.now] as const;
  const [revenue, earned, completed, customers, customersBefore, jobsByStatus, received] = await Promise.all([
    Promise.all(spans.map((days) => paidIn(models, days))),
    Promise.all(spans.map((days) => earnedIn(models, days ? daysIn({ startDate: days.from, endDate: days.to }) : {}))),
    Promise.all(spans.map((days) => completedIn(models, days && instantsOf(days, zone)))),
    Promise.all(spans.map((days) => customersIn(models, days && instantsOf(days, zone)))),
    customersIn(models, { lt: instantsOf(months.lastMonth, zone).lt }),
    models.sum('jobs', { where: { removed: null }, groupBy: ['status'], sum: [] }),
    receivedInAll(models),
  ]);
  const average = revenue.map(({ cents }, at) => perJob(cents, completed[at] ?? 0));
  return {
    today,
    months,
    totalRevenue: compared(revenue.map(({ cents }) => formatCents(cents))),
    profitBeforeTax: compared(earned.map(({ profit }) => formatCents(profit))),
    paidInvoices: revenue[0]?.count ?? 0,
    completedJobs: compared(completed),
    totalCustomers: { ...compared(customers), change: { now: customers[0] ?? 0, before: customersBefore } },
    averageJobValue: compared(average.map(formatCents)),
    jobsByStatus: jobsByStatus.map(({ by, count }) => ({ status: String(by['status']), count })),
    received: formatCents(received),
  };
}

/**
 * @param values for all time, for this month so far, for the same days of the month before, and for as many days of this
 * month
 */
function compared<Value>(values: readonly Value[]) {
  const [value, thisMonth, lastMonth, now] = values as [Value, Value, Value, Value];
  return { value, thisMonth, lastMonth, change: { now, before: lastMonth } };
}

/** Rounded half up; 0 without jobs. */
function perJob(cents: number, jobs: number): number {
  return jobs === 0 ? 0 : Math.round(cents / jobs);
}

/**
 * This month through today, and the same days of the month before; if that was shorter, `change` has as many days of
 * both. @param today `YYYY-MM-DD`
 */
export function comparedMonths(today: string): ReportSummary['months'] {
  const to = Temporal.PlainDate.from(today);
  const last = to.subtract({ months: 1 });
  const upTo = (day: Temporal.PlainDate) => ({ from: day.with({ day: 1 }).toString(), to: day.toString() });
  const lastMonth = upTo(last);
  return { thisMonth: upTo(to), lastMonth, change: { now: upTo(to.with({ day: last.day })), before: lastMonth } };
}

/** Invoices paid in full. @param days in which they were paid; null: ever */
async function paidIn(models: ReadModels, days: Period | null): Promise<Sum> {
  const paidOn = days ? { paidOn: { gte: days.from, lte: days.to } } : {};
  return sumOf(
    await models.sum('invoices', {
      where: { removed: null, status: 'paid', ...paidOn },
      groupBy: [],
      sum: ['revenue'],
    }),
  );
}

function sumOf([all]: readonly Group[], field = 'revenue'): Sum {
  return { count: all?.count ?? 0, cents: all?.sums[field] ?? 0 };
}

const COMPLETED = { removed: null, status: 'completed' satisfies JobStatus } as const;

function completedIn(models: ReadModels, completedAt: Condition): Promise<number> {
  return models.count('jobs', { where: { ...COMPLETED, ...(completedAt !== null && { completedAt }) } });
}

function customersIn(models: ReadModels, createdAt: Condition): Promise<number> {
  return models.count('customers', { where: { removed: null, ...(createdAt !== null && { createdAt }) } });
}

/** Payments minus refunds, in cents. */
async function receivedInAll(models: ReadModels): Promise<number> {
  return sumOf(await models.sum('payments', { where: {}, groupBy: [], sum: ['cash'] }), 'cash').cents;
}

/** The totals of invoices paid in full in each of the last months, and the profit by the books. */
export async function revenueTrendOf(context: FiguresContext, count: number): Promise<RevenueTrend> {
  const models = context.readModels.current();
  const last = monthOf(await companyToday(context));
  const months = Array.from({ length: count }, (_, back) =>
    Temporal.PlainYearMonth.from(last)
      .subtract({ months: count - 1 - back })
      .toString(),
  );
  const days = { startDate: `${months[0]}-01`, endDate: lastDayOf(last) };
  const [sums, earned] = await Promise.all([
    Promise.all(months.map((month) => paidIn(models, { from: `${month}-01`, to: lastDayOf(month) }))),
    earnedByMonth(models, days),
  ]);
  return {
    months: sums.map(({ count: invoices, cents }, at) => {
      const month = months[at] as string;
      const profitBeforeTax = formatCents(earned.get(month)?.profit ?? 0);
      return { month, revenue: formatCents(cents), profitBeforeTax, invoices };
    }),
  };
}

/** Which services were done in a range of days, the most frequent first. */
export async function servicesOf(context: FiguresContext, { from, to }: Period): Promise<ServiceDistribution> {
  const completedAt = instantsOf({ from, to }, await companyZone(context));
  const where = { ...COMPLETED, completedAt };
  const groups = await context.readModels.current().sum('jobs', { where, groupBy: ['serviceType'], sum: ['amount'] });
  const services = groups.map(({ by, count, sums }) => {
    return { service: by['serviceType'] as string | null, jobs: count, cents: sums['amount'] ?? 0 };
  });
  services.sort((one, other) => other.jobs - one.jobs || other.cents - one.cents);
  return { from, to, services: services.map(({ cents, ...rest }) => ({ ...rest, amount: formatCents(cents) })) };
}
