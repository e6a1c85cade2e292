import type { Proposal } from '../../platform/commands/plans.ts';
import type { ReplanMove } from '../service/replan.schema.ts';
import type { OptimizeAnswer } from '../service/schedule.schema.ts';
import { startThread } from '../solver/thread.ts';
import type { Inputs } from './inputs.ts';
import type { RunRequest } from './run.ts';

/** What the planner's thread is given. */
export interface PlannerData {
  inputs: Inputs;
  request: RunRequest;
  /** Under which id the plan will be kept. */
  planId: string;
}

export interface PlannedDays {
  proposal: Proposal;
  /** Without a plan's id where no job found a place, and so there is nothing to keep. */
  answer: OptimizeAnswer;
  /** Scheduled jobs that go elsewhere, where that is what the plan is about. */
  moves: ReplanMove[];
}

/**
 * Plans the days with all that is known of them, and writes nothing. All of it is done on a thread of its own: the problem and
 * the answer of a large company's week hold a thread up for longer than a call may wait.
 *
 * @param run aborting its signal answers the best plan so far; it is told the share that is done, 0 to 1
 * @throws PlannerDied where this thread, or one of a search, ends in the middle; none is left running
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
