import { addDays, wallMoment } from '../../domain/kit/times.ts';
import { type Conflict, indexPlan, type PlannedDays } from '../../domain/schedule/conflicts.ts';
import { type Problem, problemsOf } from '../../domain/schedule/problems.ts';
import { CONFLICT_LABELS, DAYS_AHEAD } from '../../domain/schedule/terms.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import { type DayRange, jobsVisited, readResources } from '../../projections/queries/schedule.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { dayOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { presentJobs } from './present.ts';
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

/** The problems from today on that nobody has accepted yet, and the days that they are of. */
interface ProblemsAhead {
  problems: readonly Problem[];
  documents: readonly JobDocument[];
}

const known = new WeakMap<ReadModels, { at: string; found: Promise<ProblemsAhead> }>();

/**
 * What of the next four weeks cannot go as planned. Everybody's first page asks for it at each change: it is found once
 * for all who ask between two changes, in the same minute.
 */
export function problemsAhead({ readModels, clock }: Pick<ApiContext, 'readModels' | 'clock'>): Promise<ProblemsAhead> {
  const models = readModels.current();
  const now = clock();
  const at = `${readModels.position()} ${Math.floor(now / 60_000)}`;
  const before = known.get(models);
  if (before?.at === at) return before.found;
  const found = findAhead(models, now);
  known.set(models, { at, found });
  // What failed is asked again.
  found.catch(() => known.delete(models));
  return found;
}

async function findAhead(models: ReadModels, now: number): Promise<ProblemsAhead> {
  // The zone is not known before the first look, and its day is at most one away.
  const around = dayOf(now, 'UTC');
  const resources = await readResources(models, { from: addDays(around, -1), to: addDays(around, DAYS_AHEAD) });
  const { zone } = resources.company;
  const range = daysAhead(dayOf(now, zone));
  const documents = await jobsVisited(models, range, zone);
  const problems = problemsIn(resources, { documents, jobs: presentJobs(documents, zone) }, range, now);
  return { problems: problems.filter(({ open }) => open.length > 0), documents };
}

/** The days in which problems are looked for without being asked for any. @param today `YYYY-MM-DD` */
function daysAhead(today: string): DayRange {
  return { from: today, to: addDays(today, DAYS_AHEAD - 1) };
}
