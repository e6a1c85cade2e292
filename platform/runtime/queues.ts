/** Runs work under the same name one after another, and under different names side by side. */
export interface Queues {
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

export function createQueues(): Queues {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(name, work) {
      const before = tails.get(name) ?? Promise.resolve();
      const result = before.then(work, work);
      tails.set(name, result);
      const forget = () => {
        if (tails.get(name) === result) tails.delete(name);
      };
      result.then(forget, forget);
      return result;
    },
  };
}
