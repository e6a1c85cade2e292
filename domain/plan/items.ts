import type { BatchItem } from '../batch/events.ts';
import type { EquipmentCommand } from '../equipment/equipment.ts';
import type { JobCommand } from '../job/job.ts';
import type { PlannedAnyway } from '../job/terms.ts';
import { Rejection } from '../kit/decider.ts';
import type { AcceptedConflicts, PlannedMove, PlannedOutage, PlanRoute, PlanStop } from './events.ts';
import type { Plan } from './plan.ts';

/** A crew on a day. */
export type RouteKey = Pick<PlanRoute, 'day' | 'crewId'>;

/**
 * The batch that applies routes of a plan: each of their jobs gets its crew and its visits, expecting the revision it
 * was planned at. Fixed visits stay as they are, and so do those of a job whose rest is placed. A job of several days is in several routes, and is applied as a whole.
 * A plan that moves scheduled jobs is also applied as a whole, and unschedules those it has no place for.
 * @param chosen the routes to apply; all by default
 * @param zone of the moments
 * @throws Rejection 400 for a route the plan does not have, and for only part of a job or of the moves
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

/** Asks for the days off of somebody who is sick. A batch does not say why, so that is put in when it is done. */
export interface RequestAbsence {
  type: 'RequestAbsence';
  employeeId: string;
  startDate: string;
  endDate: string;
  half: string | null;
  requestedBy: string;
  now: string;
}

/** Approves them. */
export interface ApproveAbsence {
  type: 'ApproveAbsence';
  by: string;
  mayApproveOwn: boolean;
}

/** Who applies a plan, and when. */
export interface Applying extends Omit<ApproveAbsence, 'type'> {
  now: string;
}

/**
 * Records what a plan works without: the machine is out of service, the days of whoever is away are off. It is the first
 * item of the batch, and goes back with it.
 * @param timeOffId the id that the days off get
 */
export function outageItem(
  { category, id, from, to, half }: PlannedOutage,
  timeOffId: string,
  { by, mayApproveOwn, now }: Applying,
): BatchItem {
  if (category === 'equipment') {
    const down = { type: 'ReviseEquipment', details: {}, status: 'out_of_service' } as const satisfies EquipmentCommand;
    return { stream: `equipment-${id}`, recordId: id, expectedRevision: null, commands: [down] };
  }
  const days = { employeeId: id, startDate: from, endDate: to, half };
  const commands: (RequestAbsence | ApproveAbsence)[] = [
    { type: 'RequestAbsence', ...days, requestedBy: by, now },
    { type: 'ApproveAbsence', by, mayApproveOwn },
  ];
  return { stream: `time_off-${timeOffId}`, recordId: timeOffId, expectedRevision: null, commands };
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
  // What stood against the visits that it has still does.
  if (stops.some(({ isRest }) => isRest)) {
    return [
      { type: 'ReviseJob', details: { crewId } },
      { type: 'AddVisits', visits, zone },
    ];
  }
  return [
    { type: 'ReviseJob', details: { crewId } },
    { type: 'ScheduleJob', planned: { visits }, zone, isStatus: true },
    accepted
      ? { type: 'AcceptConflicts', conflicts: accepted.conflicts, because: accepted.reason as PlannedAnyway }
      : NOTHING_AGAINST,
  ];
}

/** Apart from accepted conflicts, a plan breaks no rule: earlier conflicts no longer apply. */
const NOTHING_AGAINST: JobCommand = { type: 'RecordConflicts', conflicts: [], overrideReason: null };

/** The crew and the pin stay, as when a person unschedules a job. */
const TAKEN_OFF: readonly JobCommand[] = [{ type: 'UnscheduleJob' }, NOTHING_AGAINST];

function itemOf(
  { jobId, revision }: Pick<PlanStop | PlannedMove, 'jobId' | 'revision'>,
  commands: readonly JobCommand[],
): BatchItem {
  return { stream: `job-${jobId}`, recordId: jobId, expectedRevision: revision, commands };
}
