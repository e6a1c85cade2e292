import { ApiError, call } from './api.ts';

/** How long to wait before the next try. */
const RETRY_MS = [500, 1_000, 2_000, 5_000] as const;

/** How long to wait after so many failures in a row, in milliseconds. */
export function waitAfter(failures: number): number {
  return RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0;
}

/**
 * Does something once, as soon as the server answers.
 * @returns gives it up
 */
export function whenReachable(run: () => void): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isOver = false;

  function stop(): void {
    isOver = true;
    clearTimeout(retry);
    window.removeEventListener('online', ask);
  }

  async function attempt(): Promise<void> {
    const isThere = await isReachable();
    if (isOver) return;
    clearTimeout(retry);
    if (!isThere) {
      retry = setTimeout(ask, waitAfter(failures++));
      return;
    }
    stop();
    run();
  }

  function ask(): void {
    void attempt();
  }

  window.addEventListener('online', ask);
  ask();
  return stop;
}

/** Whether the server answers, whatever it says. */
export async function isReachable(): Promise<boolean> {
  try {
    await call('GET', '/api/auth/options');
    return true;
  } catch (cause) {
    return !(cause instanceof ApiError && cause.isOffline);
  }
}
