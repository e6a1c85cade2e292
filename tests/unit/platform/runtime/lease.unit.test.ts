import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { acquireLease, whenFree } from '../../../../platform/runtime/lease.ts';
import { StoreUnavailable } from '../../../../store/event-store.ts';
import type { StateStore } from '../../../../store/state.ts';
import { memoryState } from '../../../support/stores/memory-state.ts';

const TTL_MS = 10_000;

let now: number;
let state: StateStore;
beforeEach(() => {
  now = 1_000_000;
  state = memoryState();
});

const acquire = (holder: string) => acquireLease(state, () => now, { name: 'sample', holder, ttlMs: TTL_MS });

test('A lease is one holder’s until it runs out', async () => {
  expect(await acquire('first')).toMatchObject({ epoch: now });
  expect(await acquire('second')).toBeNull();
  now += TTL_MS - 1;
  expect(await acquire('second')).toBeNull();
  now += 1;
  expect(await acquire('second')).toMatchObject({ epoch: now });
});

test('A lease that is renewed goes on from then', async () => {
  const lease = await acquire('first');
  now += TTL_MS - 1;
  expect(await lease?.renew()).toBe(true);
  now += TTL_MS - 1;
  expect(await acquire('second')).toBeNull();
});

test('A lease that ran out may be renewed while nobody took it', async () => {
  const lease = await acquire('first');
  now += 2 * TTL_MS;
  expect(await lease?.renew()).toBe(true);
  expect(await acquire('second')).toBeNull();
});

test('A lease that another took is not renewed any more, and its release does no harm', async () => {
  const first = await acquire('first');
  now += TTL_MS;
  const second = await acquire('second');
  expect(await first?.renew()).toBe(false);
  expect(await first?.renew()).toBe(false);
  await first?.release();
  expect(await second?.renew()).toBe(true);
  expect(await acquire('third')).toBeNull();
});

describe('a busy process, whose next renewal is due before the answer to the last one is read', () => {
  /** Answers to writes wait until they are read. */
  function answeringLate() {
    const unread: (() => void)[] = [];
    const { put } = state;
    state.put = async (...asked) => {
      const answer = await put.apply(state, asked);
      await new Promise<void>((read) => unread.push(read));
      return answer;
    };
    return async <Result>(waiting: Promise<Result>): Promise<Result> => {
      let isOver = false;
      const over = waiting.finally(() => {
        isOver = true;
      });
      while (!isOver) {
        await setImmediate();
        unread.shift()?.();
      }
      return over;
    };
  }

  test('A lease is not lost to its own renewals', async () => {
    const lease = await acquire('first');
    const read = answeringLate();
    expect(await read(Promise.all([lease?.renew(), lease?.renew()]))).toEqual([true, true]);
    expect(await read(Promise.resolve(lease?.renew()))).toBe(true);
  });

  test('A lease that is released during a renewal is free at once', async () => {
    const lease = await acquire('first');
    const read = answeringLate();
    await read(Promise.all([lease?.renew(), lease?.release()]));
    expect(await read(acquire('second'))).not.toBeNull();
  });

  test('A lease is renewed again after a write that failed', async () => {
    const lease = await acquire('first');
    const { put } = state;
    state.put = () => Promise.reject(new StoreUnavailable('The state store is closed.'));
    await expect(lease?.renew()).rejects.toThrow('closed');
    state.put = put;
    expect(await lease?.renew()).toBe(true);
  });
});

test('A lease that was released is free at once, with a higher epoch', async () => {
  await (await acquire('first'))?.release();
  expect(await acquire('second')).toMatchObject({ epoch: now + 1 });
});

test('A lease is taken again at once by its own holder, with the next epoch', async () => {
  const before = await acquire('first');
  expect(await acquire('first')).toMatchObject({ epoch: now + 1 });
  expect(await before?.renew()).toBe(false);
});

test('A lease in a state store that was put back from a backup has a higher epoch than before', async () => {
  const before = await acquire('first');
  now += TTL_MS;
  state = memoryState();
  const after = await acquire('first');
  expect(after?.epoch).toBeGreaterThan(before?.epoch ?? 0);
});

test('A lease that many ask for at once goes to one', async () => {
  const leases = await Promise.all(['a', 'b', 'c', 'd'].map(acquire));
  expect(leases.filter((lease) => lease !== null)).toHaveLength(1);
});

test('A lease of another name is another one', async () => {
  await acquire('first');
  expect(await acquireLease(state, () => now, { name: 'other', holder: 'second', ttlMs: TTL_MS })).not.toBeNull();
});

describe('work of which one at a time may run', () => {
  const lease = { name: 'sample', holder: 'second', ttlMs: TTL_MS, waitMs: 5_000 };
  const signal = new AbortController().signal;
  const run = (waitMs: number, work: () => Promise<string>) =>
    whenFree(state, () => now, { ...lease, waitMs }, signal, work);

  test('Work of which one at a time may run begins once the other has ended', async () => {
    const first = await acquire('first');
    const done: string[] = [];
    const second = run(60_000, async () => String(done.push('second')));
    done.push('first');
    await first?.release();
    expect(await second).toBe('2');
    expect(await acquire('third')).not.toBeNull();
  });

  test('Work of which one at a time may run begins once the lease of one who died has run out', async () => {
    await acquire('first');
    const second = run(60_000, async () => 'done');
    now += TTL_MS;
    expect(await second).toBe('done');
  });

  test('Work of which one at a time may run is given up where the other goes on', async () => {
    await acquire('first');
    await expect(run(0, async () => 'done')).rejects.toThrow('very busy');
  });
});
