import type { BatchKind } from '../../domain/batch/terms.ts';
import type {
  AcceptedConflicts,
  PlanHead,
  PlannedMove,
  PlanRoute,
  PlanTotals,
  UnassignedJob,
} from '../../domain/plan/events.ts';
import { batchItems, type RouteKey } from '../../domain/plan/items.ts';
import { applicable, type PlanCommand, plan } from '../../domain/plan/plan.ts';
import { type Clock, isoNow } from '../runtime/clock.ts';
import { canonicalJson, uuidv5 } from '../runtime/ids.ts';
import type { Batches, BatchOutcome } from './batches.ts';
import type { CommandHandler, Outcome } from './command-handler.ts';
import { partsOf } from './parts.ts';
import type { StalePlans } from './stale-plans.ts';
import type { Streams } from './streams.ts';

/** All that a run found. */
export interface Proposal {
  head: PlanHead;
  /** A crew on a day each; those without a stop may be left out. */
  routes: readonly PlanRoute[];
  unassigned: readonly UnassignedJob[];
  /** Scheduled jobs that go elsewhere, where that is what the plan is about; their new places are in the routes. */
  moves?: readonly PlannedMove[];
  /** What a person accepted against places of the plan, a job each. */
  accepted?: readonly AcceptedConflicts[];
  totals: PlanTotals;
}

/**
 * Writes what a run found as a proposal, in as many appends as it takes; the last one makes it exist. Said again for the same
 * id it does nothing where it is there, and begins anew where it was not finished.
 * @param actor who asked: a user id, or the name of what runs by itself
 * @param body canonical text of the request that it answers, where a repeat of that is to be told from another one
 * @throws StaleRevision where somebody else began to write it meanwhile
 */
export async function proposePlan(
  { commands, clock }: { commands: CommandHandler; clock: Clock },
  planId: string,
  { head, routes, unassigned, moves = [], accepted = [], totals }: Proposal,
  actor: string,
  body = 'null',
): Promise<Outcome> {
  const written: PlanCommand[] = [
    ...routes.map((route) => ({ type: 'AddRoute', route }) as const),
    ...[...partsOf(unassigned)].map((jobs) => ({ type: 'AddUnassigned', jobs }) as const),
    ...[...partsOf(moves)].map((part) => ({ type: 'AddMoves', moves: part }) as const),
    ...accepted.map((each) => ({ type: 'AddAccepted', accepted: each }) as const),
  ];
  // Each append is right after the one before it: of two who write one plan at once, the one that began last does.
  const send = (commandId: string, all: readonly PlanCommand[], last?: Outcome, said = 'null') =>
    commands.handle(plan, planId, all, {
      ...{ actor, commandId, body: said, correlationId: planId, causationId: null },
      expectedRevision: last?.now.revision,
    });
  let last = await send(crypto.randomUUID(), [{ type: 'BeginProposal', head, now: isoNow(clock) }]);
  for (const part of partsOf(written)) last = await send(crypto.randomUUID(), part, last);
  return send(completionOf(planId), [{ type: 'CompleteProposal', totals }], last, body);
}

function completionOf(planId: string): string {
  return uuidv5(planId, 'completed');
}

/** That a plan which is there was proposed for the same request. @throws IdempotencyConflict where it was another one */
export async function requireSameRequest(
  { commands }: { commands: CommandHandler },
  planId: string,
  actor: string,
  body: string,
): Promise<void> {
  const sender = { actor, commandId: completionOf(planId), body, correlationId: planId, causationId: null };
  await commands.handle(plan, planId, [], sender);
}

/** What came of applying a plan, with what `POST /api/undo` takes. */
export interface Application extends BatchOutcome {
  undo: { category: 'batch'; id: string; commandId: string };
}

/**
 * Applies a plan, or some of its routes, as one batch. A plan is applied once: the same again is answered as the first time,
 * whoever asks; with other routes it is refused.
 * @throws Rejection 404, 409 where it is out of date, was undone or dismissed; BatchRefused with what has moved since it was
 *   made; IdempotencyConflict where it was applied with other routes
 */
export async function applyPlan(
  {
    streams,
    batches,
    stalePlans,
  }: { streams: Pick<Streams, 'load'>; batches: Batches; stalePlans: Pick<StalePlans, 'bringUpToDate'> },
  planId: string,
  actor: string,
  chosen?: readonly RouteKey[],
): Promise<Application> {
  /** A day that was locked a moment ago is not planned over, nor a visit that was put there by hand. */
  const stateNow = async () => {
    await stalePlans.bringUpToDate(planId);
    const { state } = await streams.load(plan, planId);
    return { state, found: applicable(state) };
  };
  const { state, found } = await stateNow();
  const { kind, zone } = (found ?? state).head ?? { kind: 'schedule', zone: 'UTC' };
  const commandId = uuidv5(planId, 'apply');
  // What stays in a route needs no applying: all that moves is the same, whoever names it.
  const all = state.routes.filter(({ stops }) => stops.some(({ isFixed }) => !isFixed));
  const keys = (chosen ?? all).map(({ day, crewId }) => ({ day, crewId }));
  const body = canonicalJson(keys.sort((a, b) => (`${a.day} ${a.crewId}` < `${b.day} ${b.crewId}` ? -1 : 1)));
  const items = batchItems(state, zone, chosen);
  const sender = { actor, commandId, body };
  const outcome = await batches.carryOut({ kind: kind as BatchKind, planId, items }, sender, async () => {
    await stateNow();
  });
  return { ...outcome, undo: { category: 'batch', id: outcome.batchId, commandId } };
}
