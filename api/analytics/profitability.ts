import { isProfitKnown } from '../../domain/job/profit.ts';
import { knownHours, serviceLabel } from '../../domain/job/terms.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { toMillionth } from '../../domain/kit/money.ts';
import { compareTexts } from '../../domain/kit/sort-text.ts';
import { type JobDocument, jobs } from '../../projections/jobs.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { companyToday, companyZone, dayOf, instantsOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { rangeOf } from './figures.ts';
import type { Profitability, ProfitabilityQuery, ProfitabilityRow } from './schema.ts';

/** The most jobs to read at a time without holding up others. */
const PAGE = 500;
/** The most jobs that one answer sorts. */
const MOST_JOBS = 10_000;

/** The totals of finished jobs. Money is in cents; hours only from jobs that were estimated and clocked. */
interface Tally {
  id: string | null;
  name: string;
  completedOn: string | null;
  jobs: number;
  revenue: number;
  cost: number;
  /** Null if any of the jobs had no planned costs. */
  quotedCost: number | null;
  quotedHours: number;
  clockHours: number;
}

/**
 * What the jobs completed in a range of days brought in, compared with what was planned: by job, service or crew. A job
 * without a price has no profit, and one without recorded hours has no labor cost: both are left out, and counted.
 * @throws Rejection if the range is not valid, or has more jobs than can be sorted
 */
export async function profitabilityOf(context: ApiContext, query: ProfitabilityQuery): Promise<Profitability> {
  const zone = await companyZone(context);
  const range = rangeOf(query, await companyToday(context));
  const models = context.readModels.current();
  const where = {
    removed: null,
    status: 'completed',
    completedAt: instantsOf({ from: range.startDate, to: range.endDate }, zone),
  };
  const order = { field: 'completedAt', direction: 'desc' } as const;
  const tallies = new Map<string, Tally>();
  const left = { completedJobs: 0, withoutPrice: 0, withoutHours: 0 };
  for await (const page of pagesOf(models, jobs.collection, { where, order, limit: PAGE })) {
    const asked = page.filter((job) => isAsked(job, query));
    const told = asked.filter((job) => isTold(job, left));
    const costs = await costsOf(models, told);
    for (const job of told) addTo(tallies, job, costs.get(job.id) ?? 0, query.by, zone);
    if (query.by === 'job' && tallies.size > MOST_JOBS)
      throw new Rejection(
        'invalid',
        `More than ${MOST_JOBS.toLocaleString('en-US')} jobs were completed on these days: choose fewer days.`,
        'startDate',
      );
  }
  const rows = [...tallies.values()].map(rowOf);
  rows.sort(orderOf(query.sort));
  const { offset, limit, by } = query;
  return {
    ...range,
    by,
    ...left,
    total: totalOf([...tallies.values()]),
    count: rows.length,
    rows: rows.slice(offset, offset + limit),
  };
}

function isAsked({ serviceType, crewId }: JobDocument, { service, crew }: ProfitabilityQuery): boolean {
  if (service !== undefined && (serviceType ?? 'none') !== service) return false;
  return crew === undefined || (crewId ?? 'none') === crew;
}

/** Whether its profit is known; also counts it. */
function isTold(
  job: JobDocument,
  left: { completedJobs: number; withoutPrice: number; withoutHours: number },
): boolean {
  left.completedJobs++;
  if (isProfitKnown(job)) return true;
  if (job.amount === null) left.withoutPrice++;
  else left.withoutHours++;
  return false;
}

/** What each job cost, in cents. */
async function costsOf(models: ReadModels, jobs: readonly JobDocument[]): Promise<Map<string, number>> {
  if (jobs.length === 0) return new Map();
  const where = { removed: null, jobId: { in: jobs.map(({ id }) => id) } };
  const groups = await models.sum('costs', { where, groupBy: ['jobId'], sum: ['amount'] });
  return new Map(groups.map(({ by, sums }) => [String(by['jobId']), sums['amount'] ?? 0]));
}

