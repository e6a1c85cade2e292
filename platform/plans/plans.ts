import type { BatchKind } from '../../domain/batch/terms.ts';
import type {
  AcceptedConflicts,
  PlanHead,
  PlannedMove,
  PlannedOutage,
  PlanRoute,
  PlanTotals,
  UnassignedJob,
} from '../../domain/plan/events.ts';
import { batchItems, outageItem, type RouteKey } from '../../domain/plan/items.ts';
import { applicable, type PlanCommand, plan } from '../../domain/plan/plan.ts';
import type { Batches, BatchOutcome } from '../commands/batches.ts';
import type { CommandHandler, Outcome } from '../commands/command-handler.ts';
import { partsOf } from '../commands/parts.ts';
import type { Streams } from '../commands/streams.ts';
import { type Clock, isoNow } from '../runtime/clock.ts';
import { canonicalJson, uuidv5 } from '../runtime/ids.ts';
import type { StalePlans } from './stale-plans.ts';

/** Everything a planning run found. */
export interface Proposal {
  head: PlanHead;
  /** One per crew and day; those without a stop may be left out. */
  routes: readonly PlanRoute[];
  unassigned: readonly UnassignedJob[];
  /** Scheduled jobs that are moved, if that is what the plan is about; their new places are in the routes. */
  moves?: readonly PlannedMove[];
  /** What it works without, recorded when it is applied. */
  outage?: PlannedOutage | null;
  /** Conflicts with the plan that a person accepted, by job. */
  accepted?: readonly AcceptedConflicts[];
  totals: PlanTotals;
}

/**
 * Writes what a run found as a proposal, in as many appends as it takes; the last one makes it exist. Called again for
 * the same id, it does nothing if the proposal exists, and starts over if it was not finished.
 * @param actor who asked: a user id, or the name of an automatic process
 * @param body canonical text of the request it answers, where a repeat must be told from a different request
 * @throws StaleRevision if somebody else started to write it in the meantime
 */
export async function proposePlan(
  { commands, clock }: { commands: CommandHandler; clock: Clock },
  planId: string,
  { head, routes, unassigned, moves = [], outage = null, accepted = [], totals }: Proposal,
  actor: string,
  body = 'null',
): Promise<Outcome> {
  const written: PlanCommand[] = [
    ...routes.map((route) => ({ type: 'AddRoute', route }) as const),
    ...[...partsOf(unassigned)].map((jobs) => ({ type: 'AddUnassigned', jobs }) as const),
    ...[...partsOf(moves)].map((part) => ({ type: 'AddMoves', moves: part }) as const),
    ...(outage ? [{ type: 'AddOutage', outage } as const] : []),
    ...accepted.map((each) => ({ type: 'AddAccepted', accepted: each }) as const),
  ];
  // Each append must directly follow the one before: of two writers of one plan, the one that started last wins.
  const send = (commandId: string, all: readonly PlanCommand[], last?: Outcome, said = 'null') =>
    commands.handle(plan, planId, all, {
      actor,
      commandId,
      body: said,
      correlationId: planId,
      causationId: null,
      expectedRevision: last?.now.revision,
    });
  let last = await send(crypto.randomUUID(), [{ type: 'BeginProposal', head, now: isoNow(clock) }]);
  for (const part of partsOf(written)) last = await send(crypto.randomUUID(), part, last);
  return send(completionOf(planId), [{ type: 'CompleteProposal', totals }], last, body);
}

function completionOf(planId: string): string {
  return uuidv5(planId, 'completed');
}

/** Checks that an existing plan was proposed for the same request. @throws IdempotencyConflict if it was for another */
export async function requireSameRequest(
  { commands }: { commands: CommandHandler },
  planId: string,
  actor: string,
  body: string,
): Promise<void> {
  const sender = { actor, commandId: completionOf(planId), body, correlationId: planId, causationId: null };
  await commands.handle(plan, planId, [], sender);
}

/** The outcome of applying a plan, with what `POST /api/undo` takes. */
export interface Application extends BatchOutcome {
  undo: { category: 'batch'; id: string; commandId: string };
}

/**
 * Applies a plan, or some of its routes, as one batch. A plan is applied once: the same again gets the answer of the
 * first time, whoever asks; with other routes it is refused.
 * @param mayApproveOwn whether whoever applies it may approve their own time off, as owners may
 * @throws Rejection 404, or 409 if it is out of date, was undone or dismissed; BatchRefused with what has moved since
 *   it was made; IdempotencyConflict if it was applied with other routes
 */
export async function applyPlan(
  {
    streams,
    batches,
    stalePlans,
    clock,
  }: { streams: Pick<Streams, 'load'>; batches: Batches; stalePlans: Pick<StalePlans, 'bringUpToDate'>; clock: Clock },
  planId: string,
  actor: string,
  { chosen, mayApproveOwn = false }: { chosen?: readonly RouteKey[] | undefined; mayApproveOwn?: boolean } = {},
): Promise<Application> {
  /** Neither a day that was locked a moment ago nor a visit just placed by hand is planned over. */
  const stateNow = async () => {
    await stalePlans.bringUpToDate(planId);
    const { state } = await streams.load(plan, planId);
    return { state, found: applicable(state) };
  };
  const { state, found } = await stateNow();
  const { kind, zone } = (found ?? state).head ?? { kind: 'schedule', zone: 'UTC' };
  const commandId = uuidv5(planId, 'apply');
  // A route of fixed stops needs no applying, so naming all other routes is the same as naming none.
  const all = state.routes.filter(({ stops }) => stops.some(({ isFixed }) => !isFixed));
  const keys = (chosen ?? all).map(({ day, crewId }) => ({ day, crewId }));
  const body = canonicalJson(keys.sort((a, b) => (`${a.day} ${a.crewId}` < `${b.day} ${b.crewId}` ? -1 : 1)));
  const applying = { by: actor, mayApproveOwn, now: isoNow(clock) };
  const recorded = state.outage ? [outageItem(state.outage, uuidv5(planId, 'time-off'), applying)] : [];
  const items = [...recorded, ...batchItems(state, zone, chosen)];
  const sender = { actor, commandId, body };
  const outcome = await batches.carryOut({ kind: kind as BatchKind, planId, items }, sender, async () => {
    await stateNow();
  });
  return { ...outcome, undo: { category: 'batch', id: outcome.batchId, commandId } };
}
