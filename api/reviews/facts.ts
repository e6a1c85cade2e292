import { Rejection } from '../../domain/kit/decider.ts';
import { addDays } from '../../domain/kit/times.ts';
import { factsOf, type HoursOfDay, type ReviewedJob } from '../../domain/review/facts.ts';
import { CALLBACK_DAYS, REVIEW_LIMITS } from '../../domain/review/terms.ts';
import { costs } from '../../projections/costs.ts';
import { type JobDocument, jobs } from '../../projections/jobs.ts';
import { people } from '../../projections/staff.ts';
import { jobKind } from '../jobs/record.ts';
import { companyZone, dayOf, instantsOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import type { ReviewFacts } from './schema.ts';

/** More than anybody enters in two years, on several jobs a day. */
const MOST_ENTRIES = 10_000;
/** More than any company has for so many customers in two years. */
const MOST_LATER = 10_000;

interface Asked {
  employeeId: string;
  /** Days, both included. */
  from: string;
  to: string;
}

/**
 * What the records say about somebody's work over some days; all zeros for somebody who is not known.
 * @throws Rejection for a period that is backwards or too long
 */
export async function reviewFactsOf(context: ApiContext, asked: Asked): Promise<ReviewFacts> {
  requireSpan(asked);
  const { employeeId, from, to } = asked;
  const models = context.readModels.current();
  const zone = await companyZone(context);
  const hours = await hoursIn(context, asked);
  const worked = await models.get(jobs.collection, [...new Set(hours.map(({ jobId }) => jobId))]);
  const mine = [...worked.values()].map((job) => reviewed(job, zone));
  const later = await laterJobs(context, mine, asked, zone);
  const person = (await models.get(people.collection, [employeeId])).get(employeeId);
  const certifications = person?.staff?.certifications ?? [];
  const facts = factsOf({
    from,
    to,
    hours,
    jobs: mine,
    later: later.map((job) => reviewed(job, zone)),
    certifications,
  });
  const documents = new Map([...worked.values(), ...later].map((job) => [job.id, job]));
  const named = <Row extends { jobId: string }>(row: Row) => ({ ...row, ...nameOf(documents.get(row.jobId)) });
  return {
    hours: { ...facts.hours, days: facts.hours.days.map(named) },
    jobs: facts.jobs.map(named),
    quoted: { ...facts.quoted, jobs: facts.quoted.jobs.map(named) },
    callbacks: facts.callbacks.map((row) => ({
      ...named(row),
      afterJobNumber: documents.get(row.afterJobId)?.jobNumber ?? null,
    })),
    safety: facts.safety.map((row) => ({ ...named(row), hazards: [...row.hazards] })),
    certificates: [...facts.certificates],
  };
}

/** @throws Rejection for a period that is backwards or too long */
function requireSpan({ from, to }: Asked): void {
  if (to < from) throw new Rejection('invalid', 'The period must not end before it starts.', 'to');
  if (to >= addDays(from, REVIEW_LIMITS.days))
    throw new Rejection('invalid', 'A period can be of at most two years.', 'to');
}

async function hoursIn({ readModels }: ApiContext, { employeeId, from, to }: Asked): Promise<HoursOfDay[]> {
  const { documents } = await readModels.current().find(costs.collection, {
    where: { removed: null, personId: employeeId, day: { gte: from, lte: to } },
    order: { field: 'day', direction: 'asc' },
    limit: MOST_ENTRIES,
  });
  return documents.flatMap(({ jobId, day, hours }) =>
    jobId === null || hours === null ? [] : [{ jobId, day, hours }],
  );
}

/** Jobs of the same customers that were entered from the first day until what comes after the last is no callback. */
async function laterJobs(
  { readModels }: ApiContext,
  worked: readonly ReviewedJob[],
  { from, to }: Asked,
  zone: string,
): Promise<JobDocument[]> {
  const customers = [...new Set(worked.flatMap(({ customerId }) => customerId ?? []))];
  if (customers.length === 0) return [];
  const { documents } = await readModels.current().find(jobs.collection, {
    where: { customerId: { in: customers }, createdAt: instantsOf({ from, to: addDays(to, CALLBACK_DAYS) }, zone) },
    order: { field: 'createdAt', direction: 'asc' },
    limit: MOST_LATER,
  });
  return documents.filter(({ removed }) => !removed);
}

function reviewed(job: JobDocument, zone: string): ReviewedJob {
  const { id, customerId, propertyId, status, createdAt, completedAt, estimatedDuration, clockHours } = job;
  const { amount, closing, hazards } = job;
  const on = (instant: string) => dayOf(Date.parse(instant), zone);
  return {
    id,
    customerId,
    propertyId,
    status,
    createdOn: on(createdAt),
    completedOn: completedAt === null ? null : on(completedAt),
    estimatedDuration,
    clockHours,
    amount,
    closing,
    // Once its customer is erased, nobody knows whether it had any.
    safetyNotes: job.erased ? null : job.safetyNotes,
    hazards,
  };
}

function nameOf(job: JobDocument | undefined): { jobNumber: string | null; title: string | null } {
  return { jobNumber: job?.jobNumber ?? null, title: job ? jobKind.title(job) : null };
}
