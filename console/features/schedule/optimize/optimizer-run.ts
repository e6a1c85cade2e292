import { queryOptions, useQuery } from '@tanstack/react-query';
import type { OptimizeAnswer, RunEvent } from '../../../../optimizer/answers/schedule.schema.ts';
import { ApiError, call } from '../../../data/api.ts';
import { queryClient } from '../../../data/query-client.ts';
import { randomKey, tellOwnChange } from '../../../data/use-command.ts';
import { showToast, type Toast } from '../../../ui/status/toaster.tsx';
import { OPTIMIZATION_FAILED } from './optimizer-plan.ts';

/** The state of an optimizer dialog. */
export type Run<Asked, Answer> =
  | { step: 'asking'; asked: Asked | null; said: { text: string; isFailure: boolean } | null }
  | { step: 'running'; asked: Asked; id: string; isStopping: boolean; progress: RunEvent | null }
  | { step: 'done'; asked: Asked; answer: Answer };

interface RunnerOf<Asked, Answer> {
  /** The query key of its run. */
  key: string;
  path: string;
  bodyOf(asked: Asked): object;
  /** The toast for a result; with `said`, the form is shown again with that text. */
  take(answer: Answer): { toast: Toast | null; said: string | null };
}

/** One kind of optimizer run: only one is under way or kept at a time. */
export interface Runner<Asked, Answer> {
  useRun(): Run<Asked, Answer>;
  run(asked: Asked): Promise<void>;
  /** Ends the run with the best plan so far. */
  stop(): void;
  /** Back to the form, dropping the result. */
  clear(): void;
  /** Back to a blank form. */
  reset(): void;
  /** The dialog closes: a result stays, mere input does not. */
  leave(): void;
}

/**
 * A run is kept as long as the console is open: after fixing a job's address on its page, one comes back to the same
 * plan.
 */
export function createRunner<Asked, Answer extends OptimizeAnswer>(of: RunnerOf<Asked, Answer>): Runner<Asked, Answer> {
  type State = Run<Asked, Answer>;
  const asking: State = { step: 'asking', asked: null, said: null };
  const query = queryOptions<State>({ queryKey: [of.key], enabled: false, gcTime: Number.POSITIVE_INFINITY });
  const set = (next: (now: State) => State) =>
    queryClient.setQueryData<State>([of.key], (now = asking) => next(now as State) as never);
  const changeRunning = (id: string, change: Partial<Extract<State, { step: 'running' }>>) =>
    set((now) => (now.step === 'running' && now.id === id ? { ...now, ...change } : now));

  async function run(asked: Asked): Promise<void> {
    const id = randomKey();
    set(() => ({ step: 'running', asked, id, isStopping: false, progress: null }));
    const stopFollowing = followRun(id, (progress) => changeRunning(id, { progress }));
    try {
      const { data, position } = await call<Answer>('POST', of.path, { body: { ...of.bodyOf(asked), runId: id } });
      tellOwnChange(position, ['plans']);
      const { toast, said } = of.take(data);
      if (said === null) set(() => ({ step: 'done', asked, answer: data }));
      else set(() => ({ step: 'asking', asked, said: { text: said, isFailure: false } }));
      if (toast) void showToast(toast);
    } catch (cause) {
      const isRefused = cause instanceof ApiError && cause.status >= 400 && cause.status < 500;
      const text = isRefused ? cause.message : OPTIMIZATION_FAILED.text;
      set(() => ({ step: 'asking', asked, said: { text, isFailure: true } }));
      void showToast({ ...OPTIMIZATION_FAILED, intent: 'danger' });
    } finally {
      stopFollowing();
    }
  }

  return {
    useRun: () => useQuery(query).data ?? asking,
    run,
    stop() {
      const now = queryClient.getQueryData<State>([of.key]);
      if (now?.step !== 'running') return;
      changeRunning(now.id, { isStopping: true });
      call('DELETE', `/optimizer/runs/${now.id}`).catch((cause: Error) => {
        changeRunning(now.id, { isStopping: false });
        void showToast({ title: 'Error', text: cause.message, intent: 'danger' });
      });
    },
    clear: () => void set((now) => ({ ...asking, asked: now.asked }) as State),
    reset: () => void set(() => asking),
    leave: () => void set((now) => (now.step === 'asking' ? asking : now)),
  };
}

/** Follows a run's progress. Losing the connection does not affect the run. */
function followRun(id: string, tell: (progress: RunEvent) => void): () => void {
  const stream = new EventSource(`/optimizer/runs/${id}/events`);
  stream.onmessage = (event: MessageEvent<string>) => tell(JSON.parse(event.data) as RunEvent);
  return () => stream.close();
}
