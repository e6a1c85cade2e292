import type { BatchItem } from '../batch/events.ts';
import type { JobCommand } from '../job/job.ts';
import type { PlannedAnyway } from '../job/terms.ts';
import { Rejection } from '../kit/decider.ts';
import type { AcceptedConflicts, PlannedMove, PlanRoute, PlanStop } from './events.ts';
import type { Plan } from './plan.ts';

/** A crew on a day. */
export type RouteKey = Pick<PlanRoute, 'day' | 'crewId'>;

/**
 * What applying routes of a plan does: each job of theirs gets its crew and its visits, at the revision that was planned
 * with. What is fixed stays as it is. A job that takes several days is in several routes, and is applied as a whole. A plan
 * that moves scheduled jobs is applied as a whole too, and takes those off their day that it has no place for.
 * @param chosen the routes that are applied; all where nothing is said
 * @param zone of the moments
 * @throws Rejection 400 for a route that the plan does not have, for a part of a job, and of moves
 */
export function batchItems(
  { routes, moves, accepted }: Pick<Plan, 'routes' | 'moves' | 'accepted'>,
  zone: string,
  chosen: readonly RouteKey[] = routes,
): BatchItem[] {
  const wanted = new Set(chosen.map((key) => routeOf(routes, key)));
  const isPart = routes.some((route) => route.stops.some(isMoved) && !wanted.has(route));
  if (moves.length > 0 && isPart) {
    throw new Rejection('invalid', 'This plan moves jobs that are scheduled. Apply all of it.');
  }
  const conflicts = new Map(accepted.map((each) => [each.jobId, each]));
  const places = routes.flatMap((route) => route.stops.filter(isMoved).map((stop) => ({ route, stop })));
  const byJob = Map.groupBy(places, ({ stop }) => stop.jobId);
  const placed = [...byJob.values()].flatMap((own) => {
    const isChosen = own.map(({ route }) => wanted.has(route));
    if (!isChosen.includes(true)) return [];
    if (isChosen.includes(false)) {
      throw new Rejection('invalid', 'A job of this plan takes several days. Apply all of its days together.');
    }
    const [{ stop, route }] = own as [(typeof own)[number]];
    const stops = own.map((each) => each.stop).sort((a, b) => (a.start < b.start ? -1 : 1));
    return [itemOf(stop, placing(route.crewId, stops, zone, conflicts.get(stop.jobId)))];
  });
  return [...placed, ...moves.filter(({ to }) => to === null).map((move) => itemOf(move, TAKEN_OFF))];
}

function isMoved({ isFixed }: PlanStop): boolean {
  return !isFixed;
}

function routeOf(routes: readonly PlanRoute[], key: RouteKey): PlanRoute {
  const found = routes.find(({ day, crewId }) => day === key.day && crewId === key.crewId);
  if (!found) throw new Rejection('invalid', 'The plan has no such crew on this day.');
  return found;
}

function placing(
  crewId: string,
  stops: readonly PlanStop[],
  zone: string,
  accepted: AcceptedConflicts | undefined,
): JobCommand[] {
  const visits = stops.map(({ start, end }) => ({ start, end }));
  return [
    { type: 'ReviseJob', details: { crewId } },
    { type: 'ScheduleJob', planned: { visits }, zone, isStatus: true },
    accepted
      ? { type: 'AcceptConflicts', conflicts: accepted.conflicts, because: accepted.reason as PlannedAnyway }
      : NOTHING_AGAINST,
  ];
}

/** Else a plan breaks no rule: what stood against the place before holds no more. */
const NOTHING_AGAINST: JobCommand = { type: 'RecordConflicts', conflicts: [], overrideReason: null };

/** Its crew and whether it is pinned stay, as where a person takes the date away. */
const TAKEN_OFF: readonly JobCommand[] = [{ type: 'UnscheduleJob' }, NOTHING_AGAINST];

function itemOf(
  { jobId, revision }: Pick<PlanStop | PlannedMove, 'jobId' | 'revision'>,
  commands: readonly JobCommand[],
): BatchItem {
  return { stream: `job-${jobId}`, recordId: jobId, expectedRevision: revision, commands };
}
