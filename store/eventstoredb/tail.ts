import type { Position, StoredEvent } from '../event-store.ts';
import { PAGE, type Page } from './subscription.ts';

/** The most that the tail holds for readers who are behind. */
export interface TailLimits {
  records: number;
  /** Characters of their data and metadata. */
  characters: number;
}

/** More than what comes in the seconds for which a reactor leaves new events to whoever appended them. */
const LIMITS: TailLimits = { records: 20_000, characters: 16 * 1024 * 1024 };

/** Everything after a position, then what comes, until the signal is aborted: a subscription on the server. */
export type Follow = (after: Position, signal: AbortSignal) => AsyncIterable<Page>;

/** One life of the tail, from its first reader to its last, or to its failure. */
interface Run {
  /** In order, everything after `floor` that has come. */
  records: StoredEvent[];
  floor: Position;
  characters: number;
  /** Called at each change, one for each reader. */
  wakes: Set<() => void>;
  ending: AbortController;
  isOver: boolean;
  failure: { cause: unknown } | null;
}

/**
 * The end of the log as it grows, brought by one subscription to everybody in this process who has read as far. It
 * holds the last records; a reader who falls behind these goes back to a subscription of their own, so a slow one holds
 * up nobody and costs no more memory.
 */
export class Tail {
  readonly #follow: Follow;
  readonly #limits: TailLimits;
  #run: Run | null = null;

  constructor(follow: Follow, limits: TailLimits = LIMITS) {
    this.#follow = follow;
    this.#limits = limits;
  }

  /**
   * Everything after a position, then what comes: by a subscription of its own up to the head, from then on shared.
   * @throws what either subscription throws, once everything before it has been delivered
   */
  async *pages(after: Position, signal: AbortSignal): AsyncGenerator<Page> {
    let at = after;
    let live = false;
    while (!signal.aborted) {
      for await (const page of this.#follow(at, signal)) {
        at = page.records.at(-1)?.position ?? at;
        live ||= page.live;
        yield { ...page, live };
        if (page.live && this.#reaches(at)) break;
      }
      for await (const records of this.#shared(at, signal)) {
        at = records.at(-1)?.position ?? at;
        yield { records, live };
      }
    }
  }

  /** Whether everything after a position comes from the tail. */
  #reaches(position: Position): boolean {
    return this.#run === null || position >= this.#run.floor;
  }

  /** Records after a position, until the signal is aborted or the tail no longer holds them. */
  async *#shared(after: Position, signal: AbortSignal): AsyncGenerator<StoredEvent[]> {
    if (signal.aborted) return;
    this.#run ??= this.#begin(after);
    const run = this.#run;
    let at = after;
    let resume = () => {};
    const wake = () => resume();
    run.wakes.add(wake);
    signal.addEventListener('abort', wake);
    try {
      while (!signal.aborted && at >= run.floor) {
        const records = recordsAfter(run, at);
        const last = records.at(-1);
        if (last) {
          at = last.position;
          yield records;
        } else if (run.failure) throw run.failure.cause;
        else if (run.isOver) return;
        else await new Promise<void>((resolve) => (resume = resolve));
      }
    } finally {
      signal.removeEventListener('abort', wake);
      run.wakes.delete(wake);
      if (run.wakes.size === 0) this.#end(run);
    }
  }

  #begin(floor: Position): Run {
    const ending = new AbortController();
    const run: Run = {
      records: [],
      floor,
      characters: 0,
      wakes: new Set(),
      ending,
      isOver: false,
      failure: null,
    };
    void this.#fill(run);
    return run;
  }

  async #fill(run: Run): Promise<void> {
    try {
      for await (const { records } of this.#follow(run.floor, run.ending.signal)) {
        hold(run, records, this.#limits);
        wakeAll(run);
      }
    } catch (cause) {
      run.failure = { cause };
    }
    this.#end(run);
    wakeAll(run);
  }

  /** Whoever joins from now on begins another. */
  #end(run: Run): void {
    run.isOver = true;
    run.ending.abort();
    if (this.#run === run) this.#run = null;
  }
}

function wakeAll({ wakes }: Run): void {
  for (const wake of wakes) wake();
}

/** The next page after a position; empty if nothing has come since. */
function recordsAfter({ records }: Run, position: Position): StoredEvent[] {
  let [low, high] = [0, records.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((records[middle] as StoredEvent).position <= position) low = middle + 1;
    else high = middle;
  }
  return records.slice(low, low + PAGE);
}

/** Adds records, and drops the oldest beyond the limits. */
function hold(run: Run, records: readonly StoredEvent[], limits: TailLimits): void {
  run.records.push(...records);
  run.characters += records.reduce((sum, record) => sum + lengthOf(record), 0);
  let dropped = 0;
  while (run.records.length - dropped > limits.records || run.characters > limits.characters) {
    run.characters -= lengthOf(run.records[dropped] as StoredEvent);
    dropped += 1;
  }
  run.floor = run.records[dropped - 1]?.position ?? run.floor;
  run.records.splice(0, dropped);
}

function lengthOf({ data, metadata }: StoredEvent): number {
  return data.length + metadata.length;
}
