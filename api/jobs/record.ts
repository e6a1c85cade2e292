import { workBilled } from '../../domain/invoice/lines.ts';
import { isClosed } from '../../domain/job/closing.ts';
import { job } from '../../domain/job/job.ts';
import { clockHours, clockOf } from '../../domain/job/life.ts';
import { JOB_STATUS_LABELS } from '../../domain/job/terms.ts';
import { formatCents, parseCents } from '../../domain/kit/money.ts';
import { instantOf } from '../../domain/kit/times.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { costs } from '../../projections/costs.ts';
import { invoices } from '../../projections/invoices.ts';
import { type JobDocument, jobs } from '../../projections/jobs.ts';
import { type Group, NoSuchCollection } from '../../store/read-models.ts';
import { crewIdsOf } from '../crews/own.ts';
import { shownName } from '../customers/record.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { without } from '../kit/rights.ts';
import { hoursOfDay } from './day-hours.ts';
import { type JobRecord, jobFields } from './schema.ts';

function nameOfCustomer({ customerFirstName, customerLastName }: JobDocument): string | null {
  return shownName({ firstName: customerFirstName, lastName: customerLastName });
}

function presentJob(job: JobDocument): JobRecord {
  // A document of an older generation has neither visits nor work, nor what was said of its photos.
  const { visits = [], work = [], photoConsent = null, zone } = job;
  const times = visits.map(({ start, end }) => ({ start: shownAs(start, zone), end: shownAs(end, zone) }));
  const [first] = times;
  return {
    ...shownOf(jobFields, job),
    jobNumber: job.jobNumber ?? null,
    customerId: job.customerId,
    customerName: nameOfCustomer(job),
    crewName: job.crewName ?? null,
    status: job.status,
    reason: job.reason,
    scheduledDate: first?.start ?? null,
    estimatedStartTime: first?.start ?? null,
    estimatedEndTime: first?.end ?? null,
    visits: times,
    ...shownRest(job),
    clock: clockOf({ status: job.status, work }),
    clockHours: clockHours(work),
    work: [...work],
    startedAt: work[0]?.from ?? null,
    completedAt: job.completedAt ?? null,
    notes: [...(job.notes ?? [])],
    hours: (job.hours ?? []).map(({ id, personId, day, hours }) => {
      return { id, personId, day, hours, enteredBy: job.enteredBy?.[id] ?? null };
    }),
    actualHours: job.actualHours ?? 0,
    quoteId: job.quoteId ?? null,
    quoteVersion: job.quoteVersion ?? null,
    invoiceId: job.invoiceId ?? null,
    nothingToInvoice: shownClosing(job),
    photoConsent,
    items: [...(job.items ?? [])],
    photoIds: [...(job.photoIds ?? [])],
    ...shownOverride(job),
    erased: job.erased === true,
  };
}

function shownRest({ leftMinutes = 0, givenUpMinutes = 0, givenUpReason = null }: Partial<JobDocument>) {
  const givenUp = givenUpMinutes === 0 ? null : { hours: givenUpMinutes / 60, reason: givenUpReason };
  return { remainingHours: leftMinutes / 60, givenUp };
}

function shownClosing({ closing = null, amount }: JobDocument): JobRecord['nothingToInvoice'] {
  return isClosed(closing, amount) ? { at: closing.at, reason: closing.reason } : null;
}

function shownOverride({ conflicts = [], overrideReason = null }: Partial<JobDocument>) {
  return { overridden: conflicts.map(({ kind, day }) => ({ kind, day })), overrideReason };
}

/** Adds the costs of each from the ledger. */
async function withCosts({ readModels }: ApiContext, jobs: readonly JobRecord[]): Promise<JobRecord[]> {
  const models = readModels.peek();
  if (models === null || jobs.length === 0) return [...jobs];
  const where = { removed: null, jobId: { in: jobs.map(({ id }) => id) } };
  const groups = await models.sum(costs.collection, { where, groupBy: ['jobId'], sum: ['amount'] }).catch(noneYet);
  const sums = new Map(groups.map(({ by, sums: { amount = 0 } }) => [by['jobId'], amount]));
  return jobs.map((job) => ({ ...job, actualCost: formatCents(sums.get(job.id) ?? 0) }));
}

