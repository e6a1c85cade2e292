import type { BatchItem } from '../batch/events.ts';
import type { JobCommand } from '../job/job.ts';
import { Rejection } from '../kit/decider.ts';
import type { PlanRoute, PlanStop } from './events.ts';

/** A crew on a day. */
export type RouteKey = Pick<PlanRoute, 'day' | 'crewId'>;

/**
 * What applying routes of a plan does: each job of theirs gets its crew and its visits, at the revision that was planned
 * with. What is fixed stays as it is. A job that takes several days is in several routes, and is applied as a whole.
 * @param chosen the routes that are applied; all where nothing is said
 * @param zone of the moments
 * @throws Rejection 400 for a route that the plan does not have, and for a part of a job
 */
export function batchItems(
  routes: readonly PlanRoute[],
  zone: string,
  chosen: readonly RouteKey[] = routes,
): BatchItem[] {
  const wanted = new Set(chosen.map((key) => routeOf(routes, key)));
  const places = routes.flatMap((route) => route.stops.filter(isMoved).map((stop) => ({ route, stop })));
  const byJob = Map.groupBy(places, ({ stop }) => stop.jobId);
  return [...byJob.values()].flatMap((own) => {
    const isChosen = own.map(({ route }) => wanted.has(route));
    if (!isChosen.includes(true)) return [];
    if (isChosen.includes(false)) {
      throw new Rejection('invalid', 'A job of this plan takes several days. Apply all of its days together.');
    }
    const [{ stop, route }] = own as [(typeof own)[number]];
    const stops = own.map((each) => each.stop).sort((a, b) => (a.start < b.start ? -1 : 1));
    return [itemOf(stop, route.crewId, stops, zone)];
  });
}

function isMoved({ isFixed }: PlanStop): boolean {
  return !isFixed;
}

function routeOf(routes: readonly PlanRoute[], key: RouteKey): PlanRoute {
  const found = routes.find(({ day, crewId }) => day === key.day && crewId === key.crewId);
  if (!found) throw new Rejection('invalid', 'The plan has no such crew on this day.');
  return found;
}

function itemOf({ jobId, revision }: PlanStop, crewId: string, stops: readonly PlanStop[], zone: string): BatchItem {
  const visits = stops.map(({ start, end }) => ({ start, end }));
  const commands: JobCommand[] = [
    { type: 'ReviseJob', details: { crewId } },
    { type: 'ScheduleJob', planned: { visits }, zone, isStatus: true },
    // A plan breaks no rule: what stood against the place before holds no more.
    { type: 'RecordConflicts', conflicts: [], overrideReason: null },
  ];
  return { stream: `job-${jobId}`, recordId: jobId, expectedRevision: revision, commands };
}
