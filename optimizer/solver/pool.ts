import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { compareScores, type Problem } from './problem.ts';
import { type Progress, startThread } from './thread.ts';
import type { Solution, WorkerData } from './worker.ts';

/** Searches per run: never depends on the machine, so that the same seed gives the same plan everywhere. */
const SEARCHES = 2;

/** The limits of a planning run; the same seed and iterations give the same plan. */
export interface SolveOptions {
  seed: number;
  /** Per search; `iterationsFor` says how many are worth it. */
  iterations: number;
  /** How many searches run at once, each on its own thread: by default as many as there are cores. */
  atOnce?: number;
  /** Aborting returns the best plan so far. */
  signal?: AbortSignal;
  /** Receives the share of all searches done, and the best points so far. */
  onProgress?: (progress: Progress) => void;
}

export interface Solved extends Solution {
  searches: number;
}

/**
 * The best plan of several searches, each with its own thread and seed, checked by the evaluator. On a tie the smaller
 * seed wins.
 *
 * @throws PlannerDied if a worker dies midway; Error if its plan breaks a rule; no other worker is left running
 */
export async function solve(problem: Problem, options: SolveOptions): Promise<Solved> {
  const { seed, iterations, atOnce = availableParallelism(), signal, onProgress } = options;
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const cancel = () => Atomics.store(stop, 0, 1);
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel);
  const waiting = Array.from({ length: SEARCHES }, (_, index) => index);
  const workers: Worker[] = [];
  const progress = new Map<number, Progress>();
  const found = new Map<number, Solution>();

  /** Runs the waiting searches one after the other; once a run is stopped, what was found so far is enough. */
  async function work(): Promise<void> {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      if (found.size > 0 && Atomics.load(stop, 0) !== 0) return;
      const at = index;
      const data: WorkerData = { problem, limits: { seed: seed * SEARCHES + index, iterations }, stop };
      const { worker, answer } = startThread<Solution>(new URL('./worker.ts', import.meta.url), data, (each) => {
        progress.set(at, each);
        onProgress?.(together([...progress.values()]));
      });
      workers.push(worker);
      found.set(index, await answer);
    }
  }

  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, SEARCHES) }, work));
    const bySeed = [...found].sort(([one], [other]) => one - other).map(([, solution]) => solution);
    const best = bySeed.reduce((one, other) =>
      compareScores(other.evaluation.score, one.evaluation.score) < 0 ? other : one,
    );
    return { ...best, searches: SEARCHES };
  } finally {
    signal?.removeEventListener('abort', cancel);
    waiting.length = 0;
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Searches that have not begun count as 0 done. */
function together(begun: readonly Progress[]): Progress {
  const best = begun.reduce((one, other) =>
    other.medium < one.medium || (other.medium === one.medium && other.soft < one.soft) ? other : one,
  );
  return { ...best, done: begun.reduce((sum, { done }) => sum + done, 0) / SEARCHES };
}

/**
 * How many iterations of a search are worth it: about a second for a day of a small company, a dozen for a week of 400
 * jobs (docs/performance.md#planning-benchoptimizer). Depends only on the size, so that a run can be repeated.
 */
export function iterationsFor({ jobs }: Problem): number {
  return Math.min(60_000, 10_000 + 1_000 * jobs.length);
}
