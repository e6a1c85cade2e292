import { erasures } from '../../domain/index.ts';
import type { Decider } from '../../domain/kit/decider.ts';
import type { EventBody, RecordedEvent } from '../../domain/kit/event.ts';
import type { EventLog } from '../../store/event-store.ts';
import type { RecordFold, StreamNow } from './stream-fold.ts';
import { readAfter, type Streams } from './streams.ts';

/** How one act is undone in one stream, or why it cannot be. */
export type Reversal =
  /** Latest step first; none if it is already undone. */
  | { can: true; commands: object[] }
  /** Its person was erased since. */
  | { can: false; because: 'erased' }
  /** Later steps on the same records still count: the ids of their commands. */
  | { can: false; because: 'changed'; commandIds: ReadonlySet<string> }
  /** A step of it has no inverse: the type of its event. */
  | { can: false; because: 'final'; type: string };

/**
 * The commands that undo what one command did in a stream (docs/design/commands.md#undo).
 * @param of `ids`: which records an event is about
 * @param own what the command appended; at least one event
 */
export async function reversalOf(
  { store, streams }: { store: Pick<EventLog, 'readStream'>; streams: Pick<Streams, 'stateBefore'> },
  { decider, ids }: { decider: Decider<unknown, object, EventBody>; ids: RecordFold['ids'] },
  now: StreamNow,
  own: readonly RecordedEvent[],
): Promise<Reversal> {
  const [first, last] = [own[0], own.at(-1)] as [RecordedEvent, RecordedEvent];
  const touched = new Set(own.flatMap((event) => ids(event)));
  const later = (await readAfter(store, now.stream, last.revision)).filter((event) =>
    ids(event).some((each) => touched.has(each)),
  );
  if ([...own, ...later].some(({ type }) => erasures.has(type))) return { can: false, because: 'erased' };
  const voided = voidedCommands(later);
  if (voided.has(first.metadata.commandId)) return { can: true, commands: [] };
  const again = broughtBackBy(first.metadata.commandId, later, voided);
  if (again.length > 0) return reversalOf({ store, streams }, { decider, ids }, now, again);

  const inTheWay = stepsInTheWay(
    later.filter((event) => isAct(event) && !decider.asides?.includes(event.type)),
    voided,
  );
  if (inTheWay.length > 0) return { can: false, because: 'changed', commandIds: new Set(inTheWay) };

  let before = await streams.stateBefore(decider, now, first.revision);
  const commands: object[] = [];
  for (const event of own) {
    const command = decider.inverse(event, before);
    if (command === null) return { can: false, because: 'final', type: event.type };
    before = decider.evolve(before, event);
    commands.unshift(command);
  }
  return { can: true, commands };
}

/** What one command appended to a stream; nothing if it appended nothing. */
export async function appendedBy(
  store: Pick<EventLog, 'readStream'>,
  now: StreamNow,
  commandId: string,
): Promise<RecordedEvent[]> {
  const span = now.appendedBy(commandId);
  if (!span) return [];
  return store.readStream(now.stream, { after: BigInt(span.first) - 1n, limit: span.last - span.first + 1 });
}

/** An event caused within its own stream, as a batch's end is by its start, is not an act of its own. */
function isAct({ stream, metadata: { causationId } }: RecordedEvent): boolean {
  return causationId === null || causeOf(causationId).stream !== stream;
}

/** The event that a causation id names: `<stream>@<revision>`. */
export function causeOf(causationId: string): { stream: string; revision: bigint } {
  const at = causationId.lastIndexOf('@');
  return { stream: causationId.slice(0, at), revision: BigInt(causationId.slice(at + 1)) };
}

/** Ids of commands that later steps undid, unless a still later step brought them back. */
function voidedCommands(later: readonly RecordedEvent[]): Set<string> {
  const voided = new Set<string>();
  for (const { metadata } of later.toReversed()) {
    if (metadata.undoes !== undefined && !voided.has(metadata.commandId)) voided.add(metadata.undoes);
  }
  return voided;
}

/**
 * What brought a command back after it was undone, the last time: what it did may be there under other names since, as the
 * version of a quote that is saved again. Nothing if it was never undone.
 */
function broughtBackBy(
  commandId: string,
  later: readonly RecordedEvent[],
  voided: ReadonlySet<string>,
): readonly RecordedEvent[] {
  const undoing = new Set(
    later.filter(({ metadata }) => metadata.undoes === commandId).map(({ metadata }) => metadata.commandId),
  );
  const last = later.findLast(
    ({ metadata }) => metadata.undoes !== undefined && undoing.has(metadata.undoes) && !voided.has(metadata.commandId),
  );
  return later.filter(({ metadata }) => metadata.commandId === last?.metadata.commandId);
}

/** Ids of later commands that still count: neither undone themselves nor the undoing of one another. */
function stepsInTheWay(later: readonly RecordedEvent[], voided: ReadonlySet<string>): string[] {
  const commands = new Set(later.map((event) => event.metadata.commandId));
  return later
    .filter(({ metadata }) => !voided.has(metadata.commandId))
    .filter(({ metadata }) => metadata.undoes === undefined || !commands.has(metadata.undoes))
    .map(({ metadata }) => metadata.commandId);
}
