import type { Schedule, ScheduledJob } from '../../../api/schedule/schema.ts';
import { type Conflict, conflictsOf, indexPlan, type PlanIndex } from '../../../domain/schedule/conflicts.ts';
import { crewsForAll } from '../../../domain/schedule/mends.ts';
import type { Placement } from './placing.ts';

const indexes = new WeakMap<Schedule, PlanIndex>();

/** Built once per schedule, and used at each move of the pointer. */
function indexOf(schedule: Schedule): PlanIndex {
  let index = indexes.get(schedule);
  if (!index) {
    const { jobs, crews, people, machines, timeOff, locks, today, workingDays, workingHours } = schedule;
    const company = { workingDays, workingHours };
    index = indexPlan({ jobs, crews, people, machines, timeOff, locks, today, company });
    indexes.set(schedule, index);
  }
  return index;
}

/** A job's conflicts at a placement, by the same rules as the server's. */
export function conflictsAt(schedule: Schedule, { job, visits, crewId }: Placement): Conflict[] {
  return conflictsOf(indexOf(schedule), { ...job, crewId, visits });
}

/** The conflicts that a job has at a placement but not where it is now: whoever moves it there gives a reason. */
export function newConflictsAt(schedule: Schedule, placement: Placement): Conflict[] {
  const { job } = placement;
  const before = job.visits.length === 0 ? [] : conflictsAt(schedule, { ...placement, ...job });
  const known = new Set(before.map(({ message }) => message));
  return conflictsAt(schedule, placement).filter(({ message }) => !known.has(message));
}

/** The crews that could take a job at its times; none if it was begun, or if not all of its days are known. */
export function otherCrewsFor(schedule: Schedule, job: ScheduledJob): string[] {
  const isKnown = job.visits.every(
    ({ start, end }) => start.slice(0, 10) >= schedule.from && end.slice(0, 10) <= schedule.to,
  );
  return job.status === 'scheduled' && isKnown ? crewsForAll(indexOf(schedule), job) : [];
}
