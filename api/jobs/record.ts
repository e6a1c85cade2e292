import { job } from '../../domain/job/job.ts';
import { clockHours, clockOf } from '../../domain/job/life.ts';
import { instantOf } from '../../domain/kit/times.ts';
import { type JobDocument, jobs } from '../../projections/jobs.ts';
import { shownName } from '../customers/record.ts';
import { shownOf } from '../kit/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { type JobRecord, jobFields } from './schema.ts';

function nameOfCustomer({ customerFirstName, customerLastName }: JobDocument): string | null {
  return shownName({ firstName: customerFirstName, lastName: customerLastName });
}

function presentJob(job: JobDocument): JobRecord {
  // A document of an older generation has neither visits nor work.
  const { visits = [], work = [], zone } = job;
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
    clock: clockOf({ status: job.status, work }),
    clockHours: clockHours(work),
    work: [...work],
    startedAt: work[0]?.from ?? null,
    completedAt: job.completedAt ?? null,
    erased: job.erased === true,
  };
}

/** What is no moment is shown as it is. */
function shownAs(moment: string, zone: string | null): string {
  return instantOf(moment, zone ?? 'UTC') ?? moment;
}

export const jobKind = recordKind({
  decider: job,
  projection: jobs,
  title: (job: JobDocument) => nameOfCustomer(job) ?? job.title ?? job.jobNumber,
  present: presentJob,
  hangsOn: 'customer',
  found: {
    detail: (job) => [job.jobNumber, nameOfCustomer(job) && job.title, job.address, job.status.replace('_', ' ')],
  },
});
