import { wallMoment } from '../../domain/kit/times.ts';
import { type Conflict, indexPlan, type PlannedDays } from '../../domain/schedule/conflicts.ts';
import { type Problem, problemsOf } from '../../domain/schedule/problems.ts';
import { CONFLICT_LABELS } from '../../domain/schedule/terms.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import type { DayRange, readResources } from '../../projections/queries/schedule.ts';
import { dayOf } from '../kit/company-time.ts';
import type { ScheduledJob, ScheduleProblem } from './schema.ts';

type Resources = Awaited<ReturnType<typeof readResources>>;

/** A job on the schedule, as it is stored and as it is shown. */
export interface Visited {
  documents: readonly JobDocument[];
  /** In the same order. */
  jobs: readonly ScheduledJob[];
}

/**
 * The visits of a range of days that cannot go as planned (docs/design/planning.md#what-stands).
 * @param resources of the whole company, as of the range
 * @param visited of all crews in the range
 * @param now milliseconds since the epoch
 */
export function problemsIn(
  { company, ...resources }: Resources,
  { documents, jobs }: Visited,
  range: DayRange,
  now: number,
): Problem[] {
  const plan: PlannedDays = { company, ...resources, jobs, today: dayOf(now, company.zone) };
  const standing = jobs.map((job, index) => ({ ...job, accepted: acceptedOf(documents[index]) }));
  return problemsOf(indexPlan(plan), standing, range, wallMoment(now, company.zone));
}

/** What was recorded without a reason nobody has accepted; a document of an older generation has no records. */
function acceptedOf(job: JobDocument | undefined): JobDocument['conflicts'] {
  const { conflicts = [], overrideReason = null } = (job ?? {}) as Partial<JobDocument>;
  return overrideReason === null ? [] : conflicts;
}

/**
 * Problems as somebody is shown them.
 * @param crewIds the crews whose work they reach alone: what is about the work of others is told without its name; null
 *   for everybody's
 */
export function presentProblems(
  problems: readonly Problem[],
  documents: readonly JobDocument[],
  crewIds: readonly string[] | null,
): ScheduleProblem[] {
  const reasons = new Map(documents.map(({ id, overrideReason }) => [id, overrideReason ?? null]));
  const isReached = ({ crewId }: { crewId: string | null }) => crewIds === null || crewIds.includes(crewId ?? '');
  const reached = new Set(documents.filter(isReached).map(({ id }) => id));
  const told = ({ kind, message, jobId, personId, machineId }: Conflict) => {
    return jobId !== null && !reached.has(jobId)
      ? { kind, message: `${CONFLICT_LABELS[kind]}.`, jobId: null, personId, machineId }
      : { kind, message, jobId, personId, machineId };
  };
  return problems
    .filter(({ job }) => isReached(job))
    .map(({ job, visit: { start, end }, open, accepted }) => ({
      jobId: job.id,
      start,
      end,
      open: open.map(told),
      accepted: accepted.map(told),
      reason: accepted.length > 0 ? (reasons.get(job.id) ?? null) : null,
    }));
}
