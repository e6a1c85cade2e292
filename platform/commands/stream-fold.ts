import { personOf, type Whose } from '../../domain/kit/decider.ts';
import type { EventBody, RecordedEvent } from '../../domain/kit/event.ts';
import { type Position, START } from '../../store/event-store.ts';
import type { Document } from '../../store/read-models.ts';

/** What a decider defines about the state of its streams. */
export interface StateFold<State> {
  category: string;
  whose: Whose<EventBody>;
  initial: State;
  evolve(state: State, event: EventBody): State;
}

/** Which records the events of a category's streams name, and how they change each record; pure. */
export interface RecordFold {
  ids(event: RecordedEvent): readonly string[];
  apply(document: Document | null, event: RecordedEvent, id: string): Document | null;
}

/** A record as its stream's events make it; a new object after each event that names it. */
export interface RecordAt {
  /** Null if no event has created it. */
  document: Document | null;
  /** The revision of the last event that names it. */
  revision: bigint;
}

/** The state of a stream after one of its events. Immutable: each later event makes a new one. */
export interface StreamAt<State> {
  /** The revision of that event; -1 before the first. */
  revision: bigint;
  position: Position;
  /** The people whom its events concern, keyed as `personOf` tells them apart. */
  subjects: ReadonlyMap<string, string>;
  state: State;
  /** By id. */
  records: ReadonlyMap<string, RecordAt>;
}

/** The first and last revision that one command appended. */
export interface Span {
  first: number;
  last: number;
}

/** A state is kept after every so many events; states in between are found by reading on from the one before. */
const KEPT_EVERY = 100;

/** The memory that one command's id and span take in a map. */
const COMMAND_BYTES = 150;
/** The memory that a stream without events takes. */
const LEAST_BYTES = 1_000;

/** A stream folded as far as it was read, with every hundredth state along the way and what each command appended. */
export class StreamFold<State> {
  readonly stream: string;
  /** Subjects whose keys were gone before it was read: it holds nothing about them. */
  readonly withoutKey: ReadonlySet<string>;
  /** Everybody whom its events concern: what is folded here may be used only while their keys exist. */
  readonly subjects = new Set<string>();
  readonly #of: StateFold<State>;
  readonly #recordsOf: RecordFold;
  /** After 0, 100, 200… events. */
  readonly #kept: StreamAt<State>[];
  readonly #commands = new Map<string, Span>();
  #at: StreamAt<State>;
  #keptBytes = LEAST_BYTES;
  #bytes = LEAST_BYTES;

  constructor(stream: string, of: StateFold<State>, recordsOf: RecordFold, withoutKey: ReadonlySet<string>) {
    this.stream = stream;
    this.withoutKey = withoutKey;
    this.#of = of;
    this.#recordsOf = recordsOf;
    this.#at = { revision: -1n, position: START, subjects: new Map(), state: of.initial, records: new Map() };
    this.#kept = [this.#at];
  }

