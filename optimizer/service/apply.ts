import { isDeepStrictEqual } from 'node:util';
import type { ApiContext } from '../../api/kit/context.ts';
import type { RefusedItem } from '../../domain/batch/events.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { partsOfStream } from '../../domain/kit/event.ts';
import type { PlanRoute } from '../../domain/plan/events.ts';
import { plan } from '../../domain/plan/plan.ts';
import { PLAN_STATUSES, STALE_REASONS, type StaleReason } from '../../domain/plan/terms.ts';
import { BatchRefused } from '../../platform/commands/batches.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { type Application, applyPlan } from '../../platform/plans/plans.ts';
import { whenFree } from '../../platform/runtime/lease.ts';
import { slots } from '../../platform/runtime/slots.ts';
import { jobs } from '../../projections/jobs.ts';
import { plans } from '../../projections/plans.ts';
import type { ApplyBody } from '../answers/schedule.schema.ts';
import { hoursOf, metricsOf } from '../planning/answer.ts';

/** How many of the newest proposals are searched for the one that schedules without a `plan_id` came from. */
const NEWEST = 50;

interface Proposed {
  id: string;
  routes: readonly PlanRoute[];
}

/** A process that dies blocks the others no longer than this. */
const LEASE = { name: 'apply-plan', ttlMs: 10_000, waitMs: 30_000 };

/**
 * Lets only one plan be applied at a time, across all processes: two plans for one day cannot both hold, and the second
 * is checked against what the first has done.
 */
export function applyingInTurn({ state, clock, holder, stopping }: ApiContext) {
  const ownTurn = slots(1);
  return <Result>(apply: () => Promise<Result>): Promise<Result> =>
    ownTurn(() => whenFree(state, clock, { ...LEASE, holder }, stopping, apply));
}

/**
 * Applies exactly what was proposed, and nothing else.
 * @throws HttpError 400 if it changes nothing; 409 `unknown_plan` if no plan proposed exactly this; 409 `stale` with what has moved since
 */
export async function applySchedules(context: ApiContext, actor: string, schedules: ApplyBody): Promise<Application> {
  const proposed = await proposalOf(context, schedules);
  const chosen = proposed && routesOf(proposed, schedules);
  if (!proposed || !chosen) throw new HttpError(409, UNKNOWN);
  const changing = chosen.filter(({ stops }) => stops.some(({ isFixed }) => !isFixed));
  if (changing.length === 0) throw new HttpError(400, UNCHANGING);
  return applyProposed(context, actor, proposed.id, { chosen: changing });
}

/**
 * Applies a plan, or some of its routes.
 * @throws Rejection 404 if there is no such plan; HttpError 409 `stale` with what has moved since it was made
 */
export async function applyProposed(
  context: ApiContext,
  actor: string,
  planId: string,
  how: { chosen?: readonly PlanRoute[]; mayApproveOwn?: boolean } = {},
): Promise<Application> {
  try {
    return await applyPlan(context, planId, actor, how);
  } catch (cause) {
    if (cause instanceof BatchRefused) throw await movedSince(context, cause);
    if (!(cause instanceof Rejection) || cause.code !== 'conflict') throw cause;
    const { staleReason } = (await context.streams.load(plan, planId)).state;
    const text = staleReason === null ? null : (STALE_REASONS[staleReason as StaleReason] ?? staleReason);
    const moved = text === null ? [] : [{ text }];
    throw new HttpError(409, { message: [cause.message, text].filter(Boolean).join(' '), code: 'stale', moved });
  }
}

const UNCHANGING = { message: 'These days stay as they are: there is nothing to apply.', code: 'invalid' };

const UNKNOWN = {
  message: 'This is not a schedule as it was proposed. Optimize again, then apply what it answers.',
  code: 'unknown_plan',
};

/** The plan that the schedules name, else the newest one that proposed exactly these. */
async function proposalOf(context: ApiContext, schedules: ApplyBody): Promise<Proposed | null> {
  const ids = new Set(schedules.map(({ plan_id }) => plan_id));
  const [id] = ids;
  if (ids.size > 1) return null;
  if (id !== undefined) {
    const { state } = await context.streams.load(plan, id);
    return state.status === null ? null : { id, routes: state.routes };
  }
  const { documents } = await context.readModels.current().find(plans.collection, {
    where: { status: { in: [...PLAN_STATUSES] } },
    order: { field: 'createdAt', direction: 'desc' },
    limit: NEWEST,
  });
  return documents.find((each) => routesOf(each, schedules) !== null) ?? null;
}

/** The routes of a plan that match these schedules, or null if one of them matches none. */
function routesOf({ routes }: Pick<Proposed, 'routes'>, schedules: ApplyBody): PlanRoute[] | null {
  const found = new Set<PlanRoute>();
  for (const schedule of schedules) {
    const route = routes.find((each) => !found.has(each) && isSame(each, schedule));
    if (!route) return null;
    found.add(route);
  }
  return [...found];
}

function isSame(route: PlanRoute, schedule: ApplyBody[number]): boolean {
  const { crew_id, date = route.day, assignments, ['metrics']: metrics } = schedule;
  if (crew_id !== route.crewId || date !== route.day) return false;
  if (metrics !== undefined && !isDeepStrictEqual(metrics, metricsOf(route))) return false;
  const proposed = route.stops.filter(({ isFixed }) => !isFixed);
  const isEvery = proposed.every((stop, index) => {
    const given = assignments[index];
    return (
      given?.job_id === stop.jobId &&
      given.sequence === stop.sequence &&
      given.estimated_arrival === stop.start &&
      given.duration_hours === hoursOf(stop)
    );
  });
  return isEvery && assignments.length === proposed.length;
}

async function movedSince(context: ApiContext, { message, refused }: BatchRefused): Promise<HttpError> {
  const jobs = await refusedJobs(context, refused);
  return new HttpError(409, { message, code: 'stale', moved: jobs.map((each) => ({ category: 'job', ...each })) });
}

/** The jobs that a batch left unchanged, each with its number and the reason. */
export async function refusedJobs(
  { readModels }: Pick<ApiContext, 'readModels'>,
  refused: readonly RefusedItem[],
): Promise<{ id: string; text: string }[]> {
  const ids = refused.map(({ recordId }) => recordId);
  const found = await readModels.peek()?.get(jobs.collection, [...new Set(ids)]);
  return refused.map(({ stream, recordId, reason }) => {
    return { id: recordId, text: `${found?.get(recordId)?.jobNumber ?? nounOf(stream)}: ${reason}` };
  });
}

function nounOf(stream: string): string {
  const { category } = partsOfStream(stream);
  return category === 'equipment' ? 'The machine' : category === 'time_off' ? 'The time off' : 'A job';
}
