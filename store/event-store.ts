import type { EventBody, EventMetadata, RecordedEvent } from '../domain/kit/event.ts';
import type { StoreHealth } from './store-health.ts';

/** A place in the one ordered log: opaque text, ordered as text. */
export type Position = string;

/** The position before the first event. */
export const START: Position = '';

/** `none`: the stream has no events yet; otherwise the revision of its last event. There is no "any". */
export type ExpectedRevision = 'none' | bigint;

/** Most events in one append, on every adapter (docs/design/events.md#event-schemas). */
export const MAX_APPEND_EVENTS = 500;
/** Most bytes of encoded data and metadata in one append, on every adapter (docs/design/events.md#event-schemas). */
export const MAX_APPEND_BYTES = 1024 * 1024;

export interface EventToAppend extends EventBody {
  id: string;
  metadata: EventMetadata;
}

export interface Appended {
  /** The position of the append's last event. */
  position: Position;
  revision: bigint;
}

/** An event of unknown type, or one that does not decode or validate. It is delivered as such, so it stops nothing. */
export interface UndecodableEntry {
  position: Position;
  id: string;
  stream: string;
  revision: bigint;
  type: string;
  error: string;
}

/** An event as a store keeps it, personal fields sealed: what proofs are made of. */
export interface StoredEvent {
  position: Position;
  stream: string;
  revision: bigint;
  id: string;
  type: string;
  /** JSON. */
  data: string;
  /** JSON. */
  metadata: string;
}

export type LogEntry = RecordedEvent | UndecodableEntry;

/** What is kept of an event's metadata: also the version of its type in which it was written. */
export type StoredMetadata = EventMetadata & { version: number };

/** What an event says without being decoded. */
export type EventHead = Pick<UndecodableEntry, 'position' | 'id' | 'stream' | 'revision' | 'type'> & {
  /** Null where it cannot be read. */
  metadata: StoredMetadata | null;
};

/** Where a scan begins: at the start of the whole log or of one stream, or after one of its events, in the scan's order. */
export type ScanFrom = { after: Position | null } | { stream: string; after: bigint | null };

/** A page of a scan. */
export interface Scanned {
  found: { head: EventHead; entry: LogEntry }[];
  /** The last event that was looked at; null if there was none. */
  last: Pick<EventHead, 'position' | 'revision'> | null;
  /** Whether no event comes after it, as of this read. */
  isEnd: boolean;
}

export interface Batch {
  entries: LogEntry[];
  /** How far the subscription has read: the position of the last event, delivered or skipped for its type. */
  position: Position;
  /** The id of the event at that position; `''` if none has been read yet. */
  eventId: string;
  /** True from the first batch that reaches the head, as read after subscribing. */
  live: boolean;
}

/** Reads the log. Each read returns a whole page; no iterator stays open across an await. */
export interface EventLog {
  /**
   * A page of one stream in revision order, or in reverse.
   * @param options.after exclusive: revisions above it, or below it when reading backwards.
   * @throws UndecodableEvent with the position of the first event that cannot be read.
   */
  readStream(
    stream: string,
    options?: { after?: bigint; backwards?: boolean; limit?: number },
  ): Promise<RecordedEvent[]>;
  /** A page of the whole log in order, after the given position. */
  readAll(after: Position, limit: number): Promise<LogEntry[]>;
  /** A page of the whole log, newest first, before the given position; null starts at the end. */
  readLatest(before: Position | null, limit: number): Promise<LogEntry[]>;
  /**
   * A page of the whole log, or of one stream, of which only what is wanted is decoded: to look for a few among many costs
   * a fraction of reading them. What cannot be read is found like the rest.
   * @param options.backwards from the end
   * @param options.limit how many events are looked at
   */
  scan(
    from: ScanFrom,
    options: { backwards: boolean; limit: number; isWanted(head: EventHead): boolean },
  ): Promise<Scanned>;
  /** A page of the whole log in order, after the given position, as it is stored. @throws LogDamaged */
  readStored(after: Position, limit: number): Promise<StoredEvent[]>;
  /** Whether a text can be a position of this log; one from another kind of log cannot. */
  isPosition(text: string): boolean;
  /** The position of the last event, or START. */
  head(): Promise<Position>;
  /** Whether the log holds this event at this position; without an id, any event. */
  holds(position: Position, eventId?: string): Promise<boolean>;
  /**
   * Everything after a position, then new events as they arrive, until the signal is aborted. The next page is read
   * only when the consumer asks, so a slow reader applies back pressure. Ends with an error when the store is lost.
   * @param types only events of these types are decoded and delivered; the position moves past all of them
   */
  subscribe(after: Position, signal: AbortSignal, types?: ReadonlySet<string>): AsyncIterable<Batch>;
  /** Whether the store can be reached. */
  health(): StoreHealth;
  /** What has been found damaged since the log was opened, worded for a person; null if nothing. */
  damage(): string | null;
  close(): Promise<void>;
}

