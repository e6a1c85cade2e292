import { HttpError } from '../../platform/http/answers/errors.ts';
import { slots } from '../../platform/runtime/slots.ts';
import type { RunEvent } from '../answers/schedule.schema.ts';
import { PlannerDied } from '../solver/thread.ts';

/** How many runs may wait for their turn; one runs at a time, because two would only slow each other down. */
const MOST_WAITING = 5;

export interface Run {
  signal: AbortSignal;
  /** @param done the share, 0 to 1 */
  tell(done: number): void;
}

/** The runs of a process, each under a key of its owner and the id they gave it. */
export interface Runs {
  /**
   * Carries out a run when its turn comes.
   * @param gone aborted when nobody waits for the answer any more, which cancels the run as `cancel` does
   * @throws NoTurn if too many are waiting; HttpError 503 if a thread of the planner died midway
   */
  carryOut<Result>(key: string, gone: AbortSignal, work: (run: Run) => Promise<Result>): Promise<Result>;
  /** Makes a run answer with the best so far. @returns false for an unknown run */
  cancel(key: string): boolean;
  /** Reports on a run, even before it begins, until it is done or the signal is aborted. */
  watch(key: string, signal: AbortSignal, tell: (event: RunEvent) => void): Promise<void>;
}

interface Active {
  cancelled: AbortController;
  now: RunEvent;
}

const WAITING: RunEvent = { state: 'waiting', done: 0, message: 'Waiting for the run to begin.' };
const QUEUED: RunEvent = { state: 'queued', done: 0, message: 'Another plan is being made. This one comes next.' };
const DONE: RunEvent = { state: 'done', done: 1, message: 'Done.' };

export function createRuns(): Runs {
  const turn = slots(1, MOST_WAITING);
  const active = new Map<string, Active>();
  const watchers = new Map<string, Set<(event: RunEvent) => void>>();

  function tell(key: string, event: RunEvent): void {
    const run = active.get(key);
    if (run) run.now = event;
    for (const each of watchers.get(key) ?? []) each(event);
  }

  return {
    async carryOut(key, gone, work) {
      const run: Active = { cancelled: new AbortController(), now: QUEUED };
      active.set(key, run);
      tell(key, QUEUED);
      const signal = AbortSignal.any([run.cancelled.signal, gone]);
      try {
        return await turn(
          () => {
            const running = (done: number) =>
              tell(key, { state: 'running', done, message: 'Looking for a better plan.' });
            running(0);
            return work({ signal, tell: running });
          },
          { signal: gone },
        );
      } catch (cause) {
        throw cause instanceof PlannerDied
          ? new HttpError(503, { message: cause.message, code: 'planner_stopped' }, 1)
          : cause;
      } finally {
        if (active.get(key) === run) active.delete(key);
        tell(key, DONE);
      }
    },
    cancel(key) {
      const run = active.get(key);
      run?.cancelled.abort();
      return run !== undefined;
    },
    async watch(key, signal, send) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const hear = (event: RunEvent) => {
        send(event);
        if (event.state === 'done') resolve();
      };
      const all = watchers.get(key) ?? new Set();
      watchers.set(key, all.add(hear));
      signal.addEventListener('abort', () => resolve(), { once: true });
      if (signal.aborted) resolve();
      send(active.get(key)?.now ?? WAITING);
      await promise;
      all.delete(hear);
      if (all.size === 0) watchers.delete(key);
    },
  };
}
