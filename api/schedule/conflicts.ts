import { type JobCommand, type JobState, job } from '../../domain/job/job.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { type Conflict, conflictsOf, indexPlan } from '../../domain/schedule/conflicts.ts';
import { dayOfMoment } from '../../domain/schedule/parts.ts';
import { jobsVisited, readResources } from '../../projections/queries/schedule.ts';
import { dayOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { presentJobs, type Scheduled } from './present.ts';
import type { ScheduledJob } from './schema.ts';

/** What commands make of a job's place in the schedule. */
export interface Placement {
  /** What stands against it then. */
  conflicts: Conflict[];
  /** Whether its crew or its visits become others. */
  isMoved: boolean;
}

/**
 * What stands against the visits of a job, as they would be after these commands. A command that a rule refuses is passed over
 * here: it is refused when it is carried out. Null while the read models are being built for this code: a job is planned all
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
  const days = [now, then]
    .flatMap((each) => each?.visits.flatMap(({ start, end }) => [start, end]) ?? [])
    .map(dayOfMoment);
  days.sort();
  const [from, to] = [days[0], days.at(-1)];
  const isMoved = JSON.stringify(placeOf(now)) !== JSON.stringify(placeOf(then));
  if (from === undefined || to === undefined) return { conflicts: [], isMoved };

  const { company, ...resources } = await readResources(models, { from, to });
  const others = new Map<string, Scheduled>();
  for (const day of new Set(days)) {
    for (const each of await jobsVisited(models, { from: day, to: day }, company.zone)) others.set(each.id, each);
  }
  // What the read models know of the job itself may be older than its stream.
  others.delete(id);
  const jobs = presentJobs([...others.values(), ...(now ? [now] : [])], company.zone);
  const [placed] = presentJobs([then], company.zone) as [ScheduledJob];
  const plan = indexPlan({ company, ...resources, jobs, today: dayOf(context.clock(), company.zone) });
  return { conflicts: conflictsOf(plan, placed), isMoved };
}

function decided(state: JobState, command: JobCommand): JobState {
  try {
    return job.decide(command, state).reduce(job.evolve, state);
  } catch (cause) {
    if (cause instanceof Rejection) return state;
    throw cause;
  }
}

/** Null of a job that is not there, or was removed. */
function scheduledOf(id: string, state: JobState): Scheduled | null {
  if (state.presence !== 'present') return null;
  const { status, visits, zone } = state.life;
  const nobody = { revision: 0, jobNumber: null, customerFirstName: null, customerLastName: null };
  return { ...state.details, ...nobody, id, status, visits, zone };
}

function placeOf(scheduled: Scheduled | null): object | null {
  return scheduled && { crewId: scheduled.crewId, visits: scheduled.visits };
}
