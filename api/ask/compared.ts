import type { GivenOf } from '../../ai/ask/catalog.ts';
import { sameDaysOf } from '../../ai/ask/comparisons.ts';
import type { Days } from '../../ai/ask/periods.ts';
import { spanWords } from '../../ai/ask/words.ts';
import { AMOUNT_WORDS } from '../../domain/books/terms.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { jobs } from '../../projections/jobs.ts';
import { leads } from '../../projections/leads.ts';
import type { CollectionName, Query, ReadModels } from '../../store/read-models.ts';
import { cashFlowOf, earnedByMonth } from '../analytics/figures.ts';
import { jobList } from '../jobs/schema.ts';
import { companyZone } from '../kit/company-time.ts';
import { queryOf } from '../kit/lists/list-queries.ts';
import { leadList } from '../leads/schema.ts';
import { type Asker, money, number, row, type Table, tableOf, text, withoutPage } from './table.ts';

/** From how many times as much on a percentage says nothing any more. */
const TIMES = 10;

/** Cents, and how many. */
interface Figures {
  received: number;
  costs: number;
  invoiced: number;
  profit: number;
  jobs: number;
  leads: number;
}

/** The figures of two times, each as its own page tells it, and the difference: to the same days, where the first is shorter. */
export async function comparedOf(asker: Asker, given: GivenOf<'compared'>): Promise<Table> {
  const { from = '', to = '', thanFrom = '', thanTo = '' } = given;
  const [time, than] = [
    { from, to },
    { from: thanFrom, to: thanTo },
  ];
  const same = sameDaysOf(time, than);
  const [now, before, whole] = await Promise.all([
    figuresOf(asker, time),
    figuresOf(asker, same ?? than),
    same && figuresOf(asker, than),
  ]);
  const difference = Object.fromEntries(
    Object.entries(now).map(([name, value]) => [name, value - before[name as keyof Figures]]),
  ) as unknown as Figures;
  const days = same ?? than;
  const note = `The difference is to ${spanWords(days.from, days.to)}: ${percentText(now.received, before.received)}.`;
  return tableOf(
    [
      text('time', 'Time'),
      money('received', AMOUNT_WORDS.received),
      money('costs', 'Costs'),
      money('invoiced', 'Invoiced before tax and deposits'),
      money('profit', AMOUNT_WORDS.profit),
      number('jobs', 'Completed jobs'),
      number('leads', 'Leads that came in'),
    ],
    [
      row(spanWords(from, to), ...cells(now)),
      row(spanWords(days.from, days.to), ...cells(before)),
      ...(whole ? [row(spanWords(thanFrom, thanTo), ...cells(whole))] : []),
      row('Difference', ...cells(difference)),
    ],
    withoutPage(note),
  );
}

async function figuresOf({ context, today }: Asker, { from, to }: Days): Promise<Figures> {
  const range = { startDate: from, endDate: to };
  const models = context.readModels.current();
  const zone = await companyZone(context);
  const now = isoNow(context.clock);
  const whereOf = (list: typeof jobList | typeof leadList, asked: Readonly<Record<string, string>>) =>
    queryOf(list, asked, today, now, zone).where ?? {};
  const [{ months }, earned, completed, cameIn] = await Promise.all([
    cashFlowOf(context, range),
    earnedByMonth(models, range),
    countOf(models, jobs.collection, whereOf(jobList, { status: 'completed', completedFrom: from, completedTo: to })),
    countOf(models, leads.collection, whereOf(leadList, { from, to })),
  ]);
  const sum = (of: (each: (typeof months)[number]) => number) =>
    months.reduce((all, each) => all + Math.round(of(each) * 100), 0);
  return {
    received: sum(({ revenue }) => revenue),
    costs: sum((each) => each.costs),
    invoiced: [...earned.values()].reduce((all, { invoiced }) => all + invoiced, 0),
    profit: sum(({ profitBeforeTax }) => profitBeforeTax),
    jobs: completed,
    leads: cameIn,
  };
}

/** How many there are, by an index that has all that is asked: no record is read. */
async function countOf(
  models: ReadModels,
  collection: CollectionName,
  where: NonNullable<Query['where']>,
): Promise<number> {
  const groups = await models.sum(collection, { where, groupBy: [], sum: [] });
  return groups.reduce((sum, { count }) => sum + count, 0);
}

function cells({ received, costs, invoiced, profit, jobs: completed, leads: cameIn }: Figures) {
  return [formatCents(received), formatCents(costs), formatCents(invoiced), formatCents(profit), completed, cameIn];
}

/** How revenue changed, in words. */
function percentText(now: number, before: number): string {
  if (now === before) return 'as much revenue';
  if (before <= 0) return `${now > before ? 'more' : 'less'} revenue`;
  if (now > before * TIMES) return `more than ${TIMES} times the revenue`;
  const percent = Math.abs(((now - before) / before) * 100);
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)}% ${now > before ? 'more' : 'less'} revenue`;
}
