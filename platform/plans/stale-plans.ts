import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import type { PlanHead } from '../../domain/plan/events.ts';
import { plan } from '../../domain/plan/plan.ts';
import { type PlanScope, STALING_TYPES, staleBy, type TimeOff } from '../../domain/plan/staleness.ts';
import type { StaleReason } from '../../domain/plan/terms.ts';
import { timeOff } from '../../domain/time-off/time-off.ts';
import { type EventLog, isDecoded, type Position } from '../../store/event-store.ts';
import type { CollectionName, Document } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import type { CommandHandler } from '../commands/command-handler.ts';
import { causation, isByRule } from '../commands/processes.ts';
import type { Streams } from '../commands/streams.ts';
import { uuidv5 } from '../runtime/ids.ts';
import { type LiveReadModels, untilReached } from '../runtime/live-read-models.ts';

/** The reactor that marks plans as stale when something they depend on changes, and the actor of its commands. */
export const STALE_PLANS = 'stale-plans';

const COMPLETED = 'PlanProposalCompleted';
const PAGE = 100;

/** A plan, and the position up to which the log had been read for it. */
type Waiting = PlanScope & Pick<PlanHead, 'position'>;

/** The read model of plans. */
const PLANS: CollectionName<Document & Waiting> = 'plans';

export interface StalePlans {
  /** The types of events that the reactor needs to see. */
  types: ReadonlySet<string>;
  /**
   * For the reactor.
   * @throws the signal's reason; StoreUnavailable, TooBusy; once all other plans are checked, UndecodableEvent on one
   *   that cannot be read
   */
  react(event: RecordedEvent, signal: AbortSignal): Promise<void>;
  /** Checks a plan against everything so far, right before it is applied: the reactor may not be there yet. */
  bringUpToDate(planId: string): Promise<void>;
}

/**
 * Marks plans that wait for approval as stale when something they depend on changes (docs/design/planning.md#plans). Each event
 * is checked against the plans waiting then; a newly completed plan, against all since the log was read for it.
 */
export function createStalePlans(dependencies: {
  commands: CommandHandler;
  streams: Pick<Streams, 'load'>;
  store: Pick<EventLog, 'readAll' | 'isPosition' | 'head'>;
  readModels: Pick<LiveReadModels, 'peek' | 'current' | 'position' | 'waitFor'>;
}): StalePlans {
  const { commands, streams, store, readModels } = dependencies;

  /** By plan that could not be read, the first event that makes it stale: its dead step says so. */
  const unreadable = new Map<string, string>();

  /** @returns why the event makes it stale; null if it does not */
  async function reasonOf(waiting: Waiting, event: RecordedEvent): Promise<StaleReason | null> {
    // Already known when the plan was made.
    return event.position <= waiting.position ? null : staleBy(waiting, event, await timeOffOf(event));
  }

  async function mark(planId: string, reason: StaleReason, event: RecordedEvent): Promise<void> {
    await commands.handle(plan, planId, [{ type: 'MarkPlanStale', reason, causedBy: causation(event) }], {
      actor: STALE_PLANS,
      commandId: uuidv5(event.id, `stale/${planId}`),
      body: 'null',
      // An act of its own, so that undoing it does not undo its cause.
      correlationId: event.metadata.correlationId,
      causationId: null,
    });
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
      const reason = await reasonOf(waiting, event);
      if (reason !== null) return mark(planId, reason, event);
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
    await untilReached(readModels, event.position, signal);
    const order = { field: 'createdAt', direction: 'asc' } as const;
    const query = { where: { status: 'proposed' }, order, limit: PAGE };
    const refused: unknown[] = [];
    for await (const page of pagesOf(readModels.current(), PLANS, query)) {
      for (const { id, ...document } of page) {
        const reason = await reasonOf(document, event);
        if (reason !== null) await markOrTell(id, reason, event, refused);
      }
    }
    if (refused.length > 0) throw refused[0];
  }

  /** One that cannot be read stops none of the others, and is told once: one event is enough to make it stale. */
  async function markOrTell(
    planId: string,
    reason: StaleReason,
    event: RecordedEvent,
    refused: unknown[],
  ): Promise<void> {
    if ((unreadable.get(planId) ?? event.id) !== event.id) return;
    try {
      await mark(planId, reason, event);
      unreadable.delete(planId);
    } catch (cause) {
      if (!isByRule(cause)) throw cause;
      unreadable.set(planId, event.id);
      refused.push(cause);
    }
  }

  return {
    types: new Set([...STALING_TYPES, COMPLETED]),
    async react(event, signal) {
      await (event.type === COMPLETED
        ? catchUp(partsOfStream(event.stream).id, event.position)
        : holdAgainstAll(event, signal));
    },
    async bringUpToDate(planId) {
      await catchUp(planId, await store.head());
    },
  };
}
