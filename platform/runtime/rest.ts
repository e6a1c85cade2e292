import { setTimeout as delay } from 'node:timers/promises';

/**
 * Leaves the processor to others after some work, for as long as that took or a multiple of it: however much there is to
 * do, the rest of the time is everybody else's.
 * @param began of the work, by `performance.now()`
 */
export async function restSince(began: number, times = 1): Promise<void> {
  await delay(times * (performance.now() - began));
}
