import { type BatchAct, type BatchResult, type BatchState, batch, tooMany } from '../../domain/batch/batch.ts';
import type { BatchItem, RefusedItem } from '../../domain/batch/events.ts';
import { BATCH_LIMITS, type BatchKind } from '../../domain/batch/terms.ts';
import { type AnyDecider, deciders, registry } from '../../domain/index.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import type { EventLog, Position } from '../../store/event-store.ts';
import { type Clock, isoNow } from '../runtime/clock.ts';
import { canonicalJson, uuidv5 } from '../runtime/ids.ts';
import { createQueues } from '../runtime/queues.ts';
import { type CommandContext, type CommandHandler, decideAll, type Outcome, StaleRevision } from './command-handler.ts';
import { partsOf } from './parts.ts';
import { causation, isRefusal, later, type ProcessRunner, reachedBy } from './processes.ts';
import { appendedBy, type Reversal, reversalOf } from './reversal.ts';
import type { RecordFold, StreamNow } from './stream-fold.ts';
import type { Streams } from './streams.ts';

/** The reactor that finishes batches. */
export const BATCHES = 'batches';

/** What to do as one act. */
export interface BatchPlan {
  kind: BatchKind;
  /** The proposal it carries out, if there is one. */
  planId: string | null;
  /** In the order in which they are done, each on a different record. They hold no text about a person. */
  items: readonly BatchItem[];
}

/** Who asks for it: for a request, `senderOf(request)`; and the act that it undoes, if it is an undo. */
export type BatchSender = Pick<CommandContext, 'actor' | 'commandId' | 'body' | 'undoes'>;

/**
 * The only command of an item that undoes what a command did on its record: what that takes is made from the log when the
 * item is done, as a batch holds no text about anybody.
 */
export interface UndoCommand {
  type: 'UndoCommand';
  commandId: string;
}

/** What came of an act of a batch. */
export interface BatchOutcome extends BatchResult {
  batchId: string;
  /** The stream as it was when the act finished. */
  now: StreamNow<BatchState>;
  /** The position of the last event that it appended or saw. */
  position: Position;
}

/** Nothing was done, because some of the records cannot be changed as planned. */
export class BatchRefused extends Error {
  /** All of them, each with a reason for a person to read. */
  readonly refused: readonly RefusedItem[];
  /** Whether the only reason is that records have changed since it was planned, so that it should be planned again. */
  readonly isMoved: boolean;

  constructor(refused: readonly RefusedItem[], isMoved: boolean) {
    super(
      isMoved
        ? 'Something has changed since this was planned. Nothing was done: plan it again.'
        : 'Some of this cannot be done as it was planned. Nothing was done: see why, and plan it again.',
    );
    this.name = 'BatchRefused';
    this.refused = refused;
    this.isMoved = isMoved;
  }
}

/**
 * Many records that are changed as one act (docs/design/commands.md#batches). Each item has its own command id, derived from the
 * batch, so each item is done once, no matter who carries out the batch or how often.
 */
export interface Batches {
  /** The types of the events that begin an act of a batch. */
  types: ReadonlySet<string>;
  /**
   * Checks all items, plans them, and carries them out. The same command again gets the answer of the first time.
   * @param lastCheck runs right before the start; if it throws, nothing is done
   * @throws BatchRefused if an item cannot be done as things are, and nothing is done; IdempotencyConflict; Rejection
   *   for too many items; StoreUnavailable or TooBusy, and the reactor finishes what was started
   */
  carryOut(plan: BatchPlan, sender: BatchSender, lastCheck?: () => Promise<void>): Promise<BatchOutcome>;
  /** For a request that just appended these events: carries out the act that one begins; null if none does. */
  follow(events: readonly RecordedEvent[]): Promise<BatchOutcome | null>;
  /** For the reactor: finishes an act whose process died. @throws on what cannot be read; StoreUnavailable, TooBusy */
  react(event: RecordedEvent): Promise<void>;
}

/** The id of the batch that a command makes. */
export function batchIdOf({ commandId }: Pick<BatchSender, 'commandId'>): string {
  return uuidv5(commandId, 'batch');
}

/** How many streams are read at once while a batch is checked; below, how many items are done at once. */
const READ_AT_ONCE = 32;
const DONE_AT_ONCE = 8;

const STALE = 'It has changed since this was planned.';
const CHANGED_SINCE = 'It has changed since, and was left as it was.';

/** The names of all fields that are sealed in events. */
const PERSONAL = new Set(
  [...registry.values()].flatMap(({ versions }) => versions.at(-1)?.personal ?? []).map(({ name }) => name),
);

