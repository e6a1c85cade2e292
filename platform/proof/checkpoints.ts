import { setTimeout as delay } from 'node:timers/promises';
import type { StateStore } from '../../store/state.ts';
import type { Clock } from '../runtime/clock.ts';
import { leasedLoop } from '../runtime/lease.ts';
import type { Loop } from '../runtime/supervisor.ts';
import type { Proofs } from './proofs.ts';

/** The loop's name, and its lease's. */
export const CHECKPOINTS = 'checkpoints';

const TTL_MS = 30_000;
const LOOK_EVERY_MS = 60_000;
const SIGN_EVERY_MS = 60 * 60_000;

/** Signs a checkpoint every hour in which something was appended. */
export function checkpointLoop(
  proofs: Proofs,
  { state, clock, holder }: { state: StateStore; clock: Clock; holder: string },
): Loop {
  const options = { state, clock, holder, name: CHECKPOINTS, ttlMs: TTL_MS, everyMs: LOOK_EVERY_MS, waitsFirst: true };
  return leasedLoop(options, async (signal, progress) => {
    while (!signal.aborted) {
      const newest = await proofs.newest();
      const since = newest === null ? SIGN_EVERY_MS : clock() - Date.parse(newest.madeAt);
      // A clock that was put back waits for nothing.
      if (since >= SIGN_EVERY_MS || since < 0) await proofs.checkpoint('hourly', signal);
      progress();
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  });
}
