import type { Schedule, ScheduledJob, ScheduleProblem } from '../../../api/schedule/schema.ts';

const indexes = new WeakMap<Schedule, ReadonlyMap<string, ScheduleProblem>>();

/** Of the open ones; made once per schedule, since each visit asks. */
function indexOf(schedule: Schedule): ReadonlyMap<string, ScheduleProblem> {
  let index = indexes.get(schedule);
  if (!index) {
    index = new Map(schedule.problems.filter(isOpen).map((each) => [keyOf(each.jobId, each.start), each]));
    indexes.set(schedule, index);
  }
  return index;
}

/** A visit that was just moved is elsewhere, until the schedule is read again. */
function keyOf(jobId: string, start: string): string {
  return `${jobId} ${start.slice(0, 'YYYY-MM-DDTHH:MM'.length)}`;
}

/** Whether it counts: somebody has to see to it. */
export function isOpen({ open }: ScheduleProblem): boolean {
  return open.length > 0;
}

/** What stands against a visit, one sentence each. @param index which of the job's visits */
export function problemAt(schedule: Schedule, job: ScheduledJob, index: number | null): readonly string[] {
  const visit = job.visits[index ?? -1];
  const problem = visit && indexOf(schedule).get(keyOf(job.id, visit.start));
  return problem ? problem.open.map(({ message }) => message) : NOTHING;
}

const NOTHING: readonly string[] = [];

/** The open problems of a day, by when the visit begins. @param crewId one crew; null for all */
export function problemsOn({ problems, jobs }: Schedule, day: string, crewId: string | null): ScheduleProblem[] {
  const isOfCrew = ({ jobId }: ScheduleProblem) => jobs.find(({ id }) => id === jobId)?.crewId === crewId;
  return problems.filter((each) => {
    return isOpen(each) && each.start.startsWith(day) && (crewId === null || isOfCrew(each));
  });
}

/** `2 problems` */
export function countOf(problems: number): string {
  return `${problems} ${problems === 1 ? 'problem' : 'problems'}`;
}
