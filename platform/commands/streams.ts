import type { RecordedEvent } from '../../domain/kit/event.ts';
import type { EventLog } from '../../store/event-store.ts';
import type { SubjectKeys } from '../../store/subject-keys.ts';
import { createQueues } from '../runtime/queues.ts';
import { type RecordFold, type StateFold, StreamFold, type StreamNow } from './stream-fold.ts';

/** The streams as this process knows them: the only way to get the state of a stream. */
export interface Streams {
  /** The state of a stream, after first reading what others appended since it was last asked for. */
  load<State>(decider: StateFold<State>, id: string): Promise<StreamNow<State>>;
  /** The state of a stream that cannot have an event yet, without asking the store. */
  empty<State>(decider: StateFold<State>, id: string): StreamNow<State>;
  /** The state of a stream including events just appended to it, which are in the log. */
  add<State>(to: StreamNow<State>, appended: readonly RecordedEvent[]): StreamNow<State>;
  /** Drops everything that was folded about a person; it is folded again from what can still be read. */
  forget(subject: string): void;
  /** The state of a stream before one of its events. */
  stateBefore<State>(decider: StateFold<State>, now: StreamNow<State>, revision: bigint): Promise<State>;
}

/** How much is kept. Beyond this, the least recently used is dropped, and read again when asked for. */
export interface KeptLimits {
  streams: number;
  /** As counted by `StreamFold`. */
  bytes: number;
}

/** A short stream is quickly read again, and holding very many of them is work for the garbage collector. */
const LIMITS: KeptLimits = { streams: 2_000, bytes: 64 * 1024 * 1024 };

/** For a category whose events name no records. */
const NO_RECORDS: RecordFold = { ids: () => [], apply: (document) => document };
const NOBODY: ReadonlySet<string> = new Set();

/**
 * Keeps the state of streams, so that the cost of a change does not grow with the length of a stream. Nothing is kept
 * before it is in the log. Every use checks that the keys of the people in a stream still exist: once any process has
 * destroyed one, the state is dropped and folded again from what can still be read.
 * @param options.records by category
 */
export function createStreams(options: {
  store: Pick<EventLog, 'readStream'>;
  keys: Pick<SubjectKeys, 'get'>;
  records: ReadonlyMap<string, RecordFold>;
  limits?: KeptLimits;
}): Streams {
  const { store, keys, records, limits = LIMITS } = options;
  /** In order of use. */
  const kept = new Map<string, StreamFold<unknown>>();
  const beginnings = createQueues();
  let bytes = 0;

  function begin<State>(decider: StateFold<State>, stream: string, withoutKey = NOBODY): StreamFold<State> {
    return new StreamFold(stream, decider, records.get(decider.category) ?? NO_RECORDS, withoutKey);
  }

  async function current<State>(decider: StateFold<State>, stream: string): Promise<StreamFold<State>> {
    let fold = (kept.get(stream) as StreamFold<State> | undefined) ?? begin(decider, stream);
    for (;;) {
      for await (const page of pagesOf(store, stream, fold.revision)) take(fold, page);
      const withoutKey = await subjectsWithoutKey(fold.subjects);
      if (withoutKey.isSubsetOf(fold.withoutKey)) return fold;
      letGo(stream);
      fold = begin(decider, stream, withoutKey);
    }
  }

  async function subjectsWithoutKey(subjects: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    if (subjects.size === 0) return NOBODY;
    const found = await keys.get([...subjects]);
    return new Set([...subjects].filter((subject) => !('key' in (found.get(subject) ?? {}))));
  }

  /** Counts the growth of a fold that is kept. */
  function take<State>(fold: StreamFold<State>, events: readonly RecordedEvent[]): void {
    const before = fold.bytes;
    fold.take(events);
    if (kept.get(fold.stream) === fold) bytes += fold.bytes - before;
  }

  function keep<State>(fold: StreamFold<State>): void {
    letGo(fold.stream);
    // A fold larger than the whole limit would only push out all others.
    if (fold.revision === -1n || fold.bytes > limits.bytes) return;
    kept.set(fold.stream, fold as unknown as StreamFold<unknown>);
    bytes += fold.bytes;
    for (const stream of kept.keys()) {
      if (kept.size <= limits.streams && bytes <= limits.bytes) break;
      letGo(stream);
    }
  }

  function letGo(stream: string): void {
    bytes -= kept.get(stream)?.bytes ?? 0;
    kept.delete(stream);
  }

  return {
    async load(decider, id) {
      const stream = streamName(decider, id);
      const read = () => current(decider, stream);
      // Only one caller at a time reads a stream from its start; those who waited find it kept.
      const fold = await (kept.has(stream) ? read() : beginnings.run(stream, read));
      keep(fold);
      return fold.now;
    },
    empty: (decider, id) => begin(decider, streamName(decider, id)).now,
    add({ fold, revision }, appended) {
      take(fold, appended);
      // A destroyed key that was used all the same was still cached in this process: what it sealed is not kept either.
      const isReadable = appended.every(({ metadata }) => !fold.withoutKey.has(metadata.subject ?? ''));
      // A new stream is mostly left alone for a while, and quickly read when somebody comes back to it.
      if (isReadable && revision > -1n) keep(fold);
      else letGo(fold.stream);
      return fold.now;
    },
    forget(subject) {
      for (const [stream, fold] of kept) if (fold.subjects.has(subject)) letGo(stream);
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
 * @param after exclusive; without it, all of them
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
