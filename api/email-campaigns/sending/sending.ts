import { setTimeout as delay } from 'node:timers/promises';
import { acquireLease, underLease } from '../../../platform/runtime/lease.ts';
import type { Loop } from '../../../platform/runtime/supervisor.ts';
import type { StateStore } from '../../../store/state.ts';
import { type RunContext, runSending } from './run.ts';
import { isWork, workNow } from './work.ts';

/** How often to look for campaigns that are to be sent, also while some are. */
const EVERY_MS = 500;
const LEASE_MS = 15_000;

/**
 * Sends campaigns by email until its signal is aborted. Of all processes one sends at a time, so that the rate holds for
 * all of them together; the claims of recipients see to it that nobody is mailed twice, whatever becomes of the lease.
 */
export function sendingLoop(
  context: RunContext & { state: StateStore; holder: string },
  everyMs: number = EVERY_MS,
): Loop {
  const { state, clock, holder } = context;
  return async (signal, progress) => {
    while (!signal.aborted) {
      const work = await workNow(context);
      if (isWork(work)) {
        const lease = await acquireLease(state, clock, { name: 'email-campaigns', holder, ttlMs: LEASE_MS });
        if (lease) await underLease(lease, LEASE_MS, signal, (held) => runSending(context, held, everyMs, progress));
      }
      progress();
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
}
