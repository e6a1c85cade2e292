import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { compareScores, type Problem } from './problem.ts';
import type { Limits } from './search.ts';
import type { Progress, Solution, WorkerData, WorkerMessage } from './worker.ts';

/** What a planning run may take; a run with the same seed, iterations and workers answers the same plan. */
export interface SolveOptions {
  seed: number;
  /** Of each worker; `iterationsFor` says how many are worth it. */
  iterations: number;
  /** Threads; one less than the machine has cores unless told. */
  workers?: number;
  /** Aborting answers the best plan so far. */
  signal?: AbortSignal;
  /** The workers' least share done, and the best points of all. */
  onProgress?: (progress: Progress) => void;
}

export interface Solved extends Solution {
  workers: number;
}

/**
 * The best plan of several searches, each on a thread of its own and with a seed of its own, checked by the evaluator.
 *
 * @throws where a worker dies or its plan breaks a rule; no other worker is left running
 */
export async function solve(problem: Problem, options: SolveOptions): Promise<Solved> {
  const { seed, iterations, workers = Math.max(1, availableParallelism() - 1), signal, onProgress } = options;
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const cancel = () => Atomics.store(stop, 0, 1);
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel);
  const progress = new Map<number, Progress>();
  const tell = (index: number, each: Progress) => {
    progress.set(index, each);
    if (progress.size === workers) onProgress?.(together([...progress.values()]));
  };
  const seeds = Array.from({ length: workers }, (_, index) => seed * workers + index);
  const running = seeds.map((each, index) => start(problem, { seed: each, iterations }, stop, (at) => tell(index, at)));
  try {
    const found = await Promise.all(running.map(({ solution }) => solution));
    const best = found.reduce((one, other) =>
      compareScores(other.evaluation.score, one.evaluation.score) < 0 ? other : one,
    );
    return { ...best, workers };
  } finally {
    signal?.removeEventListener('abort', cancel);
    await Promise.all(running.map(({ worker }) => worker.terminate()));
  }
}

function start(problem: Problem, limits: Limits, stop: Int32Array, tell: (progress: Progress) => void) {
  const workerData: WorkerData = { problem, limits, stop };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
  const { promise, resolve, reject } = Promise.withResolvers<Solution>();
  worker.on('message', (message: WorkerMessage) => {
    if ('progress' in message) tell(message.progress);
    else if ('solution' in message) resolve(message.solution);
  });
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('The planner stopped in the middle of its work. Plan once more.')));
  return { worker, solution: promise };
}

function together(each: readonly Progress[]): Progress {
  const best = each.reduce((one, other) =>
    other.medium < one.medium || (other.medium === one.medium && other.soft < one.soft) ? other : one,
  );
  return { ...best, done: Math.min(...each.map(({ done }) => done)) };
}

/**
 * How many iterations of a worker are worth it: about a second for a day of a small company, a dozen for a week of 400
 * jobs (docs/performance.md#planning-benchoptimizer). Of the size alone, so that a run can be repeated.
 */
export function iterationsFor({ jobs }: Problem): number {
  return Math.min(60_000, 10_000 + 1_000 * jobs.length);
}
