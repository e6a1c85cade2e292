import { EventEmitter, once } from 'node:events';

/** An event of an append: bytes as received. */
export interface ProposedEvent {
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
}

export interface StoredEvent extends ProposedEvent {
  stream: string;
  revision: bigint;
  /** Both the commit and the prepare position: an offset in a log of bytes. */
  position: bigint;
}

export type Expected = 'any' | 'no_stream' | 'stream_exists' | bigint;

export type Outcome =
  | { kind: 'written'; revision: bigint; position: bigint }
  /** These ids exist already: the server answers as it did the first time. */
  | { kind: 'repeated'; revision: bigint; position: bigint }
  /** These ids are written but not indexed yet: the server drops the repeat and answers nothing. */
  | { kind: 'dropped' }
  | { kind: 'wrong'; current: bigint | null }
  | { kind: 'too large' };

/** What a server accepts in one append unless configured otherwise. */
export const MAX_APPEND_SIZE = 1024 * 1024;

const FOREIGN_ID = '00000000-0000-4000-9000-000000000000';
const NOTHING = Buffer.from('{}');

/** A record's own size in the log, so that positions have gaps as on a real server. */
const HEADER_BYTES = 96;
/** How long written events stay unindexed, and so are neither read nor answered nor recognized as a repeat. */
const INDEX_MS = 3;
/** After this many events the server writes one of its own, as a real one does now and then. */
const SYSTEM_EVENT_EVERY = 25;

/** The stand-in's log. Emits `appended` once events are indexed, which is when everybody can see them. */
export class Log extends EventEmitter {
  readonly all: StoredEvent[] = [];
  /** How many of `all` are indexed. */
  indexed = 0;
  #isIndexing = false;
  #heldBack = Promise.resolve();
  readonly #streams = new Map<string, StoredEvent[]>();
  /** The revision of a stream's first event if it is not 0: as if earlier ones had been scavenged. */
  readonly #first = new Map<string, bigint>();
  #end = 0n;
  #nextSystemEvent = 0;

  /** @param held the log's first contents: everything another log held */
  constructor(held: readonly (ProposedEvent & { stream: string })[] = []) {
    super();
    this.setMaxListeners(0);
    for (const { stream, ...event } of held) this.#put(stream, event);
    if (held.length === 0) this.#writeSystemEvent();
    this.indexed = this.all.length;
  }

  /** The indexed events of a stream. */
  stream(name: string): readonly StoredEvent[] {
    const written = this.#written(name);
    return this.#isIndexed(written.at(-1)) ? written : written.filter((event) => this.#isIndexed(event));
  }

  /** Simulates many events by others: in their own stream, all at once. */
  fill(stream: string, count: number): void {
    const event = {
      id: FOREIGN_ID,
      type: 'Foreign',
      contentType: 'application/json',
      data: NOTHING,
      metadata: NOTHING,
    };
    for (let written = 0; written < count; written += 1) this.#put(stream, event);
    this.#index();
  }

  /** Makes a stream without events start at this revision. */
  beginAt(stream: string, revision: bigint): void {
    this.#first.set(stream, revision);
  }

