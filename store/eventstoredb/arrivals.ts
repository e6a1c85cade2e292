import { setImmediate } from 'node:timers/promises';

/** As much of a subscription as is needed here. */
export interface Source {
  /** Items received and not read yet. */
  readonly readableLength: number;
  read(): unknown;
  on(event: 'readable' | 'close' | 'caughtUp', listener: () => void): unknown;
  on(event: 'error', listener: (cause: Error) => void): unknown;
}

/** What had arrived when it was asked for. */
export interface Arrived<Item> {
  items: Item[];
  /** Whether the server has said that this was all, and everything received before it has been delivered with this. */
  isCaughtUp: boolean;
}

/**
 * What arrives at a subscription, in pages of at most `limit`: all that is there when the next page is asked for.
 * Nothing is read while none is asked for, so the readable fills up and stops its source. Ends with it or with the
 * signal. The server's word that all has been sent overtakes what is received and not read: it is told with the page
 * that holds the last of it, if need be with an empty one.
 * @throws the source's error, also one from before the first page, once all that came before it is delivered
 */
export function arrivals<Item>(source: Source, limit: number, signal: AbortSignal): AsyncGenerator<Arrived<Item>> {
  let failure: { cause: unknown } | null = null;
  let isEnded = false;
  let hasNews = false;
  let resume = () => {};
  /** Items to be read until caught up; null before the server has said so, negative once it was told. */
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
  // Never removed: nobody waits for an error that comes after the last page, and unheard it would end the process.
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
      const item = source.read() as Item | null;
      if (item === null) break;
      items.push(item);
      if (untilCaughtUp !== null && untilCaughtUp > 0) untilCaughtUp -= 1;
    }
    return items;
  }

  /** Messages come one by one: goes on while each turn of the event loop brings more. */
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

  /** Where nothing is left to read: waits for news, unless there will be none. */
  async function hasMore(): Promise<boolean> {
    if (failure) throw failure.cause;
    if (isEnded) return false;
    if (!hasNews) await new Promise<void>((resolve) => (resume = resolve));
    return true;
  }
  return pages();
}