  /** The state as far as the stream was read. */
  get now(): StreamNow<State> {
    return new StreamNow(this, this.#at);
  }

  /** The revision of the last event read; -1 before the first. */
  get revision(): bigint {
    return this.#at.revision;
  }

  /** Roughly how much memory it takes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What a command appended, or null. */
  appendedBy(commandId: string): Span | null {
    return this.#commands.get(commandId) ?? null;
  }

  /** The newest kept state before a revision that has been read. */
  keptBefore(revision: bigint): StreamAt<State> {
    return this.#kept[Math.floor(Number(revision) / KEPT_EVERY)] ?? (this.#kept[0] as StreamAt<State>);
  }

  /**
   * Takes in events that are in the log, skipping those it already has.
   * @throws if one in between is missing
   */
  take(events: readonly RecordedEvent[]): void {
    const before = this.#at;
    for (const event of events) {
      if (event.revision <= this.#at.revision) continue;
      if (event.revision !== this.#at.revision + 1n) {
        throw new Error(`The event ${event.stream}@${this.#at.revision + 1n} is missing.`);
      }
      this.#takeOne(event);
    }
    if (this.#at !== before) this.#bytes = this.#keptBytes + this.#commands.size * COMMAND_BYTES + sizeOf(this.#at);
  }

  #takeOne(event: RecordedEvent): void {
    this.#at = {
      revision: event.revision,
      position: event.position,
      subjects: this.#subjectsAfter(event),
      state: this.#of.evolve(this.#at.state, event),
      records: this.#recordsAfter(event),
    };
    this.#remember(event);
    if ((event.revision + 1n) % BigInt(KEPT_EVERY) !== 0n) return;
    this.#kept.push(this.#at);
    this.#keptBytes += sizeOf(this.#at);
  }

  /** The first subject stays: a record is about one person for as long as it exists. */
  #subjectsAfter(event: RecordedEvent): ReadonlyMap<string, string> {
    const { subjects } = this.#at;
    const { subject } = event.metadata;
    const person = personOf(this.#of.whose, event);
    if (person === null || subject === undefined || subjects.has(person)) return subjects;
    return new Map(subjects).set(person, subject);
  }

  #recordsAfter(event: RecordedEvent): ReadonlyMap<string, RecordAt> {
    const { records } = this.#at;
    const ids = this.#recordsOf.ids(event);
    if (ids.length === 0) return records;
    const after = new Map(records);
    for (const id of ids) {
      const document = this.#recordsOf.apply(records.get(id)?.document ?? null, event, id);
      after.set(id, { document, revision: event.revision });
    }
    return after;
  }

  #remember({ revision, metadata }: RecordedEvent): void {
    if (metadata.subject !== undefined) this.subjects.add(metadata.subject);
    const last = Number(revision);
    const span = this.#commands.get(metadata.commandId);
    if (span) span.last = last;
    else this.#commands.set(metadata.commandId, { first: last, last });
  }
}

/** The current state of a stream, with access to its earlier states. Immutable. */
export class StreamNow<State = unknown> implements StreamAt<State> {
  readonly fold: StreamFold<State>;
  readonly revision: bigint;
  readonly position: Position;
  readonly subjects: ReadonlyMap<string, string>;
  readonly state: State;
  readonly records: ReadonlyMap<string, RecordAt>;

  constructor(fold: StreamFold<State>, { revision, position, subjects, state, records }: StreamAt<State>) {
    this.fold = fold;
    this.revision = revision;
    this.position = position;
    this.subjects = subjects;
    this.state = state;
    this.records = records;
  }

  get stream(): string {
    return this.fold.stream;
  }

  /** The subject of a stream that is about one person. */
  get subject(): string | undefined {
    return this.subjects.get('');
  }

  /** What a command appended to the stream, or null. */
  appendedBy(commandId: string): Span | null {
    const span = this.fold.appendedBy(commandId);
    return span && span.last <= Number(this.revision) ? span : null;
  }

  /** The newest kept state before one of its revisions; at most a hundred events lie in between. */
  keptBefore(revision: bigint): StreamAt<State> {
    return this.fold.keptBefore(revision);
  }
}

/** Roughly how much memory a state takes. */
function sizeOf({ state, records }: StreamAt<unknown>): number {
  return bytesOf(state) + bytesOf(records);
}

/** The memory of one slot in an object, list or map. */
const PLACE_BYTES = 8;
/** The memory of an object, list or map itself. */
const HEADER_BYTES = 32;

/** The memory of numbers, texts, lists, objects and maps. Counted by hand, because every change counts its record. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return PLACE_BYTES + HEADER_BYTES / 2 + value.length;
  if (typeof value !== 'object' || value === null) return PLACE_BYTES;
  let bytes = PLACE_BYTES + HEADER_BYTES;
  if (value instanceof Map) for (const [key, each] of value) bytes += bytesOf(key) + bytesOf(each);
  else for (const each of Object.values(value)) bytes += bytesOf(each);
  return bytes;
}
