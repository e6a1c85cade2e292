import { formatCents } from '../../domain/kit/money.ts';
import { instantOf } from '../../domain/kit/times.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import { shownName } from '../customers/record.ts';
import type { ScheduledJob } from './schema.ts';

/** What the schedule shows of a job. */
export type Scheduled = Pick<
  JobDocument,
  | ('id' | 'revision' | 'jobNumber' | 'title' | 'customerFirstName' | 'customerLastName' | 'address' | 'serviceType')
  | (
      | 'priority'
      | 'status'
      | 'crewId'
      | 'pinned'
      | 'amount'
      | 'estimatedDuration'
      | 'minimumCrewSize'
      | 'requiredSkills'
    )
  | (
      | 'requiredEquipment'
      | 'earliestDate'
      | 'latestDate'
      | 'timeWindow'
      | 'promisedStart'
      | 'visits'
      | 'zone'
      | 'leftMinutes'
    )
>;

/** Jobs as the schedule shows them. @param zone the company's, in which their visits are given */
export function presentJobs(jobs: readonly Scheduled[], zone: string): ScheduledJob[] {
  const moments = new Map<string, string | null>();
  const shown = (moment: string, theirs: string): string[] => {
    const key = `${moment} ${theirs}`;
    let known = moments.get(key);
    if (known === undefined) {
      known = momentIn(moment, theirs, zone);
      moments.set(key, known);
    }
    return known === null ? [] : [known];
  };
  return jobs.map((job) => ({
    id: job.id,
    revision: job.revision,
    number: job.jobNumber,
    title: job.title,
    customer: shownName({ firstName: job.customerFirstName, lastName: job.customerLastName }),
    address: job.address,
    service: job.serviceType,
    priority: job.priority,
    status: job.status,
    crewId: job.crewId,
    pinned: job.pinned,
    amount: job.amount === null ? null : formatCents(job.amount),
    hours: job.estimatedDuration,
    crewSize: job.minimumCrewSize,
    skills: job.requiredSkills,
    equipment: job.requiredEquipment,
    earliest: job.earliestDate,
    latest: job.latestDate,
    window: job.timeWindow,
    promised: job.promisedStart,
    remainingHours: (job.leftMinutes ?? 0) / 60,
    visits: job.visits.flatMap((visit) => {
      const [start] = shown(visit.start, job.zone ?? zone);
      const [end] = shown(visit.end, job.zone ?? zone);
      return start && end ? [{ start, end }] : [];
    }),
  }));
}

/**
 * A moment on one zone's wall clock as shown in another zone, with its UTC offset: `2026-06-15T08:00-04:00`. Null for
 * what is not a moment.
 */
function momentIn(moment: string, from: string, zone: string): string | null {
  const instant = instantOf(moment, from);
  if (instant === null) return null;
  const there = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
  return there.toString({ smallestUnit: 'minute', timeZoneName: 'never' });
}
