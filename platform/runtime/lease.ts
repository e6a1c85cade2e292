import { setTimeout as delay } from 'node:timers/promises';
import type { StateStore } from '../../store/state.ts';
import type { Clock } from './clock.ts';
import { NoTurn } from './slots.ts';

export interface Lease {
  /** Higher than that of every holder before: what the holder writes is fenced by it. */
  epoch: number;
  /** @returns false where another has taken it */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

interface LeaseRecord {
  holder: string;
  epoch: number;
  /** Milliseconds since the epoch of time. */
  expiresAt: number;
}

/**
 * Tries to take a lease. The lease says who tries, the fenced row decides (docs/design.md#projections): a holder who
 * was paused past the expiry writes nothing, because its epoch is no longer the highest.
 * @param holder who asks; the present holder's own name takes it again at once, with the next epoch
 * @param ttlMs how long it holds without `renew`
 * @returns null where another holds it
 */
export async function acquireLease(
  state: StateStore,
  clock: Clock,
  options: { name: string; holder: string; ttlMs: number },
): Promise<Lease | null> {
  const { holder, ttlMs } = options;
  const key = `lease/${options.name}`;
  const record = await state.get(key);
  const before = record?.value as unknown as LeaseRecord | undefined;
  if (before && before.holder !== holder && before.expiresAt > clock()) return null;

  // Not below the time, so that it is the highest also where the state store was put back from a backup.
  const epoch = Math.max((before?.epoch ?? 0) + 1, clock());
  const value = (expiresAt: number) => ({ holder, epoch, expiresAt });
  let version = await state.put(key, value(clock() + ttlMs), { expected: record?.version ?? 'none' });
  if (version === null) return null;

  async function write(expiresAt: number): Promise<boolean> {
    if (version === null) return false;
    version = await state.put(key, value(expiresAt), { expected: version });
    return version !== null;
  }

  return {
    epoch,
    renew: () => write(clock() + ttlMs),
    release: async () => {
      await write(0);
    },
  };
}

/**
 * Does work under a lease that was taken, renews it meanwhile, and releases it.
 * @param ttlMs as it was taken with
 * @param work gets a signal that is aborted with the given one, or once another has taken the lease
 * @throws what the work throws; an error where another has taken the lease
 */
export async function underLease<Result>(
  lease: Lease,
  ttlMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const lose = (cause: unknown) => lost.abort(cause);
  const renewal = setInterval(() => {
    lease.renew().then((held) => held || lose(new Error('The lease was taken by another process.')), lose);
  }, ttlMs / 3);
  try {
    const result = await work(AbortSignal.any([signal, lost.signal]));
    lost.signal.throwIfAborted();
    return result;
  } finally {
    clearInterval(renewal);
    await lease.release();
  }
}

const LOOK_AGAIN_MS = 100;

/**
 * Does work of which one at a time may run, in all processes together, once the lease is free.
 * @param options.waitMs how long it is waited for; longer than it holds, so that one whose holder died is free by then
 * @throws NoTurn where it is not free in time; what `underLease` throws
 */
export async function whenFree<Result>(
  state: StateStore,
  clock: Clock,
  options: { name: string; holder: string; ttlMs: number; waitMs: number },
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const until = performance.now() + options.waitMs;
  for (;;) {
    const lease = await acquireLease(state, clock, options);
    if (lease) return underLease(lease, options.ttlMs, signal, work);
    if (performance.now() >= until) throw new NoTurn();
    await delay(LOOK_AGAIN_MS, undefined, { signal });
  }
}
