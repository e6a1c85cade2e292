import { setTimeout as delay } from 'node:timers/promises';
import type { StateStore } from '../../store/state.ts';
import type { Clock } from './clock.ts';
import { createQueues } from './queues.ts';
import { NoTurn } from './slots.ts';
import type { Loop } from './supervisor.ts';

export interface Lease {
  /** Higher than that of every earlier holder; it fences what the holder writes. */
  epoch: number;
  /** @returns false if another has taken it */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

interface LeaseRecord {
  holder: string;
  epoch: number;
  /** Milliseconds since the epoch (1970), unlike `epoch`. */
  expiresAt: number;
}

/**
 * Tries to take a lease. The lease says who may try, the fenced row decides (docs/design/read-models.md#projections): a holder that
 * was paused past the expiry can write nothing, because its epoch is no longer the highest.
 * @param holder who asks; the current holder gets it again at once, with the next epoch
 * @param ttlMs how long it lasts without `renew`
 * @returns null if another holds it
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

  // At least the current time, so that it is the highest even after the state store was restored from a backup.
  const epoch = Math.max((before?.epoch ?? 0) + 1, clock());
  const value = (expiresAt: number) => ({ holder, epoch, expiresAt });
  let version = await state.put(key, value(clock() + ttlMs), { expected: record?.version ?? 'none' });
  if (version === null) return null;

  // A busy process may begin the next write before it has read the answer to the last one, which names the version.
  const writes = createQueues();
  const write = (expiresAt: number): Promise<boolean> =>
    writes.run(key, async () => {
      if (version === null) return false;
      version = await state.put(key, value(expiresAt), { expected: version });
      return version !== null;
    });

  return {
    epoch,
    renew: () => write(clock() + ttlMs),
    release: async () => {
      await write(0);
    },
  };
}

/**
 * Does work under a lease already taken, renewing it meanwhile, and releases it.
 * @param ttlMs the one it was taken with
 * @param work gets a signal that is aborted with the given one, or once another has taken the lease
 * @throws what the work throws; an error if another has taken the lease
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

/**
 * A loop that works as long as it has a lease: of all processes one does.
 * @param options.everyMs how often to ask for the lease
 * @param options.waitsFirst whether all others go first at a start; by default it asks at once
 * @param options.mayBegin whether it may ask now; by default always
 * @param work until its signal is aborted, with the loop's or once another process has the lease
 */
export function leasedLoop(
  options: {
    state: StateStore;
    clock: Clock;
    name: string;
    holder: string;
    ttlMs: number;
    everyMs: number;
    waitsFirst?: boolean;
    mayBegin?: () => boolean;
  },
  work: Loop,
): Loop {
  const { state, clock, name, holder, ttlMs, everyMs, waitsFirst = false, mayBegin = () => true } = options;
  return async (signal, progress) => {
    const wait = () => delay(everyMs, undefined, { signal }).catch(() => undefined);
    if (waitsFirst) await wait();
    while (!signal.aborted) {
      const lease = mayBegin() ? await acquireLease(state, clock, { name, holder, ttlMs }) : null;
      if (lease) await underLease(lease, ttlMs, signal, (held) => work(held, progress));
      progress();
      await wait();
    }
  };
}

const LOOK_AGAIN_MS = 100;

/**
 * Does work that only one may do at a time, across all processes, once the lease is free.
 * @param options.waitMs how long to wait; longer than the lease lasts, so that a dead holder's is free by then
 * @throws NoTurn if it is not free in time; what `underLease` throws
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