  append(stream: string, events: readonly ProposedEvent[], expected: Expected): Outcome {
    if (events.reduce((sum, event) => sum + sizeOf(event), 0) > MAX_APPEND_SIZE) return { kind: 'too large' };
    const current = this.#current(stream);
    const repeated = this.#repeated(stream, events, expected);
    if (repeated && !this.#isIndexed(repeated)) return { kind: 'dropped' };
    if (repeated) return { kind: 'repeated', revision: repeated.revision, position: repeated.position };
    if (!isAt(current, expected)) return { kind: 'wrong', current };
    const written = events.map((event) => this.#put(stream, event));
    if (this.all.length >= this.#nextSystemEvent) this.#writeSystemEvent();
    this.#indexSoon();
    const last = written.at(-1);
    return { kind: 'written', revision: last?.revision ?? current ?? -1n, position: last?.position ?? this.#end };
  }

  #put(stream: string, event: ProposedEvent): StoredEvent {
    const revision = (this.#current(stream) ?? (this.#first.get(stream) ?? 0n) - 1n) + 1n;
    const stored = { ...event, stream, revision, position: this.#end };
    this.#end += BigInt(HEADER_BYTES + event.data.length + event.metadata.length);
    this.all.push(stored);
    const events = this.#streams.get(stream);
    if (events) events.push(stored);
    else this.#streams.set(stream, [stored]);
    return stored;
  }

  /** Resolves once the log has a visible event like this. */
  async until(isIt: (event: StoredEvent) => boolean): Promise<void> {
    while (!this.all.slice(0, this.indexed).some(isIt)) await once(this, 'appended');
  }

  /** Resolves once everything written so far is indexed. */
  async untilIndexed(): Promise<void> {
    const written = this.all.length;
    while (this.indexed < written) await once(this, 'appended');
  }

  /** Events written meanwhile are indexed together, so that a burst reaches the subscriptions in bursts. */
  #indexSoon(): void {
    if (this.#isIndexing) return;
    this.#isIndexing = true;
    setTimeout(async () => {
      await this.#heldBack;
      this.#isIndexing = false;
      this.#index();
    }, INDEX_MS);
  }

  /** Indexes nothing more until released, and then everything at once. */
  holdIndex(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#heldBack = promise;
    return resolve;
  }

  #index(): void {
    this.indexed = this.all.length;
    this.emit('appended');
  }

  #isIndexed(event: StoredEvent | undefined): boolean {
    const next = this.all[this.indexed];
    return event === undefined || next === undefined || event.position < next.position;
  }

  #written(name: string): readonly StoredEvent[] {
    return this.#streams.get(name) ?? [];
  }

  /** The index in `all` of the first event at or after a position. */
  indexOf(position: bigint): number {
    let [low, high] = [0, this.all.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.all[middle] as StoredEvent).position < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Null if there are no events; one before the first if the stream is set to start later. */
  #current(stream: string): bigint | null {
    const first = this.#first.get(stream);
    return this.#written(stream).at(-1)?.revision ?? (first === undefined ? null : first - 1n);
  }

  /** The last of the events, if the stream holds exactly these in their place. */
  #repeated(stream: string, events: readonly ProposedEvent[], expected: Expected): StoredEvent | null {
    const held = this.#written(stream);
    const first = held[0]?.revision ?? 0n;
    const start = typeof expected === 'bigint' ? Number(expected + 1n - first) : this.#placeOf(held, events, expected);
    const slice = start < 0 ? [] : held.slice(start, start + events.length);
    const isSame = events.length > 0 && events.every(({ id }, index) => slice[index]?.id === id);
    return isSame ? (slice.at(-1) ?? null) : null;
  }

  #placeOf(held: readonly StoredEvent[], events: readonly ProposedEvent[], expected: Expected): number {
    return expected === 'no_stream' ? 0 : held.findIndex(({ id }) => id === events[0]?.id);
  }

  #writeSystemEvent(): void {
    const id = `00000000-0000-4000-8000-${String(this.all.length).padStart(12, '0')}`;
    const data = Buffer.from('{"proc-cpu":0}');
    this.#nextSystemEvent = this.all.length + SYSTEM_EVENT_EVERY;
    this.#put('$stats-127.0.0.1', {
      id,
      type: '$statsCollected',
      contentType: 'application/json',
      data,
      metadata: Buffer.alloc(0),
    });
  }
}

/** As the server counts it: two bytes for each character of the type. */
function sizeOf({ type, data, metadata }: ProposedEvent): number {
  return data.length + metadata.length + 2 * type.length;
}

function isAt(current: bigint | null, expected: Expected): boolean {
  if (expected === 'any') return true;
  if (expected === 'no_stream') return current === null;
  if (expected === 'stream_exists') return current !== null;
  return current === expected;
}
