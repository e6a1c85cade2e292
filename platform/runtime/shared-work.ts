import { once } from 'node:events';

/** Work that somebody waits for. */
interface Work<Result> {
  result: Promise<Result>;
  waiting: number;
  giveUp: AbortController;
}

export type SharedWork<Result> = (
  key: string,
  begin: (signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
) => Promise<Result>;

/**
 * Does work once for all who ask for the same at the same time. Each asks with a key, the same for the same work, with
 * how it is begun, given a signal that is aborted once nobody waits for it any more, and with a signal of their own:
 * when that is aborted, its reason is thrown, and the others wait on.
 */
export function sharedWork<Result>(): SharedWork<Result> {
  const works = new Map<string, Work<Result>>();

  function workOf(key: string, begin: (signal: AbortSignal) => Promise<Result>): Work<Result> {
    const found = works.get(key);
    if (found) return found;
    const giveUp = new AbortController();
    const forget = () => {
      if (works.get(key) === work) works.delete(key);
    };
    const work: Work<Result> = { result: begin(giveUp.signal).finally(forget), waiting: 0, giveUp };
    // Whoever comes now begins anew.
    giveUp.signal.addEventListener('abort', forget);
    works.set(key, work);
    return work;
  }

  return async (key, begin, signal) => {
    signal?.throwIfAborted();
    const work = workOf(key, begin);
    work.waiting++;
    try {
      return await orGone(work.result, signal);
    } finally {
      work.waiting--;
      if (work.waiting === 0) work.giveUp.abort();
    }
  };
}

/** @throws the signal's reason once it is aborted */
async function orGone<Result>(result: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return result;
  const settled = new AbortController();
  const gone = once(signal, 'abort', { signal: settled.signal }).then(
    () => {
      throw signal.reason;
    },
    () => result,
  );
  try {
    return await Promise.race([result, gone]);
  } finally {
    settled.abort();
  }
}
