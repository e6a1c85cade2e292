/** How work waits its turn. */
export interface Turn {
  /** It goes before the rest, however many wait, and is never refused for too many. */
  isFirst?: boolean | undefined;
  /** Aborted when nobody wants the result anymore: it then leaves the line, unless it has begun. */
  signal?: AbortSignal | undefined;
}

/** The work was not begun: too much was waiting, or nobody wanted it anymore. A retry may succeed in a moment. */
export class NoTurn extends Error {
  readonly retryAfterSeconds = 3;

  constructor() {
    super('Heartwood is very busy right now. Wait a moment, then try again.');
    this.name = 'NoTurn';
  }
}

type Slots = <Result>(work: () => Promise<Result>, turn?: Turn) => Promise<Result>;

/**
 * Lets only so much work run at once; the rest waits its turn.
 * @param free how many at once
 * @param mostWaiting the most that may wait, besides first ones; beyond it, and when given up, NoTurn is thrown
 */
export function slots(free: number, mostWaiting = Number.POSITIVE_INFINITY): Slots {
  const first = new Set<() => void>();
  const rest = new Set<() => void>();
  let left = free;

  async function wait({ isFirst = false, signal }: Turn): Promise<void> {
    if (signal?.aborted) throw new NoTurn();
    if (left > 0) return void left--;
    const line = isFirst ? first : rest;
    if (!isFirst && line.size >= mostWaiting) throw new NoTurn();
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        line.delete(begin);
        reject(new NoTurn());
      };
      line.add(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  function next(): void {
    const [begin] = first.size > 0 ? first : rest;
    if (!begin) return void left++;
    first.delete(begin);
    rest.delete(begin);
    begin();
  }

  return async (work, turn = {}) => {
    await wait(turn);
    try {
      return await work();
    } finally {
      next();
    }
  };
}