export function createBatches(dependencies: {
  commands: CommandHandler;
  processes: Pick<ProcessRunner, 'follow'>;
  store: Pick<EventLog, 'readStream'>;
  streams: Streams;
  /** By category, which records the events of a stream are about. */
  records: ReadonlyMap<string, Pick<RecordFold, 'ids'>>;
  clock: Clock;
  /**
   * What an item's commands stand for: a batch holds no text about anybody, so it is looked up when the item is done.
   * @throws Rejection if it cannot be done
   */
  fill?: (item: BatchItem) => Promise<BatchItem['commands']>;
  /** The id of the command that plans a part, random by default: if a try ended before the start, the next one plans from what is true then. */
  partId?: (batchId: string, first: number) => string;
}): Batches {
  const { commands, processes, store, streams, records, clock, fill = async (item) => item.commands } = dependencies;
  const { partId = () => crypto.randomUUID() } = dependencies;
  const queues = createQueues();

  /** @throws BatchRefused */
  async function check(items: readonly BatchItem[]): Promise<void> {
    const byStream = Map.groupBy(items, ({ stream }) => stream);
    const refused = new Map<BatchItem, Refusal>();
    const all = [...byStream.values()];
    for (let from = 0; from < all.length; from += READ_AT_ONCE) {
      const found = await Promise.all(all.slice(from, from + READ_AT_ONCE).map(checkStream));
      for (const [item, refusal] of found.flat()) refused.set(item, refusal);
    }
    if (refused.size === 0) return;
    const inOrder = items.flatMap((item) => {
      const refusal = refused.get(item);
      return refusal ? [{ ...placeOf(item), reason: shortened(refusal.reason) }] : [];
    });
    throw new BatchRefused(
      inOrder,
      [...refused.values()].every(({ isStale }) => isStale),
    );
  }

  /** Decides the items of one stream one after another, as will be done later. */
  async function checkStream(items: readonly BatchItem[]): Promise<[BatchItem, Refusal][]> {
    const [{ stream }] = items as [BatchItem];
    const decider = deciderOf(stream);
    const now = await streams.load(decider, partsOfStream(stream).id);
    const refused: [BatchItem, Refusal][] = [];
    let { state } = now;
    for (const item of items) {
      if (isStale(item, now)) {
        refused.push([item, { reason: STALE, isStale: true }]);
        continue;
      }
      try {
        state = decideAll(decider, state, await commandsOf(item, decider, now)).reduce(decider.evolve, state);
      } catch (cause) {
        if (!(cause instanceof Rejection)) throw cause;
        refused.push([item, { reason: cause.message, isStale: false }]);
      }
    }
    return refused;
  }

  /** @throws Rejection for an item that cannot be done or undone */
  async function commandsOf(item: BatchItem, decider: AnyDecider, now: StreamNow): Promise<readonly object[]> {
    const undoes = undoneBy(item);
    return undoes === null ? fill(item) : ((await inverseOf(decider, now, undoes)) ?? []);
  }

  /** Appends the items in parts, then the start of the batch. @returns the outcome of the start */
  async function start(
    { kind, planId, items }: BatchPlan,
    sender: BatchSender,
    lastCheck: () => Promise<void>,
  ): Promise<Outcome> {
    const batchId = batchIdOf(sender);
    const { actor, commandId, body, undoes } = sender;
    const context = { actor, correlationId: commandId, causationId: null };
    let first = 0;
    for (const part of partsOf(items)) {
      const command = { type: 'PlanItems', first, items: part } as const;
      await commands.handle(batch, batchId, [command], { ...context, commandId: partId(batchId, first), body: 'null' });
      first += part.length;
    }
    await lastCheck();
    const command = { type: 'StartBatch', kind, count: items.length, planId, now: isoNow(clock) } as const;
    return commands.handle(batch, batchId, [command], { ...context, commandId, body, undoes });
  }

  /** The start of an earlier time; null if this is the first. @throws IdempotencyConflict */
  async function startedBefore(sender: BatchSender): Promise<Outcome | null> {
    const { actor, commandId, body } = sender;
    const batchId = batchIdOf(sender);
    const now = await streams.load(batch, batchId);
    if (now.appendedBy(commandId) === null) return null;
    return commands.handle(batch, batchId, [], {
      actor,
      commandId,
      body,
      correlationId: commandId,
      causationId: null,
    });
  }

  /** Carries out the act that an event begins, unless it is done already; one act of a batch at a time. */
  function run(begin: RecordedEvent): Promise<BatchOutcome> {
    const { id: batchId } = partsOfStream(begin.stream);
    return queues.run(batchId, async () => {
      const now = await streams.load(batch, batchId);
      const number = actOf(begin);
      const act = now.state.acts[number];
      if (!act) throw new Error(`The batch ${batchId} has no act ${number}.`);
      if (act.result) return { ...act.result, batchId, now, position: now.position };
      return finish(begin, number, await carryOutItems(begin, number, act, now.state));
    });
  }

  /** In the order of the items; when reverting, in reverse. */
  async function carryOutItems(
    begin: RecordedEvent,
    number: number,
    { reverts }: BatchAct,
    { items }: BatchState,
  ): Promise<BatchResult & { position: Position }> {
    const numbered = [...items.entries()];
    const tried: Tried[] = [];
    for (const group of groupsOf(reverts === null ? numbered : numbered.reverse())) {
      const all = group.map(([index, item]) => tryItem(begin, { number, index, reverts }, item));
      tried.push(...(await allOf(all)));
    }
    const done = tried.filter((each) => each !== null && 'position' in each);
    return {
      done: done.length,
      refused: tried.filter((each) => each !== null && 'reason' in each),
      position: done.reduce((last, { position }) => later(last, position), begin.position),
    };
  }

  /** @returns what it did, why it was refused, or null if there was nothing to revert */
  async function tryItem(
    begin: RecordedEvent,
    place: ItemPlace,
    item: BatchItem,
  ): Promise<Outcome | RefusedItem | null> {
    try {
      return await carryOutItem(begin, place, item);
    } catch (cause) {
      if (!isRefusal(cause)) throw cause;
      const reason = cause instanceof StaleRevision ? STALE : (cause as Error).message;
      return { ...placeOf(item), reason: shortened(reason) };
    }
  }

  /** @returns null if there was nothing to revert */
  async function carryOutItem(begin: RecordedEvent, place: ItemPlace, item: BatchItem): Promise<Outcome | null> {
    const { id: batchId } = partsOfStream(begin.stream);
    const { id } = partsOfStream(item.stream);
    const decider = deciderOf(item.stream);
    const { actor, correlationId } = begin.metadata;
    const commandId = itemCommandId(batchId, place.number, place.index);
    const context = { actor, correlationId, causationId: causation(begin), commandId, recordId: item.recordId };
    const undoes = place.reverts === null ? undoneBy(item) : itemCommandId(batchId, place.reverts, place.index);
    if (undoes === null) {
      const expectedRevision = item.expectedRevision === null ? undefined : BigInt(item.expectedRevision);
      const body = canonicalJson(item.commands);
      return followed(await commands.handle(decider, id, await fill(item), { ...context, body, expectedRevision }));
    }

    const now = await streams.load(decider, id);
    const isRepeat = now.appendedBy(commandId) !== null;
    const toUndo = isRepeat ? [] : await inverseOf(decider, now, undoes);
    if (toUndo === null) return null;
    const expectedRevision = isRepeat ? undefined : now.records.get(item.recordId)?.revision;
    return followed(await commands.handle(decider, id, toUndo, { ...context, body: 'null', expectedRevision, undoes }));
  }

  /** @returns null if that command did nothing or is undone. @throws Rejection if it cannot be undone now */
  async function inverseOf(decider: AnyDecider, now: StreamNow, commandId: string): Promise<object[] | null> {
    const own = await appendedBy(store, now, commandId);
    if (own.length === 0) return null;
    const ids = records.get(decider.category)?.ids ?? (() => [now.stream]);
    const reversal = await reversalOf({ store, streams }, { decider, ids }, now, own);
    if (!reversal.can) throw new Rejection('conflict', WHY_KEPT[reversal.because]);
    return reversal.commands.length === 0 ? null : reversal.commands;
  }

  /** Also carries out what follows from an item. */
  async function followed(outcome: Outcome): Promise<Outcome> {
    return { ...outcome, position: reachedBy(outcome, await processes.follow(outcome.appended)) };
  }

  async function finish(
    begin: RecordedEvent,
    number: number,
    { done, refused, position }: BatchResult & { position: Position },
  ): Promise<BatchOutcome> {
    const { id: batchId } = partsOfStream(begin.stream);
    const command = { type: 'FinishAct', act: number, result: { done, refused } } as const;
    const { actor, correlationId } = begin.metadata;
    const outcome = await commands.handle(batch, batchId, [command], {
      actor,
      correlationId,
      causationId: causation(begin),
      body: 'null',
      commandId: uuidv5(batchId, `act/${number}/finished`),
    });
    const now = outcome.now as StreamNow<BatchState>;
    // If two processes carry it out at once, the result recorded first counts.
    const result = now.state.acts[number]?.result ?? { done, refused };
    return { ...result, batchId, now, position: later(position, outcome.position) };
  }

  return {
    types: BEGINNINGS,
    async follow(events) {
      const begin = events.find(({ type }) => BEGINNINGS.has(type));
      return begin ? run(begin) : null;
    },
    async carryOut(plan, sender, lastCheck = async () => undefined) {
      // A request that is sent twice at once starts only once.
      const { appended } = await queues.run(`start ${batchIdOf(sender)}`, async () => {
        const before = await startedBefore(sender);
        if (before) return before;
        requireSound(plan.items);
        await check(plan.items);
        return start(plan, sender, lastCheck);
      });
      await processes.follow(appended);
      const [begin] = appended as [RecordedEvent];
      return run(begin);
    },
    async react(event) {
      await run(event);
    },
  };
}

