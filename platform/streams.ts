import type { RecordedEvent } from '../domain/kit/event.ts';
import type { EventLog } from '../store/event-store.ts';
import type { SubjectKeys } from '../store/subject-keys.ts';
import { createQueues } from './queues.ts';
import { type RecordFold, type Span, type StateFold, type StreamAt, StreamFold } from './stream-fold.ts';

/** What a stream comes to now, with the way to what it came to before. Never changed. */
export interface StreamNow<State = unknown> extends StreamAt<State> {
  stream: string;
  /** What a command appended to it, or null. */
  appendedBy(commandId: string): Span | null;
  /** The newest kept state before one of its revisions: at most a hundred events lie between. */
  keptBefore(revision: bigint): StreamAt<State>;
}

/** The streams as this process knows them: the one way to what a stream comes to. */
export interface Streams {
  /** What a stream comes to. What others appended since it was last asked for is read first. */
  load<State>(decider: StateFold<State>, id: string): Promise<StreamNow<State>>;
  /** The same of a stream that cannot have an event yet, without asking the store. */
  empty<State>(decider: StateFold<State>, id: string): StreamNow<State>;
  /** What a stream comes to with the events that were appended at the end of it, and are in the log. */
  add<State>(to: StreamNow<State>, appended: readonly RecordedEvent[]): StreamNow<State>;
  /** The state of a stream before one of its events. */
  stateBefore<State>(decider: StateFold<State>, now: StreamNow<State>, revision: bigint): Promise<State>;
}

/** How much is kept; beyond it whatever was not used for longest is let go, and read again when it is asked for. */
export interface KeptLimits {
  streams: number;
  /** As `StreamFold` counts them. */
  bytes: number;
}

const LIMITS: KeptLimits = { streams: 10_000, bytes: 64 * 1024 * 1024 };

interface Kept {
  fold: StreamFold<unknown>;
  /** Whose keys were gone before any of it was read: of them it holds nothing. */
  withoutKey: ReadonlySet<string>;
}

/** Of a category whose events name no records. */
const NO_RECORDS: RecordFold = { ids: () => [], apply: (document) => document };

/**
 * Keeps what streams come to, so that the cost of a change does not grow with all that came before it. Nothing is kept
 * before it is in the log. Every use asks whether the keys of those whom a stream concerns are still there: what was
 * folded of a person whose key was destroyed meanwhile, in whichever process, is let go and folded again from what can
 * still be read.
 * @param options.records by category
 */
export function createStreams(options: {
  store: Pick<EventLog, 'readStream'>;
  keys: Pick<SubjectKeys, 'get'>;
  records: ReadonlyMap<string, RecordFold>;
  limits?: KeptLimits;
}): Streams {
  const { store, keys, records, limits = LIMITS } = options;
  /** In the order of their use. */
  const kept = new Map<string, Kept>();
  const origins = new WeakMap<StreamNow, Kept>();
  const beginnings = createQueues();
  let bytes = 0;

  function begin<State>(decider: StateFold<State>, stream: string, withoutKey: ReadonlySet<string>): Kept {
    const fold = new StreamFold(stream, decider, records.get(decider.category) ?? NO_RECORDS);
    return { fold: fold as unknown as StreamFold<unknown>, withoutKey };
  }

  async function current(decider: StateFold<unknown>, stream: string): Promise<Kept> {
    let found = kept.get(stream) ?? begin(decider, stream, new Set());
    for (;;) {
      const { fold } = found;
      for await (const page of pagesOf(store, stream, fold.at.revision)) take(found, page);
      const withoutKey = await subjectsWithoutKey(fold.subjects);
      if (withoutKey.isSubsetOf(found.withoutKey)) return found;
      letGo(stream);
      found = begin(decider, stream, withoutKey);
    }
  }

  async function subjectsWithoutKey(subjects: ReadonlySet<string>): Promise<Set<string>> {
    if (subjects.size === 0) return new Set();
    const found = await keys.get([...subjects]);
    return new Set([...subjects].filter((subject) => !('key' in (found.get(subject) ?? {}))));
  }

  /** What is kept of it counts as it grows. */
  function take(found: Kept, events: readonly RecordedEvent[]): void {
    const before = found.fold.bytes;
    found.fold.take(events);
    if (kept.get(found.fold.stream) === found) bytes += found.fold.bytes - before;
  }

  function keep(found: Kept): void {
    const { fold } = found;
    letGo(fold.stream);
    // One that is too long of itself would only push out all others.
    if (fold.at.revision === -1n || fold.bytes > limits.bytes) return;
    kept.set(fold.stream, found);
    bytes += fold.bytes;
    for (const stream of kept.keys()) {
      if (kept.size <= limits.streams && bytes <= limits.bytes) break;
      letGo(stream);
    }
  }

  function letGo(stream: string): void {
    bytes -= kept.get(stream)?.fold.bytes ?? 0;
    kept.delete(stream);
  }

  function nowOf<State>(found: Kept): StreamNow<State> {
    const fold = found.fold as StreamFold<State>;
    const at = fold.at;
    const now: StreamNow<State> = {
      ...at,
      stream: fold.stream,
      appendedBy(commandId) {
        const span = fold.appendedBy(commandId);
        return span && span.last <= Number(at.revision) ? span : null;
      },
      keptBefore: (revision) => fold.keptBefore(revision),
    };
    origins.set(now, found);
    return now;
  }

  return {
    async load(decider, id) {
      const stream = streamName(decider, id);
      const read = () => current(decider as StateFold<unknown>, stream);
      // A stream is read from its start by one at a time: whoever waited finds it kept.
      const found = await (kept.has(stream) ? read() : beginnings.run(stream, read));
      keep(found);
      return nowOf(found);
    },
    empty: (decider, id) => nowOf(begin(decider, streamName(decider, id), new Set())),
    add<State>(to: StreamNow<State>, appended: readonly RecordedEvent[]) {
      const found = origins.get(to);
      if (!found) throw new Error(`The stream ${to.stream} was not loaded here.`);
      take(found, appended);
      // A key that was gone and is used all the same was at hand in this process: what it sealed is not kept either.
      const isReadable = appended.every(({ metadata }) => !found.withoutKey.has(metadata.subject ?? ''));
      if (isReadable) keep(found);
      else letGo(to.stream);
      return nowOf<State>(found);
    },
    async stateBefore(decider, now, revision) {
      const { state, revision: after } = now.keptBefore(revision);
      const events = await store.readStream(now.stream, { after, limit: Number(revision - after) });
      return events.filter((event) => event.revision < revision).reduce(decider.evolve, state);
    },
  };
}

function streamName({ category }: { category: string }, id: string): string {
  return `${category}-${id}`;
}

const PAGE = 500;

async function* pagesOf(
  store: Pick<EventLog, 'readStream'>,
  stream: string,
  after: bigint,
): AsyncGenerator<RecordedEvent[]> {
  let last = after;
  for (let isMore = true; isMore; ) {
    const page = await store.readStream(stream, { after: last, limit: PAGE });
    yield page;
    last = page.at(-1)?.revision ?? last;
    isMore = page.length === PAGE;
  }
}

/**
 * The events of a stream after a revision, in order, read in pages.
 * @param after exclusive; without it all
 */
export async function readAfter(
  store: Pick<EventLog, 'readStream'>,
  stream: string,
  after = -1n,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const page of pagesOf(store, stream, after)) events.push(...page);
  return events;
}
