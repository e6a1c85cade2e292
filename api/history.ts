import { isDeepStrictEqual } from 'node:util';
import type { RecordedEvent } from '../domain/kit/event.ts';
import { applyEvent } from '../projections/projection.ts';
import type { Document } from '../store/read-models.ts';
import type { RecordKind } from './records.ts';
import type { FieldChange, HistoryStep } from './schemas/history.ts';

/**
 * The steps of a record, oldest first: its stream folded by its own projection, each with what it changed (design §6).
 */
export function historySteps(kind: RecordKind, events: readonly RecordedEvent[], id: string): HistoryStep[] {
  const steps: HistoryStep[] = [];
  let document: Document | null = null;
  for (const event of events) {
    if (!kind.projection.ids(event).includes(id)) continue;
    const before: Document | null = document;
    document = applyEvent(kind.projection, before, event, id);
    steps.push({ ...step(event), changes: differences(kind, before, document) });
  }
  return steps;
}

function step(event: RecordedEvent): Omit<HistoryStep, 'changes'> {
  const { actor, recordedAt, commandId, correlationId, causationId, undoes } = event.metadata;
  const { type, position } = event;
  const revision = Number(event.revision);
  return { revision, position, type, actor, recordedAt, commandId, correlationId, causationId, undoes: undoes ?? null };
}

/** Every document has these; they are not what a person changed. */
const NOT_CHANGES = new Set(['id', 'revision', 'createdAt']);

function differences(kind: RecordKind, before: Document | null, after: Document | null): FieldChange[] {
  const old = shown(kind, before);
  const now = shown(kind, after);
  const changes: FieldChange[] = [];
  for (const field of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const change = { field, before: old[field] ?? null, after: now[field] ?? null };
    if (!NOT_CHANGES.has(field) && !isDeepStrictEqual(change.before, change.after)) changes.push(change);
  }
  return changes;
}

function shown(kind: RecordKind, document: Document | null): Record<string, unknown> {
  return document ? { ...kind.present(document) } : { ...kind.initial };
}
