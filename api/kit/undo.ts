import { erasures } from '../../domain/index.ts';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import type { StreamNow } from '../../platform/commands/stream-fold.ts';
import { readAfter } from '../../platform/commands/streams.ts';
import { HttpError } from '../../platform/http/errors.ts';
import type { AnyRecordKind, ApiContext } from './context.ts';
import { stepsSince } from './history.ts';
import { loadRecord } from './records.ts';

/** One act, in the stream where it was decided. */
export interface Act {
  kind: AnyRecordKind;
  id: string;
  /** The stream; of a shared one also what is about other records. */
  now: StreamNow;
  /** The act's own events in it. */
  own: RecordedEvent[];
}

/**
 * Finds the act that a step belongs to, following causes back to the event that decided it (docs/design.md#undo).
 * @throws HttpError 404 where the record holds no such step
 */
export async function findAct(context: ApiContext, category: string, id: string, commandId: string): Promise<Act> {
  const { store, streams, kinds } = context;
  const kind = kinds.of(category);
  const now = await loadRecord(streams, kind, id);
  const span = now.appendedBy(commandId);
  const after = BigInt(span?.first ?? 0) - 1n;
  const own = span ? await store.readStream(now.stream, { after, limit: span.last - span.first + 1 }) : [];
  const [first] = own;
  if (!first) throw new HttpError(404, { message: 'This record has no such step.', code: 'not_found' });
  if (first.metadata.causationId === null) return { kind, id, now, own };

  const cause = parseCausation(first.metadata.causationId);
  const [event] = await store.readStream(cause.stream, { after: cause.revision - 1n, limit: 1 });
  const record = event && kinds.namedBy(event);
  if (!record)
    throw new HttpError(404, { message: 'The change that led to this step was not found.', code: 'not_found' });
  return findAct(context, record.kind.category, record.id, event.metadata.commandId);
}

/**
 * The commands that undo an act, latest step first; none where it is undone already.
 * @throws HttpError 409 `erased` where the person was erased since, `changed_since` with the later steps that stand in the way, or where a step has no inverse
 */
export async function inverseCommands({ store, streams }: ApiContext, act: Act): Promise<object[]> {
  const { kind, id, now, own } = act;
  const [first, last] = [own[0], own.at(-1)] as [RecordedEvent, RecordedEvent];
  const touched = new Set(own.flatMap((event) => kind.projection.ids(event)));
  const later = (await readAfter(store, now.stream, last.revision)).filter((event) =>
    kind.projection.ids(event).some((each) => touched.has(each)),
  );
  if ([...own, ...later].some(({ type }) => erasures.has(type))) throw new HttpError(409, ERASED);
  const voided = voidedCommands(later);
  if (voided.has(first.metadata.commandId)) return [];

  const inTheWay = new Set(stepsInTheWay(later, voided));
  if (inTheWay.size > 0) {
    const isWanted = ({ commandId }: { commandId: string }) => inTheWay.has(commandId);
    const changes = await stepsSince(store, kind, id, now, last.revision, isWanted);
    const message = 'This cannot be undone, because the record has changed since. Undo the later changes first.';
    throw new HttpError(409, { message, code: 'changed_since', changes });
  }
  let before = await streams.stateBefore(kind.decider, now, first.revision);
  const commands = own.map((event) => {
    const command = kind.decider.inverse(event, before);
    if (command === null) throw new HttpError(409, { message: 'This step cannot be undone.', code: 'not_undoable' });
    before = kind.decider.evolve(before, event);
    return command;
  });
  return commands.reverse();
}

const ERASED = {
  message: 'The personal data of this record was erased. Neither that nor any earlier change can be undone.',
  code: 'erased',
};

/** Command ids that later steps undid and that no still later step brought back. */
function voidedCommands(later: readonly RecordedEvent[]): Set<string> {
  const voided = new Set<string>();
  for (const { metadata } of later.toReversed()) {
    if (metadata.undoes !== undefined && !voided.has(metadata.commandId)) voided.add(metadata.undoes);
  }
  return voided;
}

/** Command ids of later steps that still count: neither undone themselves nor the undoing of one another. */
function stepsInTheWay(later: readonly RecordedEvent[], voided: ReadonlySet<string>): string[] {
  const commands = new Set(later.map((event) => event.metadata.commandId));
  return later
    .filter(({ metadata }) => !voided.has(metadata.commandId))
    .filter(({ metadata }) => metadata.undoes === undefined || !commands.has(metadata.undoes))
    .map(({ metadata }) => metadata.commandId);
}

function parseCausation(causationId: string): { stream: string; revision: bigint } {
  const at = causationId.lastIndexOf('@');
  return { stream: causationId.slice(0, at), revision: BigInt(causationId.slice(at + 1)) };
}
