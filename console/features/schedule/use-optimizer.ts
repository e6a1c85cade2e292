import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type {
  ApplyAnswer,
  CrewSchedule,
  OptimizeAnswer,
  RunEvent,
} from '../../../optimizer/service/schedule.schema.ts';
import { ApiError, call } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';
import { randomKey, useCommand } from '../../data/use-command.ts';
import { SCHEDULE } from '../../entities/schedule/schedule.ts';
import { offerUndo } from '../../records/undo.ts';
import { showToast } from '../../ui/toaster.tsx';
import { APPLY_FAILED, applied, type Mode, nothingToPlan, OPTIMIZATION_FAILED, optimized } from './optimizer-plan.ts';

/** What is asked of the optimizer. */
export interface Asked {
  /** The first day, `YYYY-MM-DD`. */
  date: string;
  /** The last day, included; often the first. */
  to: string;
  mode: Mode;
}

/** How far the dialog has come. */
export type Run =
  | { step: 'asking'; asked: Asked | null; said: { text: string; isFailure: boolean } | null }
  | { step: 'running'; asked: Asked; id: string; isStopping: boolean; progress: RunEvent | null }
  | { step: 'done'; asked: Asked; answer: OptimizeAnswer };

const ASKING: Extract<Run, { step: 'asking' }> = { step: 'asking', asked: null, said: null };

/** Kept as long as the console is open: whoever mends a job's address on its page comes back to the same plan. */
const runQuery = queryOptions<Run>({ queryKey: ['optimizer-run'], enabled: false, gcTime: Number.POSITIVE_INFINITY });

function setRun(next: Run | ((now: Run) => Run)): void {
  queryClient.setQueryData<Run>(runQuery.queryKey, (now = ASKING) => (typeof next === 'function' ? next(now) : next));
}

function changeRunning(id: string, change: Partial<Extract<Run, { step: 'running' }>>): void {
  setRun((now) => (now.step === 'running' && now.id === id ? { ...now, ...change } : now));
}

async function optimize(asked: Asked): Promise<void> {
  const id = randomKey();
  setRun({ step: 'running', asked, id, isStopping: false, progress: null });
  const stop = followRun(id, (progress) => changeRunning(id, { progress }));
  try {
    const body = { date: asked.date, to: asked.to, optimization_mode: asked.mode, runId: id };
    const { data } = await call<OptimizeAnswer>('POST', '/optimizer/schedule/optimize', { body });
    take(asked, data);
  } catch (cause) {
    const isRefused = cause instanceof ApiError && cause.status >= 400 && cause.status < 500;
    setRun({
      step: 'asking',
      asked,
      said: { text: isRefused ? cause.message : OPTIMIZATION_FAILED.text, isFailure: true },
    });
    void showToast({ ...OPTIMIZATION_FAILED, intent: 'danger' });
  } finally {
    stop();
  }
}

function take(asked: Asked, answer: OptimizeAnswer): void {
  if (answer.success) {
    setRun({ step: 'done', asked, answer });
    void showToast({ ...optimized(answer), intent: 'success' });
    return;
  }
  const { toast, text } = nothingToPlan(answer.summary.message);
  // What keeps jobs from being planned is shown, where there is any.
  if (answer.unassigned.length > 0) setRun({ step: 'done', asked, answer });
  else setRun({ step: 'asking', asked, said: { text, isFailure: false } });
  void showToast({ ...toast, intent: 'warning' });
}

/** Follows a run. That it cannot be followed does the run no harm. */
function followRun(id: string, tell: (progress: RunEvent) => void): () => void {
  const stream = new EventSource(`/optimizer/runs/${id}/events`);
  stream.onmessage = (event: MessageEvent<string>) => tell(JSON.parse(event.data) as RunEvent);
  return () => stream.close();
}

/** Ends a run with the best that it has found. */
function stopRun(id: string): void {
  changeRunning(id, { isStopping: true });
  call('DELETE', `/optimizer/runs/${id}`).catch((cause: Error) => {
    changeRunning(id, { isStopping: false });
    void showToast({ title: 'Error', text: cause.message, intent: 'danger' });
  });
}

/** The optimizer, as the dialog uses it. */
export interface Optimizer {
  run: Run;
  optimize(asked: Asked): void;
  stop(): void;
  /** Back to what was asked, without what was found. */
  clear(): void;
  /** The dialog closes: a plan is kept, what was only chosen is not. */
  leave(): void;
  apply(schedules: readonly CrewSchedule[]): void;
  isApplying: boolean;
  /** Why the plan could not be applied. */
  applyError: ApiError | null;
}

/** @param onApplied closes the dialog */
export function useOptimizer(onApplied: () => void): Optimizer {
  const run = useQuery(runQuery).data ?? ASKING;
  const { mutate, reset, isPending, error } = useCommand<readonly CrewSchedule[], ApplyAnswer>({
    command: (schedules) => ({ method: 'POST', path: '/optimizer/schedule/apply', body: schedules }),
    collections: SCHEDULE,
    onSuccess({ data: { jobs_updated: jobs, category, id, commandId } }) {
      setRun(ASKING);
      onApplied();
      const undo = offerUndo({ category, id, commandId }, SCHEDULE);
      void showToast({ ...applied(jobs), intent: 'success', ...undo });
    },
    onError: () => void showToast({ ...APPLY_FAILED, intent: 'danger' }),
  });
  return useMemo(
    () => ({
      run,
      optimize(asked) {
        reset();
        void optimize(asked);
      },
      stop: () => run.step === 'running' && stopRun(run.id),
      clear() {
        reset();
        setRun({ ...ASKING, asked: run.asked });
      },
      leave: () => setRun((now) => (now.step === 'asking' ? ASKING : now)),
      apply: mutate,
      isApplying: isPending,
      applyError: error,
    }),
    [run, mutate, reset, isPending, error],
  );
}
