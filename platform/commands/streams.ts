import type { RecordedEvent } from '../../domain/kit/event.ts';
import {
  type EventLog,
  isDecoded,
  type LogEntry,
  type Position,
  START,
  StoreUnavailable,
} from '../../store/event-store.ts';
import type { SubjectKeys } from '../../store/subject-keys.ts';
import { createQueues } from '../runtime/queues.ts';
import { type RecordFold, type StateFold, StreamFold, type StreamNow } from './stream-fold.ts';

/**
 * `recalled`: as this process knows it, which is enough to show something. `asked`: as the log has it now, for whoever
 * changes anything or signs in: rights that were taken away elsewhere while the log was out of reach open no more doors.
 */
export type LookUp = 'recalled' | 'asked';

/** The streams as this process knows them: the only way to get the state of a stream. */
export interface Streams {
  /** The state of a stream, after first reading what others appended since it was last asked for. */
  load<State>(decider: StateFold<State>, id: string): Promise<StreamNow<State>>;
  /**
   * The state of a stream for whoever only reads. The streams that every request asks for are answered as `follow` has
   * brought them, without asking the log. While the log is away, what is kept of any stream is answered as it was, for
   * `readsGoOnForMs`; otherwise as `load` does.
   * @throws StoreUnavailable if the log is away and the stream is not kept
   */
  recall<State>(decider: StateFold<State>, id: string): Promise<StreamNow<State>>;
  /** Whether the log is away, and not for longer than `readsGoOnForMs`. */
  readsGoOn(): boolean;
  /**
   * Follows the log for `recall`, from `followedFrom` on, until the signal is aborted.
   * @throws StoreUnavailable when the log is lost; called again, it goes on where it was
   */
  follow(signal: AbortSignal, progress: () => void): Promise<void>;
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

/** How long reads go on while the log is away, in milliseconds. */
const READS_GO_ON_FOR_MS = 15 * 60_000;

/** The streams that every request asks for: the category and the events of each. */
export type Followed = ReadonlyMap<string, readonly { type: string }[]>;

/** For a category whose events name no records. */
const NO_RECORDS: RecordFold = { ids: () => [], apply: (document) => document };
const NOBODY: ReadonlySet<string> = new Set();
const NOTHING: Followed = new Map();

/**
 * Keeps the state of streams, so that the cost of a change does not grow with the length of a stream. Nothing is kept
 * before it is in the log. Every use checks that the keys of the people in a stream still exist: once any process has
 * destroyed one, the state is dropped and folded again from what can still be read.
 * @param options.records by category
 * @param options.followed what `follow` follows; nothing by default
 * @param options.followedFrom where `follow` begins: a position that was reached before anything was read here; the
 *   beginning of the log by default
 * @param options.readsGoOnForMs how long `recall` answers while the log is away; 15 minutes by default
 */
export function createStreams(options: {
  store: Pick<EventLog, 'readStream' | 'head' | 'subscribe' | 'health'>;
  keys: Pick<SubjectKeys, 'get'>;
  records: ReadonlyMap<string, RecordFold>;
  limits?: KeptLimits;
  followed?: Followed;
  followedFrom?: Position;
  readsGoOnForMs?: number;
}): Streams {
  const { store, keys, records, limits = LIMITS } = options;
  const { followed = NOTHING, followedFrom = START, readsGoOnForMs = READS_GO_ON_FOR_MS } = options;
  const followedTypes = new Set([...followed.values()].flat().map(({ type }) => type));
  /** In order of use. */
  const kept = new Map<string, StreamFold<unknown>>();
  const beginnings = createQueues();
  let bytes = 0;
  /** How far the log was followed. */
  let followedTo = followedFrom;
  let isLive = false;
  /** Since when the log has been there, as health tells it, where everything before that was followed. */
  let trustedSince = store.health().since;
  /** What has to be followed before another time of return is trusted. */
  let awaited: { since: string; head: Position | null } | null = null;
  /** The last revision that following has brought, or that was appended here, by followed stream. */
  const latest = new Map<string, bigint>();

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
    if ((fold.revision === -1n && !isFollowed(fold.stream)) || fold.bytes > limits.bytes) return;
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

  async function load<State>(decider: StateFold<State>, id: string): Promise<StreamNow<State>> {
    const stream = streamName(decider, id);
    const read = () => current(decider, stream);
    // Only one caller at a time reads a stream from its start; those who waited find it kept.
    const fold = await (kept.has(stream) ? read() : beginnings.run(stream, read));
    keep(fold);
    return fold.now;
  }

  function isFollowed(stream: string): boolean {
    return followed.has(stream.slice(0, stream.indexOf('-')));
  }

  function readsGoOn(): boolean {
    const { isReachable, since } = store.health();
    return !isReachable && Date.now() - Date.parse(since) < readsGoOnForMs;
  }

  /**
   * Whether all that others have appended was followed. After the log was away that is so only once what was last in it
   * then has come.
   */
  function isFollowing(): boolean {
    const { isReachable, since } = store.health();
    if (!isLive || !isReachable) return false;
    if (since === trustedSince) return true;
    if (awaited?.since !== since) void askForHead(since);
    if (!awaited?.head || followedTo < awaited.head) return false;
    trustedSince = since;
    return true;
  }

  async function askForHead(since: string): Promise<void> {
    const asked = { since, head: null as Position | null };
    awaited = asked;
    asked.head = await store.head().catch(() => null);
    if (asked.head === null && awaited === asked) awaited = null;
  }

  /** What is kept of a stream, if it may be answered without asking the log. */
  function known<State>(stream: string): StreamFold<State> | null {
    const fold = kept.get(stream);
    if (!fold) return null;
    const isUpToDate = fold.revision >= (latest.get(stream) ?? -1n);
    const isKnown = isFollowed(stream) ? isUpToDate && (readsGoOn() || isFollowing()) : readsGoOn();
    return isKnown ? (fold as unknown as StreamFold<State>) : null;
  }

  /** A fold as it is kept, unless the key of one of its people was destroyed since. */
  async function asKept<State>(
    decider: StateFold<State>,
    id: string,
    fold: StreamFold<State>,
  ): Promise<StreamNow<State>> {
    const withoutKey = await subjectsWithoutKey(fold.subjects);
    if (!withoutKey.isSubsetOf(fold.withoutKey)) return load(decider, id);
    keep(fold);
    return fold.now;
  }

  function noteLatest(stream: string, revision: bigint): void {
    if (revision > (latest.get(stream) ?? -1n)) latest.set(stream, revision);
  }

  function bring({ stream, revision }: LogEntry, event: RecordedEvent | null): void {
    noteLatest(stream, revision);
    const fold = kept.get(stream);
    if (event && fold?.revision === revision - 1n) take(fold, [event]);
  }

  return {
    load,
    readsGoOn,
    async recall(decider, id) {
      const stream = streamName(decider, id);
      const fold = known<never>(stream);
      if (fold) return asKept(decider, id, fold);
      // Of a log that is known to be away the refusal would come as late as that of any call.
      if (readsGoOn()) throw new StoreUnavailable('The event store is out of reach.');
      return load(decider, id).catch((cause: unknown) => {
        const late = cause instanceof StoreUnavailable ? known<never>(stream) : null;
        if (!late) throw cause;
        return asKept(decider, id, late);
      });
    },
    async follow(signal, progress) {
      try {
        for await (const { entries, position, live } of store.subscribe(followedTo, signal, followedTypes)) {
          for (const entry of entries) bring(entry, isDecoded(entry) ? entry : null);
          followedTo = position;
          isLive = live;
          progress();
        }
      } finally {
        isLive = false;
      }
    },
    empty: (decider, id) => begin(decider, streamName(decider, id)).now,
    add({ fold, revision }, appended) {
      take(fold, appended);
      // Whoever read the stream before this was appended may keep it after.
      if (isFollowed(fold.stream)) noteLatest(fold.stream, fold.revision);
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
