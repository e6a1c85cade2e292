import { setTimeout as delay } from 'node:timers/promises';
import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import type { PlanHead } from '../../domain/plan/events.ts';
import { plan } from '../../domain/plan/plan.ts';
import { type PlanScope, STALING_TYPES, staleBy, type TimeOff } from '../../domain/plan/staleness.ts';
import { timeOff } from '../../domain/time-off/time-off.ts';
import { type EventLog, isDecoded, type LogEntry, type Position } from '../../store/event-store.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { uuidv5 } from '../runtime/ids.ts';
import type { LiveReadModels } from '../runtime/live-read-models.ts';
import type { CommandHandler } from './command-handler.ts';
import { causation } from './processes.ts';
import type { Streams } from './streams.ts';

/** The reactor that tells plans what has changed since they were made, and the actor of its commands. */
export const STALE_PLANS = 'stale-plans';

const COMPLETED = 'PlanProposalCompleted';
const PAGE = 100;
const WAIT_MS = 1_000;
const LOOK_AGAIN_MS = 50;

/** A plan, and how far the log had been read for it. */
type Waiting = PlanScope & Pick<PlanHead, 'position'>;

export interface StalePlans {
  /** The types of the events that the reactor is to be told of. */
  types: ReadonlySet<string>;
  /** For the reactor. */
  react(entry: LogEntry, signal: AbortSignal): Promise<void>;
  /** Holds a plan against all that has happened so far, before it is applied: the reactor may not have come that far. */
  bringUpToDate(planId: string): Promise<void>;
}

/**
 * Marks the plans that wait for approval as stale by what happens (docs/design.md#plans). Each event is held against the plans
 * that wait by then; a plan that is just complete against all that happened since the log was read for it.
 */
export function createStalePlans(dependencies: {
  commands: CommandHandler;
  streams: Pick<Streams, 'load'>;
  store: Pick<EventLog, 'readAll' | 'isPosition' | 'head'>;
  readModels: Pick<LiveReadModels, 'peek' | 'current' | 'position' | 'waitFor'>;
}): StalePlans {
  const { commands, streams, store, readModels } = dependencies;

  /** @returns whether it is stale by it */
  async function hold(planId: string, waiting: Waiting, event: RecordedEvent): Promise<boolean> {
    // What was known when it was made.
    if (event.position <= waiting.position) return false;
    const reason = staleBy(waiting, event, await timeOffOf(event));
    if (reason === null) return false;
    await commands.handle(plan, planId, [{ type: 'MarkPlanStale', reason, causedBy: causation(event) }], {
      ...{ actor: STALE_PLANS, commandId: uuidv5(event.id, `stale/${planId}`), body: 'null' },
      // An act of its own: what it follows from is not undone with it.
      ...{ correlationId: event.metadata.correlationId, causationId: null },
    });
    return true;
  }

  async function timeOffOf({ stream }: RecordedEvent): Promise<TimeOff | null> {
    const { category, id } = partsOfStream(stream);
    if (category !== timeOff.category) return null;
    const { state } = await streams.load(timeOff, id);
    return state.presence === 'absent' ? null : { employeeId: state.employeeId, ...state.details };
  }

  async function catchUp(planId: string, end: Position): Promise<void> {
    const { state } = await streams.load(plan, planId);
    if (state.status !== 'proposed' || state.head === null || !store.isPosition(state.head.position)) return;
    const { routes, unassigned, moves } = state;
    const waiting = { ...state.head, routes, unassigned, moves };
    for await (const event of between(state.head.position, end)) {
      if (await hold(planId, waiting, event)) return;
    }
  }

  async function* between(start: Position, end: Position): AsyncGenerator<RecordedEvent> {
    for (let after = start; after < end; ) {
      const page = await store.readAll(after, PAGE);
      yield* page.filter(isDecoded);
      after = page.at(-1)?.position ?? end;
    }
  }

  async function holdAgainstAll(event: RecordedEvent, signal: AbortSignal): Promise<void> {
    while (readModels.peek() === null || readModels.position() < event.position) {
      signal.throwIfAborted();
      // It answers at once while there are none yet.
      if (!(await readModels.waitFor(event.position, WAIT_MS))) await delay(LOOK_AGAIN_MS, undefined, { signal });
    }
    const order = { field: 'createdAt', direction: 'asc' } as const;
    const query = { where: { status: 'proposed' }, order, limit: PAGE };
    for await (const page of pagesOf(readModels.current(), 'plans', query))
      for (const document of page) await hold(document.id, document as unknown as Waiting, event);
  }

  return {
    types: new Set([...STALING_TYPES, COMPLETED]),
    async react(entry, signal) {
      // What cannot be read is told of by the read models.
      if (!isDecoded(entry)) return;
      await (entry.type === COMPLETED
        ? catchUp(partsOfStream(entry.stream).id, entry.position)
        : holdAgainstAll(entry, signal));
    },
    async bringUpToDate(planId) {
      await catchUp(planId, await store.head());
    },
  };
}
