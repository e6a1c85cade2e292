import { FORECAST_METHOD_WORDS, forecastOf, MONTHS_NEEDED } from '../../domain/forecast/forecast.ts';
import { addDays, monthOf } from '../../domain/kit/times.ts';
import { invoices } from '../../projections/invoices.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { companyToday, companyZone, instantsOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { lastDayOf, monthsOf } from './figures.ts';
import type { RevenueForecast } from './schema.ts';

/** Older months say little about the coming ones. */
const MOST_MONTHS = 60;
/** How many of the latest paid invoices show how late customers pay, and the fewest that will do. */
const PAID_LAST = 200;
const FEWEST_PAID = 5;
const SHOWN_PAST = 12;

/**
 * What this month and the next ones may bring in, by {@link forecastOf} from the past months; with what is already
 * known of each: open invoices, expected as late as customers usually pay, and scheduled work.
 * @param months at most this many, including the current one
 */
export async function revenueForecastOf(context: ApiContext, months: number): Promise<RevenueForecast> {
  const { today, thisMonth, revenue, past, history } = await revenueHistoryOf(context);
  const models = context.readModels.current();
  const forecast = forecastOf(history, months);
  const soFar = revenue.get(thisMonth) ?? 0;
  const [late, due] = await Promise.all([latenessOf(models), openByDueDate(models)]);
  const coming = forecast ? monthsAfter(thisMonth, forecast.months.length) : [];
  const scheduled = await scheduledIn(context, coming);
  return {
    asOf: today,
    monthsKnown: past.length,
    monthsNeeded: MONTHS_NEEDED,
    method: forecast && FORECAST_METHOD_WORDS[forecast.method],
    accuracy: forecast && {
      tries: forecast.tries,
      averageError: forecast.averageError / 100,
      percentError: forecast.percentError,
    },
    daysLate: late,
    past: past.slice(-SHOWN_PAST).map((month) => ({ month, revenue: (revenue.get(month) ?? 0) / 100 })),
    months: coming.map((month, at) => {
      const { value, low, high } = forecast?.months[at] ?? { value: 0, low: 0, high: 0 };
      // This month comes to at least what has already come in.
      const least = month === thisMonth ? soFar : 0;
      return {
        month,
        revenue: Math.max(value, least) / 100,
        low: Math.max(low, least) / 100,
        high: Math.max(high, least) / 100,
        received: month === thisMonth ? soFar / 100 : null,
        openInvoices: dueIn(month, due, late ?? 0, today) / 100,
        scheduledWork: (scheduled.get(month) ?? 0) / 100,
      };
    }),
  };
}

/** What came in, in cents, in each of the months that a forecast is made from, the earliest first. */
export async function revenueHistoryOf(context: ApiContext) {
  const today = await companyToday(context);
  const thisMonth = monthOf(today);
  const revenue = await revenueByMonth(context.readModels.current());
  const past = monthsBefore(thisMonth, revenue);
  return { today, thisMonth, revenue, past, history: past.map((month) => revenue.get(month) ?? 0) };
}

/** What came in, minus refunds, in cents. */
async function revenueByMonth(models: ReadModels): Promise<Map<string, number>> {
  const groups = await models.sum('payments', { groupBy: ['month'], sum: ['cash'] });
  return new Map(groups.map(({ by, sums }) => [String(by['month']), sums['cash'] ?? 0]));
}

/** The past months, from the first one in which money came in. */
function monthsBefore(thisMonth: string, revenue: ReadonlyMap<string, number>): string[] {
  const [first] = [...revenue.keys()].filter((month) => month < thisMonth).sort();
  if (first === undefined) return [];
  const last = Temporal.PlainYearMonth.from(thisMonth).subtract({ months: 1 }).toString();
  return monthsOf({ startDate: first, endDate: last }).slice(-MOST_MONTHS);
}

function monthsAfter(thisMonth: string, count: number): string[] {
  const last = Temporal.PlainYearMonth.from(thisMonth).add({ months: count - 1 });
  return monthsOf({ startDate: thisMonth, endDate: last.toString() });
}

/** How many days after the due date recent invoices were paid, as the median; null if too few were paid. */
async function latenessOf(models: ReadModels): Promise<number | null> {
  const { documents } = await models.find(invoices.collection, {
    where: { removed: null, status: 'paid' },
    order: { field: 'paidOn', direction: 'desc' },
    limit: PAID_LAST,
  });
  const days = documents
    .map(({ dueDate, paidOn }) => daysBetween(dueDate, paidOn ?? dueDate))
    .sort((one, other) => one - other);
  return days.length < FEWEST_PAID ? null : (days[Math.floor(days.length / 2)] ?? 0);
}

function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days;
}

async function openByDueDate(models: ReadModels): Promise<[day: string, cents: number][]> {
  const where = { removed: null, isOpen: true };
  const groups = await models.sum(invoices.collection, { where, groupBy: ['dueDate'], sum: ['balance'] });
  return groups.map(({ by, sums }) => [String(by['dueDate']), sums['balance'] ?? 0]);
}

/** What open invoices may bring in during a month, in cents; what should be in already is expected this month. */
function dueIn(month: string, due: readonly [string, number][], late: number, today: string): number {
  return due.reduce((sum, [day, cents]) => {
    const expected = addDays(day, late);
    return (expected < today ? today : expected).startsWith(month) ? sum + cents : sum;
  }, 0);
}

/** The total price of the jobs scheduled for each month, in cents. */
async function scheduledIn(context: ApiContext, months: readonly string[]): Promise<Map<string, number>> {
  const zone = await companyZone(context);
  const models = context.readModels.current();
  const sums = months.map(async (month): Promise<[string, number]> => {
    const scheduledDate = instantsOf({ from: `${month}-01`, to: lastDayOf(month) }, zone);
    const where = { removed: null, status: 'scheduled', scheduledDate };
    const [all] = await models.sum('jobs', { where, groupBy: [], sum: ['amount'] });
    return [month, all?.sums['amount'] ?? 0];
  });
  return new Map(await Promise.all(sums));
}