function addTo(
  tallies: Map<string, Tally>,
  job: JobDocument,
  cost: number,
  by: ProfitabilityQuery['by'],
  zone: string,
): void {
  const { id, name } = whatOf(job, by);
  const completedOn = by === 'job' ? dayOf(Date.parse(job.completedAt ?? ''), zone) : null;
  const none: Tally = {
    id,
    name,
    completedOn,
    jobs: 0,
    revenue: 0,
    cost: 0,
    quotedCost: 0,
    quotedHours: 0,
    clockHours: 0,
  };
  const tally = tallies.get(id ?? '') ?? none;
  const planned = plannedCost(job);
  tally.jobs++;
  tally.revenue += job.amount ?? 0;
  tally.cost += cost;
  tally.quotedCost = planned === null || tally.quotedCost === null ? null : tally.quotedCost + planned;
  // Estimated hours can only be compared with measured ones.
  const quotedHours = knownHours(job.estimatedDuration);
  if (job.clockHours > 0 && quotedHours !== null) {
    tally.quotedHours += quotedHours;
    tally.clockHours += job.clockHours;
  }
  tallies.set(id ?? '', tally);
}

function whatOf(job: JobDocument, by: ProfitabilityQuery['by']): Pick<Tally, 'id' | 'name'> {
  if (by === 'service') return { id: job.serviceType, name: serviceLabel(job.serviceType) };
  if (by === 'crew') return { id: job.crewId, name: job.crewId === null ? 'No crew' : (job.crewName ?? 'Crew') };
  const whom = [job.customerFirstName, job.customerLastName].filter(Boolean).join(' ') || job.title;
  return { id: job.id, name: [job.jobNumber, whom].filter(Boolean).join(' ') || 'Job' };
}

/** The planned costs, in cents; null if nothing was planned. */
function plannedCost({ laborCost, equipmentCost, materialCost }: JobDocument): number | null {
  const planned = [laborCost, equipmentCost, materialCost].filter((cost) => cost !== null);
  return planned.length === 0 ? null : planned.reduce((sum, cost) => sum + cost, 0);
}

function rowOf({ id, name, completedOn, ...tally }: Tally): ProfitabilityRow {
  return { id, name, completedOn, ...figuresOf(tally) };
}

function totalOf(tallies: readonly Tally[]): Profitability['total'] {
  const none = { jobs: 0, revenue: 0, cost: 0, quotedCost: 0, quotedHours: 0, clockHours: 0 };
  return figuresOf(
    tallies.reduce<Omit<Tally, 'id' | 'name' | 'completedOn'>>(
      (sum, each) => ({
        jobs: sum.jobs + each.jobs,
        revenue: sum.revenue + each.revenue,
        cost: sum.cost + each.cost,
        quotedCost: sum.quotedCost === null || each.quotedCost === null ? null : sum.quotedCost + each.quotedCost,
        quotedHours: sum.quotedHours + each.quotedHours,
        clockHours: sum.clockHours + each.clockHours,
      }),
      none,
    ),
  );
}

/** In dollars. */
function figuresOf(tally: Omit<Tally, 'id' | 'name' | 'completedOn'>): Profitability['total'] {
  const { jobs, revenue, cost, quotedCost, quotedHours, clockHours } = tally;
  const hasHours = quotedHours > 0 || clockHours > 0;
  return {
    jobs,
    quotedHours: hasHours ? toMillionth(quotedHours) : null,
    actualHours: hasHours ? toMillionth(clockHours) : null,
    quotedCost: quotedCost === null || jobs === 0 ? null : quotedCost / 100,
    actualCost: cost / 100,
    revenue: revenue / 100,
    profit: (revenue - cost) / 100,
    margin: revenue === 0 ? null : Math.round(((revenue - cost) / revenue) * 1_000) / 10,
  };
}

/** By one figure, unknown ones last; ties by name, so that pages stay consistent. */
function orderOf(sort: ProfitabilityQuery['sort']): (one: ProfitabilityRow, other: ProfitabilityRow) => number {
  const isDown = sort.startsWith('-');
  const field = (isDown ? sort.slice(1) : sort) as Exclude<keyof ProfitabilityRow, 'id'>;
  return (one, other) => {
    const [a, b] = [one[field], other[field]];
    if (a !== b && (a === null || b === null)) return a === null ? 1 : -1;
    const up = compared(a, b);
    return (isDown ? -up : up) || compared(one.name, other.name) || compared(one.id, other.id);
  };
}

function compared(a: string | number | null, b: string | number | null): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareTexts(String(a), String(b));
}
