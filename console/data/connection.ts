import { ApiError, call } from './api.ts';

/** Milliseconds to wait before each retry. */
const RETRY_MS = [500, 1_000, 2_000, 5_000] as const;

/** How long to wait after this many failures in a row, in milliseconds. */
export function waitAfter(failures: number): number {
  return RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0;
}

/**
 * Runs a callback once, as soon as the server responds.
 * @returns cancels it
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

/** Whether the server responds, whatever the response. */
export async function isReachable(): Promise<boolean> {
  try {
    await call('GET', '/api/auth/options');
    return true;
  } catch (cause) {
    return !(cause instanceof ApiError && cause.isOffline);
  }
}
