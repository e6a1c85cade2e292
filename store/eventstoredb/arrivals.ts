import { setImmediate } from 'node:timers/promises';
import { translate } from './errors.ts';

/** As much of a readable stream as is needed here. */
export interface Source {
  read(): unknown;
  on(event: 'readable' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (cause: Error) => void): unknown;
}

/**
 * What arrives at a readable, in pages of at most `limit`: all that is there when the next page is asked for. Nothing
 * is read while none is asked for, so the readable fills up and stops its source. Ends with it or with the signal.
 * @throws the readable's error, also one from before the first page: StoreUnavailable where that is what it means
 */
export function arrivals<Item>(source: Source, limit: number, signal: AbortSignal): AsyncGenerator<Item[]> {
  let failure: { cause: unknown } | null = null;
  let isEnded = false;
  let hasNews = false;
  let resume = () => {};
  const wake = () => {
    hasNews = true;
    resume();
  };
  source.on('readable', wake);
  // Stays for good: an error that comes after the last page is nobody's.
  source.on('error', (cause) => {
    failure ??= { cause };
    wake();
  });
  source.on('close', () => {
    isEnded = true;
    wake();
  });
  signal.addEventListener('abort', wake, { once: true });

  async function* pages(): AsyncGenerator<Item[]> {
    while (!signal.aborted) {
      hasNews = false;
      const page = await gather<Item>(source, limit);
      if (page.length > 0) yield page;
      else if (failure) throw translate(failure.cause);
      else if (isEnded) return;
      else if (!hasNews) await new Promise<void>((resolve) => (resume = resolve));
    }
  }
  return pages();
}

/** Messages come one by one: goes on while each turn of the event loop brings more. */
async function gather<Item>(source: Source, limit: number): Promise<Item[]> {
  const page = take<Item>(source, limit);
  let hasMore = page.length > 0;
  while (hasMore && page.length < limit) {
    await setImmediate();
    const more = take<Item>(source, limit - page.length);
    hasMore = more.length > 0;
    page.push(...more);
  }
  return page;
}

function take<Item>(source: Source, limit: number): Item[] {
  const page: Item[] = [];
  while (page.length < limit) {
    const item = source.read() as Item | null;
    if (item === null) break;
    page.push(item);
  }
  return page;
}
