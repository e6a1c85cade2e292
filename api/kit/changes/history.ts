import { isDeepStrictEqual } from 'node:util';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import type { StreamAt, StreamNow } from '../../../platform/commands/stream-fold.ts';
import { asOf, asOfNow, throughAllTime } from '../../../platform/runtime/as-of.ts';
import { applyEvent, type RecordDocument } from '../../../projections/engine/projection.ts';
import type { EventLog, Position } from '../../../store/event-store.ts';
import type { Document } from '../../../store/read-models.ts';
import type { AnyRecordKind, ApiContext } from '../context.ts';
import { loadRecord } from '../records.ts';
import type { FieldChange, HistoryStep } from './history.schema.ts';

/** The most steps in one answer. */
export const MOST_STEPS = 200;
/** The most characters in one answer: a step may hold long texts or many properties. */
const MOST_CHARACTERS = 256 * 1024;

type Log = Pick<EventLog, 'readStream'>;
type Context = Pick<ApiContext, 'store' | 'readModels' | 'kinds'>;

/** The newest steps before a place in a history. */
export interface HistoryPage<Step extends HistoryStep = HistoryStep> {
  /** Oldest first. */
  steps: Step[];
  /** Older steps come before this revision; null if there are none. */
  earlier: number | null;
}

/** Where an earlier page of a history ends: before a revision of its stream, or before a position in the log. */
export type Before = { revision: number } | { position: Position };

function isBefore(at: Pick<StreamAt<unknown>, 'revision' | 'position'>, before: Before | null): boolean {
  if (before === null) return true;
  return 'revision' in before ? at.revision < before.revision : at.position < before.position;
}

/** The stream of a record, whose history is read by {@link historyPage}. */
export function loadHistory(
  { streams }: Pick<ApiContext, 'streams'>,
  kind: AnyRecordKind,
  id: string,
): Promise<StreamNow> {
  return asOfNow(() => loadRecord(streams, kind, id));
}

/** The revision of the last step that a record had taken at the moment that is asked for; null: all of them count. */
async function lastRevision({ projection }: AnyRecordKind, id: string): Promise<bigint | null> {
  const moment = asOf();
  if (moment === null) return null;
  const found = (await moment.models.get(projection.collection, [id])).get(id) as RecordDocument | undefined;
  return found ? BigInt(found.revision) : -1n;
}

/**
 * The newest steps of a record before a revision or position. Steps of one command are never split between two pages.
 * @param before exclusive; null begins at the end
 */
export async function historyPage(
  context: Context,
  kind: AnyRecordKind,
  id: string,
  now: StreamNow,
  { before, limit }: { before: Before | null; limit: number },
): Promise<HistoryPage> {
  const steps: HistoryStep[] = [];
  let length = 0;
  let earlier: number | null = null;
  const until = await lastRevision(kind, id);
  for await (const step of stepsBackwards(context.store, kind, id, now, before)) {
    if (until !== null && step.revision > until) continue;
    const last = steps.at(-1);
    const isFull = steps.length >= limit || length > MOST_CHARACTERS;
    if (last && isFull && step.commandId !== last.commandId) {
      earlier = last.revision;
      break;
    }
    steps.push(step);
    length += JSON.stringify(step).length;
  }
  return { steps: await told(context, kind, steps.reverse()), earlier };
}

/** Steps of a kind's records with the titles of other records that they name. */
export async function told(
  context: Pick<Context, 'readModels' | 'kinds'>,
  kind: AnyRecordKind,
  steps: HistoryStep[],
): Promise<HistoryStep[]> {
  return kind.told ? kind.told(context, steps) : steps;
}

/**
 * The steps of a record since a revision, oldest first; of a great many, the newest.
 * @param isWanted which of them count
 */
export async function stepsSince(
  context: Context,
  kind: AnyRecordKind,
  id: string,
  now: StreamNow,
  revision: bigint,
  isWanted: (step: HistoryStep) => boolean = () => true,
): Promise<HistoryStep[]> {
  const steps: HistoryStep[] = [];
  let length = 0;
  for await (const step of stepsBackwards(context.store, kind, id, now, null)) {
    if (step.revision <= Number(revision) || steps.length === MOST_STEPS || length > MOST_CHARACTERS) break;
    if (!isWanted(step)) continue;
    steps.push(step);
    length += JSON.stringify(step).length;
  }
  return told(context, kind, steps.reverse());
}

/**
 * The steps of a record, newest first. The stream is read from its end, from one kept state back to the one before; a
 * stretch in which no event names the record is skipped.
 */
async function* stepsBackwards(
  log: Log,
  kind: AnyRecordKind,
  id: string,
  now: StreamNow,
  before: Before | null,
): AsyncGenerator<HistoryStep> {
  let end: StreamAt<unknown> = now;
  while (end.revision >= 0n) {
    const start = now.keptBefore(end.revision);
    // Only what comes after this state is read here.
    if (isBefore(start, before) && start.records.get(id) !== end.records.get(id)) {
      const limit = Number(end.revision - start.revision);
      const after = start.revision;
      const events = await throughAllTime(log).readStream(now.stream, { after, limit });
      const asked = events.filter((event) => isBefore(event, before));
      yield* stepsOf(kind, asked, id, start.records.get(id)?.document ?? null).reverse();
    }
    end = start;
  }
}

/** What these events mean as steps of a record, oldest first, each with what it changed. */
function stepsOf(
  kind: AnyRecordKind,
  events: readonly RecordedEvent[],
  id: string,
  before: Document | null,
): HistoryStep[] {
  const steps: HistoryStep[] = [];
  let document = before;
  for (const event of events) {
    if (!kind.projection.ids(event).includes(id)) continue;
    const { step, after } = stepOf(kind, id, document, event);
    steps.push(step);
    document = after;
  }
  return steps;
}

/** What an event that names a record means as a step of it, and the record after it. */
export function stepOf(
  kind: AnyRecordKind,
  id: string,
  before: Document | null,
  event: RecordedEvent,
): { step: HistoryStep; after: Document | null } {
  const after = applyEvent(kind.projection, before, event, id);
  return { step: { ...headOf(event), changes: differences(kind, id, before, after) }, after };
}

function headOf(event: RecordedEvent): Omit<HistoryStep, 'changes'> {
  const { actor, recordedAt, commandId, correlationId, causationId, undoes } = event.metadata;
  const { type, position } = event;
  const revision = Number(event.revision);
  return { revision, position, type, actor, recordedAt, commandId, correlationId, causationId, undoes: undoes ?? null };
}

/** Every document has these; nobody changed them by hand. */
const NOT_CHANGES = new Set(['id', 'revision', 'createdAt']);

function differences(kind: AnyRecordKind, id: string, before: Document | null, after: Document | null): FieldChange[] {
  const old = shown(kind, id, before);
  const now = shown(kind, id, after);
  const changes: FieldChange[] = [];
  for (const field of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const change = { field, before: old[field] ?? null, after: now[field] ?? null };
    if (!NOT_CHANGES.has(field) && !isDeepStrictEqual(change.before, change.after)) changes.push(change);
  }
  return changes;
}

function shown(kind: AnyRecordKind, id: string, document: Document | null): Record<string, unknown> {
  return document ? { ...kind.present(document) } : { ...kind.initial?.(id) };
}
