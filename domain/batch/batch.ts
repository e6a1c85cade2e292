import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import type { BatchEvent, BatchItem, RefusedItem, StoredItem } from './events.ts';
import { BATCH_LIMITS, type BatchKind } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The result of an act. */
export interface BatchResult {
  /** The number of items done. */
  done: number;
  refused: readonly RefusedItem[];
}

/** Carrying out the batch, or taking back an earlier act. */
export interface BatchAct {
  /** The number of the act it takes back; null for the first. */
  reverts: number | null;
  /** Whether it leaves the records as the batch wants them, not as they were before. */
  isApplied: boolean;
  /** Null while it is being carried out. */
  result: BatchResult | null;
}

export interface BatchState {
  planId: string | null;
  items: readonly BatchItem[];
  /** Empty until it is started. */
  acts: readonly BatchAct[];
}

function evolve(state: BatchState, event: BatchEvent): BatchState {
  switch (event.type) {
    case 'BatchItemsPlanned': {
      const { first, items } = event.data;
      return { ...state, items: [...state.items.slice(0, Math.max(first, 0)), ...items] };
    }
    case 'BatchStarted':
      return { ...state, planId: event.data.planId, acts: [{ reverts: null, isApplied: true, result: null }] };
    case 'BatchReverted': {
      const { reverts, isApplied } = event.data;
      return { ...state, acts: [...state.acts, { reverts, isApplied, result: null }] };
    }
    case 'BatchFinished': {
      const { act, ...result } = event.data;
      return { ...state, acts: state.acts.map((each, index) => (index === act ? { ...each, result } : each)) };
    }
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type BatchCommand =
  /** @param first the position of the first item; 0 starts the planning over */
  | { type: 'PlanItems'; first: number; items: BatchItem[] }
  | { type: 'StartBatch'; kind: BatchKind; count: number; planId: string | null; now: string }
  /** @param act the number of the act, from 0 */
  | { type: 'FinishAct'; act: number; result: BatchResult }
  /** @param reverts the number of the act to take back */
  | { type: 'RevertAct'; reverts: number };

function decide(command: BatchCommand, state: BatchState): BatchEvent[] {
  const { items, acts } = state;
  switch (command.type) {
    case 'PlanItems':
      return plan(command.first, command.items as StoredItem[], state);
    case 'StartBatch': {
      const { kind, count, planId, now } = command;
      if (acts.length > 0) return [];
      if (count !== items.length) throw inWork();
      return [{ type: 'BatchStarted', data: { kind, count, planId, startedAt: now } }];
    }
    case 'FinishAct': {
      const { act, result } = command;
      const found = acts[act];
      if (!found) throw new Rejection('not_found', 'There is no such batch.');
      if (found.result) return [];
      return [{ type: 'BatchFinished', data: { act, done: result.done, refused: [...result.refused] } }];
    }
    case 'RevertAct':
      return revert(command.reverts, state);
    default:
      return unreachable(command);
  }
}

function plan(first: number, added: StoredItem[], { items, acts }: BatchState): BatchEvent[] {
  if (acts.length > 0 || (first !== 0 && first !== items.length)) throw inWork();
  if (first + added.length > BATCH_LIMITS.items) throw tooMany();
  if (first === 0 && JSON.stringify(added) === JSON.stringify(items)) return [];
  return [{ type: 'BatchItemsPlanned', data: { first, items: added } }];
}

function revert(reverts: number, { acts, planId }: BatchState): BatchEvent[] {
  const [target, last] = [acts[reverts], acts.at(-1)];
  if (!target || !last) throw new Rejection('not_found', 'There is no such batch.');
  if (last.result === null) {
    throw new Rejection('conflict', 'This is still being carried out. Undo it when it is done, in a moment.');
  }
  if (target.isApplied !== last.isApplied) return [];
  return [{ type: 'BatchReverted', data: { act: acts.length, reverts, isApplied: !target.isApplied, planId } }];
}

/** Refuses a request that was sent twice at once, to two servers. */
function inWork(): Rejection {
  return new Rejection('conflict', 'The same request is being carried out already. Send it again in a moment.');
}

/** Refuses more items than a batch can hold. */
export function tooMany(): Rejection {
  return new Rejection('invalid', `At most ${BATCH_LIMITS.items} records can be changed at once.`);
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: BatchEvent, before: BatchState): BatchCommand | null {
  switch (event.type) {
    case 'BatchStarted':
      return { type: 'RevertAct', reverts: 0 };
    case 'BatchReverted':
      return { type: 'RevertAct', reverts: before.acts.length };
    case 'BatchItemsPlanned':
    case 'BatchFinished':
      return null;
    default:
      return unreachable(event);
  }
}

/** Many records changed as one act, with one undo (docs/design/commands.md#batches). */
export const batch: Decider<BatchState, BatchCommand, BatchEvent> = {
  category: 'batch',
  whose: 'nobody',
  initial: { items: [], acts: [], planId: null },
  evolve,
  decide,
  inverse,
};
