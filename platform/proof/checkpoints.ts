import { setTimeout as delay } from 'node:timers/promises';
import type { EventLog } from '../../store/event-store.ts';
import type { StateStore } from '../../store/state.ts';
import { runReactor } from '../commands/reactor.ts';
import type { Clock } from '../runtime/clock.ts';
import { leasedLoop } from '../runtime/lease.ts';
import type { Loop } from '../runtime/supervisor.ts';
import type { Proofs } from './proofs.ts';

/** The loop's name, and its lease's. */
export const CHECKPOINTS = 'checkpoints';
export const EXPORT_CHECKPOINTS = 'export checkpoints';

const TTL_MS = 30_000;
const LOOK_EVERY_MS = 60_000;
const SIGN_EVERY_MS = 60 * 60_000;

/**
 * Signs a checkpoint every hour in which something was appended.
 * @param options.passOn told after each look: what is due is handed to others
 * @param options.everyMs how often to look; a minute by default
 */
export function checkpointLoop(
  proofs: Proofs,
  options: { state: StateStore; clock: Clock; holder: string; passOn(): Promise<void>; everyMs?: number | undefined },
): Loop {
  const { state, clock, holder, passOn, everyMs = LOOK_EVERY_MS } = options;
  const lease = { state, clock, holder, name: CHECKPOINTS, ttlMs: TTL_MS, everyMs, waitsFirst: true };
  return leasedLoop(lease, async (signal, progress) => {
    while (!signal.aborted) {
      const newest = await proofs.newest();
      const since = newest === null ? SIGN_EVERY_MS : clock() - Date.parse(newest.madeAt);
      // A clock that was put back waits for nothing.
      if (since >= SIGN_EVERY_MS || since < 0) await proofs.checkpoint('hourly', signal);
      await passOn();
      progress();
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  });
}

/**
 * Signs a checkpoint after each export of the books, which does not wait for it: what a bookkeeper was given is then
 * covered. One that a checkpoint is about already needs none; before the first one, that will be about it.
 */
export function exportCheckpoints(proofs: Proofs, { log, state }: { log: EventLog; state: StateStore }): Loop {
  return (signal, progress) =>
    runReactor({
      name: EXPORT_CHECKPOINTS,
      types: new Set(['PeriodExported']),
      async react({ position }) {
        const newest = await proofs.newest();
        if (newest === null || (await proofs.inclusions(newest, [position])).has(position)) return;
        await proofs.checkpoint('export', signal);
      },
      log,
      state,
      progress,
      signal,
    });
}
