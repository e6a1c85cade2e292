/** How work waits for its turn. */
export interface Turn {
  /** It comes before the rest, however many of them wait, and is never refused as too many. */
  isFirst?: boolean | undefined;
  /** Aborted when nobody wants it any more: then it leaves the line, unless it has begun. */
  signal?: AbortSignal | undefined;
}

/** The work was not begun: as much waits as may, or nobody wanted it any more. The same may do in a moment. */
export class NoTurn extends Error {
  readonly retryAfterSeconds = 3;

  constructor() {
    super('Heartwood is very busy right now. Wait a moment, then try again.');
    this.name = 'NoTurn';
  }
}

type Slots = <Result>(work: () => Promise<Result>, turn?: Turn) => Promise<Result>;

/**
 * Lets so much work run at once; the rest waits for its turn.
 * @param free how many at once
 * @param mostWaiting how many wait at most, without those that come first; then and for what was given up it throws NoTurn
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
