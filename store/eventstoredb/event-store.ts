import type { RecordedEvent } from '../../domain/kit/event.ts';
import { refuseBadAppend, refuseLargeAppend } from '../append-limits.ts';
import type { Codec, EncodedEvent, EncodedRecord } from '../codec.ts';
import {
  type Append,
  type Appended,
  type Batch,
  type EventHead,
  type EventToAppend,
  type ExpectedRevision,
  type ImportingStore,
  isDecoded,
  type LogEntry,
  type Position,
  type ScanFrom,
  type Scanned,
  START,
  type StoredEvent,
  StoreUnavailable,
  UndecodableEvent,
  WrongExpectedRevision,
} from '../event-store.ts';
import { scanned } from '../scan.ts';
import type { StoreHealth } from '../store-health.ts';
import { type AllStream, allStream, subscribeToOwn } from './all-stream.ts';
import { Connection, LinkLeft } from './connection.ts';
import { connectionString } from './connection-string.ts';
import { isTooSlow, isUndecided, isWrongExpectedVersion, translate } from './errors.ts';
import { isPosition, toPosition } from './position.ts';
import { toEventData } from './records.ts';
import { type StreamNames, streamNames } from './stream-names.ts';
import { type ReadOptions, readRecords } from './stream-reads.ts';
import { follow, type Opened, PAGE } from './subscription.ts';
import { Tail } from './tail.ts';

/** Never written: reading it shows whether the server answers and lets us read streams. */
const NO_STREAM = 'start-check';

/** The event store, with a check that its server serves us. */
export interface ServedEventStore extends ImportingStore {
  /**
   * The smallest calls that show whether the server answers and lets us read both streams and the whole log, which are
   * separate rights.
   * @throws StoreRefused if waiting does not help; StoreUnavailable
   */
  look(): Promise<void>;
}

/** How often an append is sent when the server does not tell its outcome. */
const MOST_TRIES = 3;

/**
 * Opens the event store on an EventStoreDB, 23.10 or later (22.6 is the first that gives positions in a stream). The
 * server may still be down: until it is up, calls are refused with StoreUnavailable.
 * @param options.url `esdb://…`; a cluster is read and written at its leader unless the address prefers another node
 * @param options.namespace lower-case letters and digits: prefixes the streams, so that others may use the server too
 * @param options.deadlineMs how long a call may take; 5 s by default
 * @throws if the address or the namespace is not acceptable
 */
export async function openEventStoreDB(options: {
  url: string;
  namespace: string;
  codec: Codec;
  deadlineMs?: number | undefined;
}): Promise<ServedEventStore> {
  const names = streamNames(options.namespace);
  return new EventStoreDB(openConnection(options, names.toStored(NO_STREAM)), names, options.codec);
}

function openConnection(
  { url, deadlineMs }: { url: string; deadlineMs?: number | undefined },
  unwritten: string,
): Connection {
  try {
    return new Connection(connectionString(url), unwritten, deadlineMs);
  } catch (cause) {
    const { message } = cause as Error;
    // The client's message repeats the whole address, including the password.
    const reason = message.includes('certificate') ? message : 'write it like esdb://name:password@host:2113?tls=true';
    throw new Error(`The EventStoreDB client does not accept the address: ${reason}.`);
  }
}

class EventStoreDB implements ServedEventStore {
  readonly #connection: Connection;
  readonly #names: StreamNames;
  readonly #codec: Codec;
  readonly #all: AllStream;
  readonly #closing = new AbortController();
  readonly #tail: Tail;

