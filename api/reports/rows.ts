import { knownHours } from '../../domain/job/terms.ts';
import { formatCents, parseCents, toMillionth } from '../../domain/kit/money.ts';
import { type InvoiceDocument, invoices } from '../../projections/invoices.ts';
import { jobs } from '../../projections/jobs.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { daysIn, earnedIn } from '../analytics/figures.ts';
import { jobKind } from '../jobs/record.ts';
import type { JobRecord } from '../jobs/schema.ts';
import { companyZone, dayOf, instantsOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { namesOfCustomers } from './names.ts';
import type { CrewReport, CustomerReport, JobReport, Period, RevenueReport } from './schema.ts';

// The rows of the quick reports.

/** The most records to read at a time without holding up others. */
const PAGE = 500;

/** The jobs completed in a range of days, newest first, with their customers, crews and costs. */
async function* completedJobs(context: ApiContext, period: Period, zone: string): AsyncGenerator<JobRecord> {
  const where = { removed: null, status: 'completed', completedAt: instantsOf(period, zone) };
  const order = { field: 'completedAt', direction: 'desc' } as const;
  for await (const page of pagesOf(context.readModels.current(), jobs.collection, { where, order, limit: PAGE }))
    yield* await jobKind.show(context, page);
}

/** What was done in a range of days. */
export async function jobReportOf(context: ApiContext, { from, to }: Period): Promise<JobReport> {
  const zone = await companyZone(context);
  const rows: JobReport['rows'] = [];
  for await (const job of completedJobs(context, { from, to }, zone)) {
    const { id: jobId, jobNumber, customerName, serviceType, crewName, amount } = job;
    rows.push({
      jobId,
      jobNumber,
      customerName,
      serviceType,
      crewName,
      amount,
      completedOn: dayOf(Date.parse(job.completedAt ?? ''), zone),
      estimatedHours: knownHours(job.estimatedDuration),
      clockHours: job.clockHours || null,
      cost: job.actualCost ?? formatCents(0),
    });
  }
  return { from, to, rows };
}

/** What each crew did in a range of days. */
export async function crewReportOf(context: ApiContext, { from, to }: Period): Promise<CrewReport> {
  const crews = new Map<string | null, Crew>();
  for await (const job of completedJobs(context, { from, to }, await companyZone(context))) {
    const { crewId, crewName } = job;
    const crew = crews.get(crewId) ?? { crewId, crewName, completedJobs: 0, estimated: 0, clock: 0, cents: 0, cost: 0 };
    crew.completedJobs++;
    // Estimated hours can only be compared with measured ones.
    const estimated = knownHours(job.estimatedDuration);
    if (job.clockHours > 0 && estimated !== null) {
      crew.estimated += estimated;
      crew.clock += job.clockHours;
    }
    crew.cents += centsOf(job.amount);
    crew.cost += centsOf(job.actualCost);
    crews.set(crewId, crew);
  }
  const rows = [...crews.values()].sort((one, other) => other.completedJobs - one.completedJobs);
  return {
    from,
    to,
    rows: rows.map(({ estimated, clock, cents, cost, ...crew }) => ({
      ...crew,
      estimatedHours: toMillionth(estimated),
      clockHours: toMillionth(clock),
      amount: formatCents(cents),
      cost: formatCents(cost),
    })),
  };
}

interface Crew {
  crewId: string | null;
  crewName: string | null;
  completedJobs: number;
  /** In hours. */
  estimated: number;
  clock: number;
  /** The agreed price and the cost, in cents. */
  cents: number;
  cost: number;
}

function centsOf(amount: string | null | undefined): number {
  return amount ? (parseCents(amount) ?? 0) : 0;
}

/** Invoices paid in full in a range of days, and the profit by the books on these days. */
export async function revenueReportOf(context: ApiContext, { from, to }: Period): Promise<RevenueReport> {
  const models = context.readModels.current();
  const { profit } = await earnedIn(models, daysIn({ startDate: from, endDate: to }));
  const where = { removed: null, status: 'paid', paidOn: { gte: from, lte: to } };
  const order = { field: 'paidOn', direction: 'desc' } as const;
  const paid: InvoiceDocument[] = [];
  for await (const page of pagesOf(models, invoices.collection, { where, order, limit: PAGE })) paid.push(...page);
  return {
    from,
    to,
    totalRevenue: formatCents(paid.reduce((sum, { revenue }) => sum + revenue, 0)),
    profitBeforeTax: formatCents(profit),
    rows: paid.map(({ id, invoiceNumber, customerId, customerName, issuedOn, paidOn, netTax, revenue }) => ({
      invoiceId: id,
      invoiceNumber,
      customerId,
      customerName,
      issuedOn,
      paidOn: paidOn ?? '',
      tax: formatCents(netTax),
      totalAmount: formatCents(revenue),
    })),
  };
}

/** The total of each customer's work in a range of days, and what they owe today; the most invoiced first. */
export async function customerReportOf(context: ApiContext, { from, to }: Period): Promise<CustomerReport> {
  const models = context.readModels.current();
  const days = { gte: from, lte: to };
  const [jobs, invoiced, received, open, owed] = await Promise.all([
    jobsByCustomer(context, { from, to }),
    centsByCustomer(
      models,
      'invoices',
      { removed: null, status: { in: ['pending', 'paid'] }, issuedOn: days },
      'revenue',
    ),
    centsByCustomer(models, 'payments', { day: days }, 'cash'),
    centsByCustomer(models, 'invoices', { removed: null, isOpen: true }, 'balance'),
    centsByCustomer(models, 'credits', { isOwed: true }, 'owed'),
  ]);
  const active = [...new Set([...jobs.keys(), ...invoiced.keys(), ...received.keys()])];
  const names = await namesOfCustomers(models, active);
  const cents = (of: Map<string, number>, id: string) => of.get(id) ?? 0;
  active.sort((one, other) => cents(invoiced, other) - cents(invoiced, one));
  return {
    from,
    to,
    rows: active.map((customerId) => ({
      customerId,
      customerName: names.get(customerId) ?? null,
      completedJobs: cents(jobs, customerId),
      invoiced: formatCents(cents(invoiced, customerId)),
      received: formatCents(cents(received, customerId)),
      open: formatCents(cents(open, customerId) + cents(owed, customerId)),
    })),
  };
}

async function jobsByCustomer(context: ApiContext, period: Period): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const { customerId } of completedJobs(context, period, await companyZone(context)))
    if (customerId) counts.set(customerId, (counts.get(customerId) ?? 0) + 1);
  return counts;
}

type Where = Parameters<ReadModels['sum']>[1]['where'];

async function centsByCustomer(
  models: ReadModels,
  collection: string,
  where: Where,
  field: string,
): Promise<Map<string, number>> {
  const groups = await models.sum(collection, { where, groupBy: ['customerId'], sum: [field] });
  return new Map(groups.map(({ by, sums }) => [String(by['customerId']), sums[field] ?? 0]));
}
