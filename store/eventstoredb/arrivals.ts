import { setImmediate } from 'node:timers/promises';

/** The part of a subscription that is needed here. */
export interface Source<Item> {
  /** Items received and not read yet. */
  readonly readableLength: number;
  read(): Item | null;
  on(event: 'readable' | 'close' | 'caughtUp', listener: () => void): unknown;
  on(event: 'error', listener: (cause: Error) => void): unknown;
}

/** What had arrived when the page was asked for. */
export interface Arrived<Item> {
  items: Item[];
  /**
   * Whether the server has said that this is all, and everything received before that has been delivered, this page
   * included.
   */
  isCaughtUp: boolean;
}

/**
 * What arrives at a subscription, in pages of at most `limit`: everything there when the next page is asked for.
 * Nothing is read until a page is asked for, so the readable fills up and holds back its source. Ends with the source
 * or the signal. The server's word that everything has been sent overtakes items received but not yet read, so it is
 * reported with the page that holds the last of them, or with an empty page if need be.
 * @throws the source's error, even one from before the first page, once everything before it has been delivered
 */
export function arrivals<Item>(
  source: Source<Item>,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<Arrived<Item>> {
  let failure: { cause: unknown } | null = null;
  let isEnded = false;
  let hasNews = false;
  let resume = () => {};
  /** Items left to read until caught up; null before the server says so, negative once reported. */
  let untilCaughtUp: number | null = null;
  const wake = () => {
    hasNews = true;
    resume();
  };
  source.on('readable', wake);
  source.on('caughtUp', () => {
    untilCaughtUp ??= source.readableLength;
    wake();
  });
  // Never removed: nobody awaits an error after the last page, and unhandled it would end the process.
  source.on('error', (cause) => {
    failure ??= { cause };
    wake();
  });
  source.on('close', () => {
    isEnded = true;
    wake();
  });
  signal.addEventListener('abort', wake, { once: true });

  function take(most: number): Item[] {
    const items: Item[] = [];
    while (items.length < most) {
      const item = source.read();
      if (item === null) break;
      items.push(item);
      if (untilCaughtUp !== null && untilCaughtUp > 0) untilCaughtUp -= 1;
    }
    return items;
  }

  /** Messages arrive one by one: continues while each turn of the event loop brings more. */
  async function gather(): Promise<Item[]> {
    const items = take(limit);
    let isComing = items.length > 0;
    while (isComing && items.length < limit) {
      await setImmediate();
      const more = take(limit - items.length);
      isComing = more.length > 0;
      items.push(...more);
    }
    return items;
  }

  async function* pages(): AsyncGenerator<Arrived<Item>> {
    while (!signal.aborted) {
      hasNews = false;
      const items = await gather();
      const isCaughtUp = untilCaughtUp === 0;
      if (isCaughtUp) untilCaughtUp = -1;
      if (items.length > 0 || isCaughtUp) yield { items, isCaughtUp };
      else if (!(await hasMore())) return;
    }
  }

  /** When nothing is left to read: waits for news, unless there will be none. */
  async function hasMore(): Promise<boolean> {
    if (failure) throw failure.cause;
    if (isEnded) return false;
    if (!hasNews) await new Promise<void>((resolve) => (resume = resolve));
    return true;
  }
  return pages();
}
