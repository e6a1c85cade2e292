import type { RecordedEvent } from '../../../domain/kit/event.ts';
import { appendedBy, causeOf, reversalOf } from '../../../platform/commands/reversal.ts';
import type { StreamNow } from '../../../platform/commands/stream-fold.ts';
import type { CurrentUser } from '../../../platform/http/access.ts';
import { HttpError } from '../../../platform/http/answers/errors.ts';
import type { AnyRecordKind, ApiContext } from '../context.ts';
import { loadRecord } from '../records.ts';
import { seenBy } from '../rights.ts';
import { stepsSince } from './history.ts';

/** One act, in the stream where it was decided. */
export interface Act {
  kind: AnyRecordKind;
  id: string;
  /** The stream; a shared one also holds what is about other records. */
  now: StreamNow;
  /** The act's own events in the stream. */
  own: RecordedEvent[];
}

/**
 * Finds the act that a step belongs to, following causes back to the event that decided it (docs/design/commands.md#undo).
 * @throws HttpError 404 if the record has no such step
 */
export async function findAct(context: ApiContext, category: string, id: string, commandId: string): Promise<Act> {
  const { store, streams, kinds } = context;
  const kind = kinds.of(category);
  const now = await loadRecord(streams, kind, id);
  const own = await appendedBy(store, now, commandId);
  const [first] = own;
  if (!first) throw new HttpError(404, { message: 'This record has no such step.', code: 'not_found' });
  if (first.metadata.causationId === null) return { kind, id, now, own };

  const cause = causeOf(first.metadata.causationId);
  const [event] = await store.readStream(cause.stream, { after: cause.revision - 1n, limit: 1 });
  const record = event && kinds.namedBy(event);
  if (!record)
    throw new HttpError(404, { message: 'The change that led to this step was not found.', code: 'not_found' });
  return findAct(context, record.kind.category, record.id, event.metadata.commandId);
}

/**
 * The commands by which a person undoes an act, latest step first; none if it is already undone.
 * @throws HttpError 409: `erased` if the person was erased since, `changed_since` with the later steps that stand in
 *   the way, or `not_undoable` if a step has no inverse
 */
export async function inverseCommands(
  context: ApiContext,
  person: CurrentUser,
  { kind, id, now, own }: Act,
): Promise<object[]> {
  const of = { decider: kind.decider, ids: kind.projection.ids };
  const reversal = await reversalOf(context, of, now, own);
  if (reversal.can) return reversal.commands.map((command) => kind.sentBy?.(command, person) ?? command);
  if (reversal.because === 'erased') throw new HttpError(409, ERASED);
  if (reversal.because === 'final')
    throw new HttpError(409, { message: 'This step cannot be undone.', code: 'not_undoable' });
  const { commandIds } = reversal;
  const last = own.at(-1) as RecordedEvent;
  const changes = await stepsSince(context, seenBy(person, kind), id, now, last.revision, (step) =>
    commandIds.has(step.commandId),
  );
  const message = 'This cannot be undone, because the record has changed since. Undo the later changes first.';
  throw new HttpError(409, { message, code: 'changed_since', changes });
}

const ERASED = {
  message: 'The personal data of this record was erased. Neither that nor any earlier change can be undone.',
  code: 'erased',
};
