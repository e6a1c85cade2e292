import type { Clock } from '../platform/runtime/clock.ts';
import { watchDamage } from '../platform/runtime/damage-watch.ts';
import type { Log } from '../platform/runtime/log.ts';
import { createLogCheck } from '../platform/runtime/log-check.ts';
import type { Stores } from '../platform/runtime/stores.ts';

/** What is known of damage to the log: what was met on reading, and what the check of all of it found. */
export function openLogHealth({ log: store, checkableLog, state }: Stores, clock: Clock, log: Log) {
  const damage = watchDamage(store, log, clock);
  const check = checkableLog && createLogCheck({ log: checkableLog, state, clock });
  return {
    /** What was found damaged, and when all of it was last found to be whole. */
    health: () => ({ ...damage.found(), checkedAt: check?.checkedAt() ?? null }),
    loops: check ? [{ name: 'log check', run: check.run }] : [],
    close: damage.end,
  };
}
