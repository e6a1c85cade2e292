import { numberText } from '../../domain/kit/numbers.ts';
import { wallIn } from '../../domain/kit/times.ts';
import type { PlannedDays } from '../../domain/schedule/conflicts.ts';
import { dayOfMoment, type PlannedJob } from '../../domain/schedule/parts.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import { awayOf, locksOf, plannedCrew, plannedMachine, plannedPerson } from '../../projections/queries/schedule.ts';
import { type FactName, type Facts, present } from './facts.ts';

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

/** The schedule from a day on, as its own rules take it: the booked jobs that are not over then, with all their visits. */
export function scheduleOf(facts: Facts, from: string): PlannedDays {
  const { workingDays, workingHours, timeZone } = facts.settings;
  const company = { workingDays, workingHours };
  const jobs = present(facts.jobs).filter(({ status }) => BOOKED.includes(status));
  return {
    company,
    today: facts.today,
    jobs: jobs
      .map((job) => plannedJob(job, timeZone))
      .filter(({ visits }) => visits.some(({ end }) => dayOfMoment(end) >= from)),
    crews: present(facts.crews).map((crew) => plannedCrew(crew, company)),
    people: present(facts.people).flatMap(plannedPerson),
    machines: present(facts.equipment).map(plannedMachine),
    timeOff: present(facts.timeOff)
      .filter(({ status }) => status === 'approved')
      .map(awayOf),
    locks: present(facts.scheduleDays).flatMap(locksOf),
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