  constructor(connection: Connection, names: StreamNames, codec: Codec) {
    this.#connection = connection;
    this.#names = names;
    this.#codec = codec;
    this.#all = allStream(connection, names);
    const resubscribed = () => connection.watch.resubscribed();
    this.#tail = new Tail((after, signal) => {
      const open = (position: Position) => this.#open(position, signal);
      return follow({ open, resubscribed }, after, signal);
    });
  }

  async append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<Appended> {
    refuseBadAppend(events);
    const encoded = await this.#codec.encode(stream, events);
    refuseLargeAppend(encoded);
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      const answer = await this.#write(stream, encoded, expected);
      const appended = typeof answer === 'object' ? answer : await this.#heldAs(stream, encoded, expected);
      if (appended) {
        this.#all.reached(appended.position);
        return appended;
      }
      if (answer === 'wrong revision') throw new WrongExpectedRevision(stream, expected);
    }
    throw new StoreUnavailable('The event store does not say whether it has written the events.');
  }

  async appendInOrder(appends: readonly Append[]): Promise<void> {
    for (const { stream, events, expected } of appends) await this.append(stream, events, expected);
  }

  async readStream(stream: string, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    return (await this.#codec.decode(await this.#readRecords(stream, options))).map((entry) => {
      if (!isDecoded(entry)) throw new UndecodableEvent(entry);
      return entry;
    });
  }

  async readAll(after: Position, limit: number): Promise<LogEntry[]> {
    return this.#codec.decode(await this.#all.read(after, limit));
  }

  async readLatest(before: Position | null, limit: number): Promise<LogEntry[]> {
    return this.#codec.decode(await this.#all.readLatest(before, limit));
  }

  async scan(
    from: ScanFrom,
    options: { backwards: boolean; limit: number; isWanted(head: EventHead): boolean },
  ): Promise<Scanned> {
    return scanned(this.#codec, await this.#scannedRecords(from, options), options);
  }

  async readStored(after: Position, limit: number): Promise<StoredEvent[]> {
    return this.#all.read(after, limit);
  }

  isPosition(text: string): boolean {
    return isPosition(text);
  }

  async head(): Promise<Position> {
    return this.#all.head();
  }

  async holds(position: Position, eventId?: string): Promise<boolean> {
    if (!isPosition(position)) return false;
    try {
      return await this.#all.holds(position, eventId);
    } catch (cause) {
      if (cause instanceof StoreUnavailable) throw cause;
      // A place between two events, or beyond the end, is refused with different codes by different versions.
      return false;
    }
  }

  async *subscribe(after: Position, signal: AbortSignal, types?: ReadonlySet<string>): AsyncGenerator<Batch> {
    this.#connection.refuseClosed();
    const stop = AbortSignal.any([signal, this.#closing.signal]);
    let at: Pick<Batch, 'position' | 'eventId'> = { position: after, eventId: '' };
    try {
      for await (const { records, live } of this.#tail.pages(after, stop)) {
        const entries = await this.#codec.decode(types ? records.filter(({ type }) => types.has(type)) : records);
        if (stop.aborted) break;
        const last = records.at(-1);
        if (last) {
          at = { position: last.position, eventId: last.id };
          this.#all.reached(last.position);
        }
        yield { entries, ...at, live };
      }
    } catch (cause) {
      // Of a closed store this tells instead of the end of the wait for a link.
      if (!signal.aborted) this.#connection.refuseClosed();
      if (!signal.aborted) throw cause;
    }
    if (!signal.aborted) this.#connection.refuseClosed();
  }

  async look(): Promise<void> {
    await this.#readRecords(NO_STREAM, { limit: 1 });
    await this.#all.look();
  }

  health(): StoreHealth {
    return this.#connection.watch.health();
  }

  /** The server looks after its own files. */
  damage(): null {
    return null;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#connection.close();
  }

  /**
   * With an exact revision the server's yes can be trusted, and so can the position it gives: even for a repeat, whose
   * ids it knows at that position. Its no only says that it expected something else.
   */
  async #write(
    stream: string,
    events: readonly EncodedEvent[],
    expected: ExpectedRevision,
  ): Promise<Appended | 'wrong revision' | 'undecided'> {
    const expectedRevision = expected === 'none' ? 'no_stream' : expected;
    try {
      const { success, position, nextExpectedRevision } = await this.#connection.call((client) =>
        client.appendToStream(this.#names.toStored(stream), events.map(toEventData), { expectedRevision }),
      );
      if (!success || !position) return 'undecided';
      return { position: toPosition(position), revision: nextExpectedRevision };
    } catch (cause) {
      if (isWrongExpectedVersion(cause)) return 'wrong revision';
      const isUnclear = cause instanceof StoreUnavailable && isUndecided(cause.cause);
      if (isUnclear || cause instanceof LinkLeft) return 'undecided';
      throw cause;
    }
  }

  /** The answer if the stream holds exactly these events after the expected revision; otherwise null. */
  async #heldAs(stream: string, events: readonly EncodedEvent[], expected: ExpectedRevision): Promise<Appended | null> {
    const after = expected === 'none' ? undefined : expected;
    const held = await this.#readRecords(stream, { after, limit: events.length });
    const last = held.at(-1);
    const isHeld = last && events.every(({ id }, index) => held[index]?.id === id);
    return isHeld ? { position: last.position, revision: last.revision } : null;
  }

  #readRecords(stream: string, options: ReadOptions): Promise<EncodedRecord[]> {
    return readRecords(this.#connection, this.#names, stream, options);
  }

  #scannedRecords(
    from: ScanFrom,
    { backwards, limit }: { backwards: boolean; limit: number },
  ): Promise<EncodedRecord[]> {
    if ('stream' in from) return this.#readRecords(from.stream, { after: from.after ?? undefined, backwards, limit });
    return backwards ? this.#all.readLatest(from.after, limit) : this.#all.read(from.after ?? START, limit);
  }

  async #open(position: Position, signal: AbortSignal): Promise<Opened> {
    const link = await this.#connection.link(signal);
    const subscription = subscribeToOwn(link.client, this.#names, position, { held: PAGE });
    // Reports only failures to reach the server: being too slow to take events is the reader's fault.
    subscription.on('error', (cause) => {
      const failure = isTooSlow(cause) ? null : translate(cause);
      if (failure instanceof StoreUnavailable) this.#connection.lost(link, failure);
    });
    return { subscription, left: link.left };
  }
}