/** More than the jobs of a page are invoiced in. */
const MOST_INVOICES = 2_000;

/** Adds what no invoice bills yet of the price of finished work: a part of a job may be invoiced alone. */
async function withLeft({ readModels }: ApiContext, jobs: readonly JobRecord[]): Promise<JobRecord[]> {
  const open = jobs.filter(({ status, invoiceId, amount }) => status === 'completed' && !invoiceId && amount !== null);
  const models = readModels.peek();
  if (models === null || open.length === 0) return [...jobs];
  const { documents } = await models.find(invoices.collection, {
    where: { jobId: { in: open.map(({ id }) => id) } },
    order: { field: 'createdAt', direction: 'asc' },
    limit: MOST_INVOICES,
  });
  const billed = Map.groupBy(
    documents.filter(({ isCancelled, kind }) => !isCancelled && kind === 'invoice'),
    ({ jobId }) => jobId,
  );
  const left = new Map(
    open.map(({ id, amount }) => [id, (parseCents(amount ?? '') ?? 0) - workBilled(billed.get(id) ?? [])]),
  );
  return jobs.map((job) => {
    const cents = left.get(job.id);
    return cents === undefined ? job : { ...job, leftToInvoice: formatCents(cents) };
  });
}

/** For a generation from before the ledger existed. */
function noneYet(cause: unknown): Group[] {
  if (cause instanceof NoSuchCollection) return [];
  throw cause;
}

/** What is not a moment is shown as it is. */
function shownAs(moment: string, zone: string | null): string {
  return instantOf(moment, zone ?? 'UTC') ?? moment;
}

/** Whether the work is that of a crew which somebody is in. */
export async function isOfOwnCrew(
  context: Pick<ApiContext, 'streams'>,
  person: Pick<CurrentUser, 'id'>,
  { crewId }: JobDocument,
): Promise<boolean> {
  return crewId !== null && (await crewIdsOf(context, person.id)).includes(crewId);
}

export const jobKind = recordKind({
  decider: job,
  projection: jobs,
  area: 'jobs',
  actsOf: { JobReviewRequested: 'marketing' },
  title: (job: JobDocument) => nameOfCustomer(job) ?? job.title ?? job.jobNumber,
  present: presentJob,
  join: async (context, jobs) => withLeft(context, await withCosts(context, jobs)),
  hangsOn: 'customer',
  across: hoursOfDay,
  own: {
    async where(context, person) {
      return { crewId: { in: await crewIdsOf(context, person.id) } };
    },
    includes: isOfOwnCrew,
    takesBack: [
      'JobStarted',
      'JobPaused',
      'JobResumed',
      'JobHeld',
      'JobCompleted',
      'JobLifeRestored',
      'JobNoteAdded',
      'JobNoteWithdrawn',
      'JobHoursAdded',
      'JobHoursWithdrawn',
      'JobPhotoConsentGiven',
      'JobPhotoConsentTakenBack',
    ],
    isSearched: true,
  },
  limited(job, has) {
    const { leftToInvoice: _, ...notBilled } = job;
    const billed = has('invoices:read') ? job : without(notBilled, 'invoiceId', 'nothingToInvoice');
    const priced = has('quotes:read') ? billed : without(billed, 'amount', 'quoteId', 'quoteVersion');
    return has('costs:read') ? priced : without(priced, 'laborCost', 'equipmentCost', 'materialCost', 'actualCost');
  },
  found: {
    detail: (job) => [
      job.jobNumber,
      nameOfCustomer(job) && job.title,
      job.address,
      JOB_STATUS_LABELS[job.status] ?? job.status,
    ],
  },
});
