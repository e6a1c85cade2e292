import type { Proposal } from '../../platform/plans/plans.ts';
import type { ReplanMove } from '../answers/replan.schema.ts';
import type { OptimizeAnswer } from '../answers/schedule.schema.ts';
import { startThread } from '../solver/thread.ts';
import type { Inputs } from './inputs.ts';
import type { RunRequest } from './run.ts';

/** What the planner's thread receives. */
export interface PlannerData {
  inputs: Inputs;
  request: RunRequest;
  /** The id the plan will be stored under. */
  planId: string;
}

export interface PlannedDays {
  proposal: Proposal;
  /** Without a plan id if no job found a place, so that there is nothing to store. */
  answer: OptimizeAnswer;
  /** Scheduled jobs that go elsewhere, if moving jobs is the plan's purpose. */
  moves: ReplanMove[];
}

/**
 * Plans the days from the given inputs and writes nothing. All of it runs on a separate thread: for a large company's
 * week, building the problem and the answer blocks a thread for longer than a call may wait.
 *
 * @param run aborting its signal returns the best plan so far; `tell` gets the share done, 0 to 1
 * @throws PlannerDied if this thread, or one of a search, dies midway; none is left running
 */
export async function planApart(
  data: PlannerData,
  { signal, tell }: { signal: AbortSignal; tell(done: number): void },
): Promise<PlannedDays> {
  const file = new URL('./worker.ts', import.meta.url);
  const { worker, answer } = startThread<PlannedDays>(file, data, ({ done }) => tell(done));
  const stop = () => worker.postMessage('stop');
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  try {
    return await answer;
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
