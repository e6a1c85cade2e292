import { workerData } from 'node:worker_threads';
import { type Evaluation, evaluate } from './evaluate.ts';
import type { Plan, Problem } from './problem.ts';
import { type Found, type Limits, search } from './search.ts';
import { letOthersGoFirst, tellAnswer, tellProgress } from './thread.ts';

// One search on its own thread.

export interface WorkerData {
  problem: Problem;
  limits: Limits;
  /** One number, set to something other than 0 to stop the search. */
  stop: Int32Array;
}

export interface Solution {
  plan: Plan;
  evaluation: Evaluation;
  iterations: number;
  stopped: Found['stopped'];
}

/** Milliseconds between two messages of progress. */
const PROGRESS_EVERY = 100;

letOthersGoFirst();

const { problem, limits, stop } = workerData as WorkerData;
let told = 0;
const { plan, iterations, stopped } = search(problem, limits, {
  cancelled: () => Atomics.load(stop, 0) !== 0,
  progress(done, { medium, soft }) {
    if (performance.now() - told < PROGRESS_EVERY) return;
    told = performance.now();
    tellProgress({ done, medium, soft });
  },
});
const evaluation = evaluate(problem, plan);
if (evaluation.violations.length > 0) {
  throw new Error(`The plan breaks rules, so it is not used: ${evaluation.violations.join(' ')}`);
}
tellAnswer<Solution>({ plan, evaluation, iterations, stopped });