interface Refusal {
  reason: string;
  isStale: boolean;
}

/** What an item did, or why it was refused; null if there was nothing to revert. */
type Tried = Outcome | RefusedItem | null;

interface ItemPlace {
  /** The number of the act. */
  number: number;
  /** The index of the item. */
  index: number;
  /** The number of the act it reverts. */
  reverts: number | null;
}

const BEGINNINGS: ReadonlySet<string> = new Set(['BatchStarted', 'BatchReverted']);

/** Why what a command did on a record stays as it is. */
export const WHY_KEPT: Readonly<Record<Extract<Reversal, { can: false }>['because'], string>> = {
  changed: CHANGED_SINCE,
  erased: 'The personal data of this record was erased.',
  final: 'This step cannot be undone.',
};

/** The number of the act that an event begins. */
export function actOf({ type, data }: RecordedEvent): number {
  return type === 'BatchReverted' ? (data as { act: number }).act : 0;
}

/** The command id of an item in an act, the same no matter who carries it out. */
export function itemCommandId(batchId: string, act: number, index: number): string {
  return uuidv5(batchId, `act/${act}/item/${index}`);
}

/** The command that an item undoes; null for one that does something new. */
function undoneBy({ commands }: BatchItem): string | null {
  const [first] = commands as readonly [{ type: string } | UndoCommand];
  return first && 'commandId' in first && first.type === 'UndoCommand' ? first.commandId : null;
}

