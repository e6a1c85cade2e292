/**
 * Lets so much work run at once; the rest waits for its turn.
 * @param free how many at once
 */
export function slots(free: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let left = free;
  return async (work) => {
    if (left > 0) left--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else left++;
    }
  };
}
