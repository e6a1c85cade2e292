/** As much of a readable stream as is needed here. */
export interface Source {
  read(): unknown;
  on(event: 'readable' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (cause: Error) => void): unknown;
}

/**
 * What arrives at a readable, in pages of at most `limit`: all that is there when the next page is asked for. Nothing
 * is read while none is asked for, so the readable fills up and stops its source. Ends with it or with the signal.
 * @throws what the readable emits as its error, also before the first page is asked for
 */
export function arrivals<Item>(source: Source, limit: number, signal: AbortSignal): AsyncGenerator<Item[]> {
  let failure: { cause: unknown } | null = null;
  let isEnded = false;
  let wake = () => {};
  source.on('readable', () => wake());
  // Stays for good: an error that comes after the last page is nobody's.
  source.on('error', (cause) => {
    failure ??= { cause };
    wake();
  });
  source.on('close', () => {
    isEnded = true;
    wake();
  });
  signal.addEventListener('abort', () => wake(), { once: true });

  async function* pages(): AsyncGenerator<Item[]> {
    while (!signal.aborted) {
      const page = take<Item>(source, limit);
      if (page.length > 0) yield page;
      else if (failure) throw failure.cause;
      else if (isEnded) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  return pages();
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
