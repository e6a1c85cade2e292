import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type Evaluation, evaluate } from './evaluate.ts';
import type { Plan, Problem } from './problem.ts';
import { type Found, type Limits, search } from './search.ts';

// One search on a thread of its own.

export interface WorkerData {
  problem: Problem;
  limits: Limits;
  /** One number that is not 0 as soon as the search is to stop. */
  stop: Int32Array;
}

export interface Solution {
  plan: Plan;
  evaluation: Evaluation;
  iterations: number;
  stopped: Found['stopped'];
}

export type WorkerMessage = { progress: Progress } | { solution: Solution };

/** How far a search is: the share that is done, and the best points so far. */
export interface Progress {
  done: number;
  medium: number;
  soft: number;
}

/** Milliseconds between two messages of progress. */
const PROGRESS_EVERY = 100;

// Planning waits for everything else that the machine has to do. Elsewhere the number would be the whole process's.
if (process.platform === 'linux') setPriority(0, 19);

const { problem, limits, stop } = workerData as WorkerData;
let told = 0;
const { plan, iterations, stopped } = search(problem, limits, {
  cancelled: () => Atomics.load(stop, 0) !== 0,
  progress(done, { medium, soft }) {
    if (performance.now() - told < PROGRESS_EVERY) return;
    told = performance.now();
    send({ progress: { done, medium, soft } });
  },
});
const evaluation = evaluate(problem, plan);
if (evaluation.violations.length > 0) {
  throw new Error(`The plan breaks rules, so it is not used: ${evaluation.violations.join(' ')}`);
}
send({ solution: { plan, evaluation, iterations, stopped } });

function send(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}
