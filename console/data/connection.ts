import { ApiError, call } from './api.ts';

/** How long to wait before the next try. */
const RETRY_MS = [500, 1_000, 2_000, 5_000] as const;

/** How long to wait after so many failures in a row, in milliseconds. */
export function waitAfter(failures: number): number {
  return RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0;
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
