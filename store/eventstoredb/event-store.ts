import { EventStoreDBClient, type ReadRevision, streamNameFilter } from '@eventstore/db-client';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import { refuseBadAppend, refuseLargeAppend } from '../append-limits.ts';
import type { Codec, EncodedEvent, EncodedRecord } from '../codec.ts';
import {
  type Appended,
  type Batch,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  isDecoded,
  type LogEntry,
  type Position,
  StoreUnavailable,
  UndecodableEvent,
  WrongExpectedRevision,
} from '../event-store.ts';
import { type AllStream, allStream } from './all-stream.ts';
import { connectionString } from './connection-string.ts';
import { isStreamNotFound, isWrongExpectedVersion, translate } from './errors.ts';
import { beginningAt, isPosition } from './position.ts';
import { type Resolved, toEventData, toRecord } from './records.ts';
import { type StreamNames, streamNames } from './stream-names.ts';
import { BATCH, follow } from './subscription.ts';

type ReadOptions = { after?: bigint | undefined; backwards?: boolean; limit?: number };

/**
 * Opens the event store on an EventStoreDB, 23.10 or later (22.6 is the first that gives positions in a stream). The
 * server need not be there yet: until it is, calls are refused with StoreUnavailable.
 * @param options.url `esdb://…`; a cluster is read and written at its leader unless the address prefers another
 * @param options.namespace lower-case letters and digits: prefixes the streams, so that others may use the server too
 * @throws where the address or the namespace is not acceptable
 */
export async function openEventStoreDB(options: { url: string; namespace: string; codec: Codec }): Promise<EventStore> {
  const names = streamNames(options.namespace);
  const client = EventStoreDBClient.connectionString(connectionString(options.url));
  return new EventStoreDB(client, names, options.codec);
}

class EventStoreDB implements EventStore {
  readonly #client: EventStoreDBClient;
  readonly #names: StreamNames;
  readonly #codec: Codec;
  readonly #all: AllStream;
  readonly #closing = new AbortController();

  constructor(client: EventStoreDBClient, names: StreamNames, codec: Codec) {
    this.#client = client;
    this.#names = names;
    this.#codec = codec;
    this.#all = allStream(client, names);
  }

  async append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<Appended> {
    refuseBadAppend(events);
    const encoded = await this.#codec.encode(stream, events);
    refuseLargeAppend(encoded);
    return this.#call(async () => {
      const isWritten = await this.#write(stream, encoded, expected);
      // The server has its own idea of a repeat, and of what position to answer: what it holds decides.
      const after = expected === 'none' ? undefined : expected;
      const held = await this.#readRecords(stream, { after, limit: encoded.length });
      const last = held.at(-1);
      if (last && encoded.every(({ id }, index) => held[index]?.id === id))
        return { position: last.position, revision: last.revision };
      if (isWritten && held.length < encoded.length)
        throw new StoreUnavailable(`The append to ${stream} cannot be read yet.`);
      throw new WrongExpectedRevision(stream, expected);
    });
  }

  async readStream(stream: string, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    const records = await this.#call(() => this.#readRecords(stream, options));
    return (await this.#codec.decode(records)).map((entry) => {
      if (!isDecoded(entry)) throw new UndecodableEvent(entry);
      return entry;
    });
  }

  async readAll(after: Position, limit: number): Promise<LogEntry[]> {
    return this.#codec.decode(await this.#call(() => this.#all.read(after, limit)));
  }

  async readLatest(before: Position | null, limit: number): Promise<LogEntry[]> {
    return this.#codec.decode(await this.#call(() => this.#all.readLatest(before, limit)));
  }

  isPosition(text: string): boolean {
    return isPosition(text);
  }

  async head(): Promise<Position> {
    return this.#call(() => this.#all.head());
  }

  async holds(position: Position, eventId: string): Promise<boolean> {
    if (!isPosition(position)) return false;
    try {
      return await this.#call(() => this.#all.holds(position, eventId));
    } catch (cause) {
      if (cause instanceof StoreUnavailable) throw cause;
      // A place between two events, or beyond the end, is refused with other codes by other versions.
      return false;
    }
  }

  async *subscribe(after: Position, signal: AbortSignal, types?: ReadonlySet<string>): AsyncGenerator<Batch> {
    const source = {
      open: (position: Position) => this.#open(position),
      head: () => this.head(),
      decode: (events: readonly Resolved[], from: Position) => this.#decode(events, from, types),
    };
    this.#refuseClosed();
    try {
      yield* follow(source, after, AbortSignal.any([signal, this.#closing.signal]));
    } catch (cause) {
      if (!signal.aborted) throw cause;
    }
    if (!signal.aborted) this.#refuseClosed();
  }

  /** The server's own look after their files. */
  damage(): null {
    return null;
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    await this.#client.dispose();
  }

  /** @returns false where the stream is not at the expected revision */
  async #write(stream: string, events: readonly EncodedEvent[], expected: ExpectedRevision): Promise<boolean> {
    const expectedRevision = expected === 'none' ? 'no_stream' : expected;
    try {
      await this.#client.appendToStream(this.#names.toStored(stream), events.map(toEventData), { expectedRevision });
      return true;
    } catch (cause) {
      if (isWrongExpectedVersion(cause)) return false;
      throw cause;
    }
  }

  async #readRecords(stream: string, { after, backwards = false, limit }: ReadOptions): Promise<EncodedRecord[]> {
    if (limit === 0 || (backwards && after === 0n)) return [];
    const records: EncodedRecord[] = [];
    const events = this.#client.readStream(this.#names.toStored(stream), {
      fromRevision: firstRevision(after, backwards),
      direction: backwards ? 'backwards' : 'forwards',
      ...(limit === undefined ? {} : { maxCount: limit }),
    });
    try {
      for await (const resolved of events) records.push(...this.#own([resolved]));
    } catch (cause) {
      if (isStreamNotFound(cause)) return [];
      throw cause;
    }
    return records;
  }

  /** After the position, which the server takes as exclusive here. What it filters is filtered here again. */
  #open(position: Position) {
    const filter = streamNameFilter({ prefixes: [this.#names.prefix] });
    return this.#client.subscribeToAll(
      { fromPosition: beginningAt(position), filter },
      // Both sides of the client's transform stream buffer this many.
      { highWaterMark: BATCH / 2 },
    );
  }

  async #decode(events: readonly Resolved[], after: Position, types: ReadonlySet<string> | undefined) {
    const records = this.#own(events).filter((record) => record.position > after);
    const wanted = types ? records.filter((record) => types.has(record.type)) : records;
    const last = records.at(-1);
    const entries = await this.#codec.decode(wanted);
    return { entries, last: last ? { position: last.position, eventId: last.id } : null };
  }

  #own(events: readonly Resolved[]): EncodedRecord[] {
    return events.map((resolved) => toRecord(resolved, this.#names)).filter((record) => record !== null);
  }

  async #call<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#refuseClosed();
    try {
      const result = await work();
      // A read that closing cuts short ends as a whole one does.
      this.#refuseClosed();
      return result;
    } catch (cause) {
      throw translate(cause);
    }
  }

  #refuseClosed(): void {
    if (this.#closing.signal.aborted) throw new StoreUnavailable('The event log is closed.');
  }
}

function firstRevision(after: bigint | undefined, backwards: boolean): ReadRevision {
  if (after === undefined) return backwards ? 'end' : 'start';
  return backwards ? after - 1n : after + 1n;
}
