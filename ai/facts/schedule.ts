import { numberText } from '../../domain/kit/numbers.ts';
import { wallIn } from '../../domain/kit/times.ts';
import type { Staffing } from '../../domain/schedule/availability.ts';
import type { PlannedDays } from '../../domain/schedule/conflicts.ts';
import { dayOfMoment, type PlannedJob } from '../../domain/schedule/parts.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import { awayOf, locksOf, plannedCrew, plannedMachine, plannedPerson } from '../../projections/queries/schedule.ts';
import { type FactName, type Facts, present } from './facts.ts';
import { perRecord } from './kept.ts';

/** The tables that {@link scheduleOf} reads. */
export const SCHEDULE_FACTS = [
  'company',
  'jobs',
  'crews',
  'people',
  'equipment',
  'timeOff',
  'scheduleDays',
] as const satisfies readonly FactName[];

/** What keeps a crew busy. */
const BOOKED: readonly string[] = ['scheduled', 'in_progress'];

const booked = perRecord('jobs', (job, { settings }) => (isBooked(job) ? plannedJob(job, settings.timeZone) : null));

/** Whether a job keeps a crew busy, or will. */
export function isBooked({ status }: Pick<JobDocument, 'status'>): boolean {
  return BOOKED.includes(status);
}

/** The schedule from a day on, as its own rules take it: the booked jobs that are not over then, with all their visits. */
export function scheduleOf(facts: Facts, from: string): PlannedDays {
  return {
    ...staffingOf(facts),
    today: facts.today,
    jobs: booked.all(facts).filter(({ visits }) => visits.some(({ end }) => dayOfMoment(end) >= from)),
    locks: present(facts.scheduleDays).flatMap(locksOf),
  };
}

/** The people and machines there are to do the work. */
export function staffingOf(facts: Facts): Staffing {
  const { workingDays, workingHours } = facts.settings;
  const company = { workingDays, workingHours };
  return {
    company,
    crews: present(facts.crews).map((crew) => plannedCrew(crew, company)),
    people: present(facts.people).flatMap(plannedPerson),
    machines: present(facts.equipment).map(plannedMachine),
    timeOff: present(facts.timeOff)
      .filter(({ status }) => status === 'approved')
      .map(awayOf),
  };
}

/** @param zone the company's, in which its visits are given */
export function plannedJob(job: JobDocument, zone: string): PlannedJob {
  return {
    id: job.id,
    number: job.number === null ? null : numberText('job', job.number),
    customer: null,
    status: job.status,
    crewId: job.crewId,
    hours: job.estimatedDuration,
    crewSize: job.minimumCrewSize,
    skills: job.requiredSkills,
    equipment: job.requiredEquipment,
    earliest: job.earliestDate,
    latest: job.latestDate,
    window: job.timeWindow,
    visits: job.visits.map(({ start, end }) => ({
      start: wallIn(start, job.zone ?? zone, zone),
      end: wallIn(end, job.zone ?? zone, zone),
    })),
  };
}