/** A log whose files only this product looks after. */
export interface CheckableLog extends EventLog {
  /**
   * Checks a page of events, those after a position, as every read of them does, without making anything of them.
   * @returns the position of the last one; at the end of the log, the position that was given
   * @throws LogDamaged; `damage` then tells where
   */
  check(after: Position, limit: number): Promise<Position>;
}

export interface EventStore extends EventLog {
  /**
   * Appends all events or none, durably. Repeating exactly these event ids after the expected revision returns the
   * first answer.
   * @throws WrongExpectedRevision, AppendRefused, StoreUnavailable
   */
  append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<Appended>;
}

/** An event store that a history is copied into. */
export interface ImportingStore extends EventStore {
  /**
   * Appends to several streams, one after the other, which may share what it takes to make them durable. Where one fails
   * none that follows is appended; those before it may be.
   * @throws what `append` throws, of the first that fails
   */
  appendInOrder(appends: readonly Append[]): Promise<void>;
}

/** What is appended to a stream among others. */
export interface Append {
  stream: string;
  events: readonly EventToAppend[];
  expected: ExpectedRevision;
}

/** Whether an entry of the log is an event that could be read. */
export function isDecoded(entry: LogEntry): entry is RecordedEvent {
  return !('error' in entry);
}

/** The stream's last revision is not the expected one, or other events follow it. */
export class WrongExpectedRevision extends Error {
  readonly expected: ExpectedRevision;

  constructor(stream: string, expected: ExpectedRevision) {
    super(`The stream ${stream} is not at revision ${expected}.`);
    this.name = 'WrongExpectedRevision';
    this.expected = expected;
  }
}

/** The append itself is not acceptable: too many events, too many bytes, no events, or the same id twice. */
export class AppendRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AppendRefused';
  }
}

/**
 * The store cannot be reached or cannot write now; the command may be sent again with the same key. The message goes to
 * whoever asked, strangers included: it names no path or host and quotes no database. Those are in the `cause`, for the
 * log.
 */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}

/** A text that no event of this log can have as its position. */
export class NotAPosition extends Error {
  constructor() {
    super('This is not a position of this log.');
    this.name = 'NotAPosition';
  }
}

/** The log itself is damaged: the answer would lack some of its events. */
export class LogDamaged extends StoreUnavailable {
  constructor(options?: ErrorOptions) {
    super(
      'The stored history is damaged. Whoever runs Heartwood: stop it and restore the newest backup (npm run restore).',
      options,
    );
    this.name = 'LogDamaged';
  }
}

/** The store is up but denies us access: waiting does not help. */
export class StoreRefused extends StoreUnavailable {
  /** What is wrong and what to do, for the person who set it up. */
  readonly remedy: string;

  constructor(remedy: string, options?: ErrorOptions) {
    super('The store refuses Heartwood access.', options);
    this.name = 'StoreRefused';
    this.remedy = remedy;
  }
}

/** A stream holds an event that cannot be read. */
export class UndecodableEvent extends Error {
  readonly entry: UndecodableEntry;

  constructor(entry: UndecodableEntry) {
    super(
      `The event ${entry.type} at ${entry.stream}@${entry.revision} (position ${entry.position}) cannot be read: ${entry.error}`,
    );
    this.name = 'UndecodableEvent';
    this.entry = entry;
  }
}
