import { useMemo } from 'react';
import type { ApplyAnswer, CrewSchedule, OptimizeAnswer } from '../../../../optimizer/answers/schedule.schema.ts';
import type { ApiError } from '../../../data/api.ts';
import { useCommand } from '../../../data/use-command.ts';
import { SCHEDULE } from '../../../entities/schedule/schedule.ts';
import { offerUndo } from '../../../records/acts/undo.ts';
import { showToast } from '../../../ui/status/toaster.tsx';
import { APPLY_FAILED, type Mode, nothingToPlan, optimized, toldOfApplied } from './optimizer-plan.ts';
import { createRunner, type Run } from './optimizer-run.ts';

/** A request to the optimizer. */
export interface Asked {
  /** The first day, `YYYY-MM-DD`. */
  date: string;
  /** The last day, included; often the same. */
  to: string;
  mode: Mode;
}

const runner = createRunner<Asked, OptimizeAnswer>({
  key: 'optimizer-run',
  path: '/optimizer/schedule/optimize',
  bodyOf: ({ date, to, mode }) => ({ date, to, optimization_mode: mode }),
  take(answer) {
    if (answer.success) return { toast: { ...optimized(answer), intent: 'success' }, said: null };
    const { toast, text } = nothingToPlan(answer.summary.message);
    // If jobs could not be planned, shows the reasons.
    return { toast: { ...toast, intent: 'warning' }, said: answer.unassigned.length > 0 ? null : text };
  },
});

/** The optimizer, as the dialog uses it. */
export interface Optimizer {
  run: Run<Asked, OptimizeAnswer>;
  optimize(asked: Asked): void;
  stop(): void;
  /** Back to the form. */
  clear(): void;
  /** The dialog closes: a plan can be come back to while the console is open, mere input cannot. */
  leave(): void;
  /** The plan waits for approval: the dialog closes, and opens with a blank form. */
  kept(): void;
  apply(schedules: readonly CrewSchedule[]): void;
  isApplying: boolean;
  /** Why the plan could not be applied. */
  applyError: ApiError | null;
}

/** @param onApplied closes the dialog, also once a plan is kept */
export function useOptimizer(onApplied: () => void): Optimizer {
  const run = runner.useRun();
  const { mutate, reset, isPending, error } = useCommand<readonly CrewSchedule[], ApplyAnswer>({
    command: (schedules) => ({ method: 'POST', path: '/optimizer/schedule/apply', body: schedules }),
    collections: PLANNED,
    onSuccess({ data }) {
      runner.reset();
      onApplied();
      const { category, id, commandId } = data;
      void showToast({ ...toldOfApplied('schedule', data), ...offerUndo({ category, id, commandId }, PLANNED) });
    },
    onError: () => void showToast({ ...APPLY_FAILED, intent: 'danger' }),
  });
  return useMemo(
    () => ({
      run,
      optimize(asked) {
        reset();
        void runner.run(asked);
      },
      stop: runner.stop,
      clear() {
        reset();
        runner.clear();
      },
      leave: runner.leave,
      kept() {
        runner.reset();
        onApplied();
      },
      apply: mutate,
      isApplying: isPending,
      applyError: error,
    }),
    [run, mutate, reset, isPending, error, onApplied],
  );
}

/** The collections that applying a plan changes. */
export const PLANNED = [...SCHEDULE, 'plans', 'equipment', 'time_off'] as const;
