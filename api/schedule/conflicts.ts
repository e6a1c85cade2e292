import { type JobCommand, type JobState, job } from '../../domain/job/job.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { type EventBody, partsOfStream } from '../../domain/kit/event.ts';
import { type Conflict, conflictsOf, indexPlan, type PlanIndex, spokenDay } from '../../domain/schedule/conflicts.ts';
import { dayOfMoment } from '../../domain/schedule/parts.ts';
import type { BatchOutcome } from '../../platform/commands/batches.ts';
import { jobs } from '../../projections/jobs.ts';
import { jobsVisited, readResources } from '../../projections/queries/schedule.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { dayOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { presentJobs, type Scheduled } from './present.ts';
import type { ScheduledJob } from './schema.ts';

/** A job's place in the schedule after some commands. */
export interface Placement {
  /** The conflicts it then has. */
  conflicts: Conflict[];
  /** Whether its crew or its visits change. */
  isMoved: boolean;
}

/**
 * The conflicts that a job's visits would have after these commands. A command that a rule refuses is skipped here: it
 * is refused when it is carried out. Null while the read models are being built for this code; jobs can be planned all
 * the same.
 */
export async function placementAfter(
  context: ApiContext,
  id: string,
  commands: readonly JobCommand[],
): Promise<Placement | null> {
  if (!context.readModels.isAsDeclared()) return null;
  const { state } = await context.streams.load(job, id);
  const models = context.readModels.current();
  const now = scheduledOf(id, state);
  const then = scheduledOf(id, commands.reduce(decided, state));
  if (then === null) return { conflicts: [], isMoved: false };
  const isMoved = JSON.stringify(placeOf(now)) !== JSON.stringify(placeOf(then));
  const days = await plannedDays(context, models, [...(now ? [now] : []), then], (others) => {
    // What the read models know about the job itself may be older than its stream.
    others.delete(id);
    if (now) others.set(id, now);
  });
  if (days === null) return { conflicts: [], isMoved };
  const [placed] = presentJobs([then], days.zone) as [ScheduledJob];
  return { conflicts: conflictsOf(days.plan, placed), isMoved };
}

/** A job that an act has placed on top of another, or where both need the same person or equipment. */
export interface Clash {
  jobId: string;
  /** For a person, beginning with the job it is about: `J-1001: Elm is at Ada King then, 8:00 AM to 12:00 PM.` */
  message: string;
}

/** The jobs that a batch has placed, or taken off their day. */
export function jobsOfBatch({ now, refused }: BatchOutcome): string[] {
  const left = new Set(refused.map(({ stream }) => stream));
  const items = now.state.items.filter(({ stream }) => !left.has(stream));
  return items.flatMap(({ stream, recordId }) => (partsOfStream(stream).category === job.category ? [recordId] : []));
}

/** Whether a step changes where or when a job is, so that it may clash with another. */
export function isPlacing({ type, data }: EventBody): boolean {
  return PLACING.has(type) || (type === 'JobRevised' && 'crewId' in data);
}

const PLACING: ReadonlySet<string> = new Set(['JobScheduled', 'JobLifeRestored', 'JobRestored', 'JobResumed']);

/**
 * The present clashes of what an act has placed, except those that a person accepted when it was planned. None while
 * the read models are being built for this code.
 * @param ids of the jobs whose visits the act has changed
 */
export async function clashesOf(context: ApiContext, ids: readonly string[]): Promise<Clash[]> {
  const models = context.readModels.peek();
  if (ids.length === 0 || models === null || !context.readModels.isAsDeclared()) return [];
  const found = [...(await models.get(jobs.collection, [...new Set(ids)])).values()];
  const placed = found.filter(({ status, removed, erased }) => status === 'scheduled' && !removed && !erased);
  const days = await plannedDays(context, models, placed);
  if (days === null) return [];
  const { plan, zone } = days;
  return presentJobs(placed, zone).flatMap((job, index) => {
    const accepted = new Set((placed[index]?.conflicts ?? []).map(({ kind, jobId }) => `${kind} ${jobId}`));
    return conflictsOf(plan, job)
      .filter(({ kind, jobId }) => jobId !== null && !accepted.has(`${kind} ${jobId}`))
      .map(({ message, day }) => ({
        jobId: job.id,
        message: `${job.number ?? 'A job'}, ${spokenDay(day)}: ${message}`,
      }));
  });
}

/** Everything planned on the days of some jobs, to check them against; null if they have no visits. */
async function plannedDays(
  { clock }: Pick<ApiContext, 'clock'>,
  models: ReadModels,
  placed: readonly Pick<Scheduled, 'visits'>[],
  correct: (others: Map<string, Scheduled>) => void = () => undefined,
): Promise<{ plan: PlanIndex; zone: string } | null> {
  const moments = placed.flatMap(({ visits }) => visits.flatMap(({ start, end }) => [start, end]));
  const days = [...new Set(moments.map(dayOfMoment))].sort();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return null;
  const { company, ...resources } = await readResources(models, { from, to });
  const others = new Map<string, Scheduled>();
  for (const day of days) {
    for (const each of await jobsVisited(models, { from: day, to: day }, company.zone)) others.set(each.id, each);
  }
  correct(others);
  const planned = presentJobs([...others.values()], company.zone);
  const plan = indexPlan({ company, ...resources, jobs: planned, today: dayOf(clock(), company.zone) });
  return { plan, zone: company.zone };
}

function decided(state: JobState, command: JobCommand): JobState {
  try {
    return job.decide(command, state).reduce(job.evolve, state);
  } catch (cause) {
    if (cause instanceof Rejection) return state;
    throw cause;
  }
}

/** Null for a job that does not exist or was removed. */
function scheduledOf(id: string, state: JobState): Scheduled | null {
  if (state.presence !== 'present') return null;
  const { status, visits, zone } = state.life;
  const nobody = { revision: 0, jobNumber: null, customerFirstName: null, customerLastName: null, leftMinutes: 0 };
  return { ...state.details, ...nobody, id, status, visits, zone };
}

function placeOf(scheduled: Scheduled | null): object | null {
  return scheduled && { crewId: scheduled.crewId, visits: scheduled.visits };
}
