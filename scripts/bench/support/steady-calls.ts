import { setTimeout as delay } from 'node:timers/promises';
import { percentile, round } from './report.ts';

const EVERY_MS = 20;

/**
 * Calls as from an office: one every 20 milliseconds, whether or not the one before has been answered.
 * @returns the milliseconds of each call that began before `until` settled
 */
export async function measureCalls(
  calls: readonly (() => Promise<unknown>)[],
  until: Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  const open = new Set<Promise<void>>();
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  for (let at = 0; !isOver; at++) {
    const call = calls[at % calls.length] as () => Promise<unknown>;
    const startedAt = performance.now();
    const timed: Promise<void> = readWhole(call()).then(() => {
      times.push(performance.now() - startedAt);
      open.delete(timed);
    });
    open.add(timed);
    await delay(EVERY_MS);
  }
  await over;
  await Promise.all(open);
  return times;
}

async function readWhole(call: Promise<unknown>): Promise<void> {
  const answer = await call;
  if (!(answer instanceof Response)) return;
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}.`);
  await answer.arrayBuffer();
}

/** How long calls took. */
export function figuresOf(times: readonly number[]) {
  const at = (share: number) => round(percentile(times, share), 1);
  return { count: times.length, 'p50, ms': at(0.5), 'p95, ms': at(0.95), 'p99, ms': at(0.99), 'worst, ms': at(1) };
}