function deciderOf(stream: string): AnyDecider {
  const { category } = partsOfStream(stream);
  const decider = deciders.get(category);
  if (!decider) throw new Error(`A batch names the unknown category ${category}.`);
  return decider;
}

function isStale({ recordId, expectedRevision }: BatchItem, now: StreamNow): boolean {
  return expectedRevision !== null && now.records.get(recordId)?.revision !== BigInt(expectedRevision);
}

function placeOf({ stream, recordId }: BatchItem): Omit<RefusedItem, 'reason'> {
  return { stream, recordId };
}

function shortened(reason: string): string {
  return reason.slice(0, BATCH_LIMITS.reason);
}

/**
 * @throws Rejection for too many items; Error, because the planner made a mistake, for two items on one record, and for
 *   text about a person, since a batch is not sealed
 */
function requireSound(items: readonly BatchItem[]): void {
  if (items.length > BATCH_LIMITS.items) throw tooMany();
  const records = new Set(items.map(({ stream, recordId }) => `${stream} ${recordId}`));
  if (records.size < items.length) throw new Error('A batch has two items of one record.');
  const field = items.map(({ commands }) => personalIn(commands)).find((found) => found !== null);
  if (field) throw new Error(`A batch holds the personal field ${field}.`);
}

/** The first non-null field that events seal, at any depth; null if there is none. */
function personalIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = PERSONAL.has(name) && inner !== null ? name : personalIn(inner);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Groups of items to do at once, in order. A group is of one category, whose records do not wait for one another. Items
 * of one stream queue up as they come.
 */
function* groupsOf(items: readonly [number, BatchItem][]): Generator<[number, BatchItem][]> {
  const categoryOf = ([, { stream }]: [number, BatchItem]) => partsOfStream(stream).category;
  let group: [number, BatchItem][] = [];
  for (const item of items) {
    const [first] = group;
    if (first && (group.length === DONE_AT_ONCE || categoryOf(first) !== categoryOf(item))) {
      yield group;
      group = [];
    }
    group.push(item);
  }
  if (group.length > 0) yield group;
}

/** The results of all, once all of them have ended. @throws what the first failed one threw */
async function allOf<Result>(all: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(all);
  return Promise.all(all);
}
