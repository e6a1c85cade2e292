import { beforeEach, describe, expect, test } from 'vitest';
import {
  createSecurityEvents,
  type SecurityEvent,
  type SecurityEvents,
} from '../../../../platform/accounts/security-events.ts';
import { StoreUnavailable } from '../../../../store/event-store.ts';
import { InvalidQuery } from '../../../../store/read-models.ts';
import type { StateStore } from '../../../../store/state.ts';
import { type CapturedLog, captureLog } from '../../../support/stores/captured-log.ts';
import { memoryState } from '../../../support/stores/memory-state.ts';
import { stateWith } from '../../../support/stores/state-wrapper.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let now: number;
let puts: number;
let isDown: boolean;
let state: StateStore;
let captured: CapturedLog;
let events: SecurityEvents;

beforeEach(() => {
  now = Date.UTC(2026, 10, 21, 10);
  puts = 0;
  isDown = false;
  const memory = memoryState(() => now);
  state = stateWith(memory, {
    async put(key, value, options) {
      puts++;
      if (isDown) throw new StoreUnavailable('down');
      return memory.put(key, value, options);
    },
  });
  captured = captureLog();
  events = createSecurityEvents(state, () => now, captured.log);
});

const failed: SecurityEvent = {
  type: 'sign_in_failed',
  actor: null,
  subject: 'sam',
  address: '203.0.113.5',
  browser: 'Firefox on Windows',
  detail: null,
};
const all = async () => (await events.page({}, 10_000)).events;

test('Security events of one millisecond stand in the order in which they were recorded', async () => {
  const subjects = Array.from({ length: 20 }, (_, each) => `person-${each}`);
  for (const subject of subjects) events.record({ ...failed, subject });
  expect((await all()).map(({ subject }) => subject)).toEqual(subjects.toReversed());
});

describe('repeats', () => {
  test('Repeats of one account and network within a minute are one security event with a count', async () => {
    for (let tries = 0; tries < 7; tries++) {
      events.record(failed);
      now += 1_000;
    }
    expect(await all()).toEqual([
      { ...failed, id: expect.any(String), at: now - 7_000, until: now - 1_000, count: 7, isRest: false },
    ]);
    now += MINUTE;
    events.record(failed);
    expect((await all()).map(({ count }) => count)).toEqual([1, 7]);
  });

  test.each<Partial<SecurityEvent>>([
    { subject: 'alex' },
    { address: '203.0.113.6' },
    { type: 'sign_in_refused' },
    { detail: 'external' },
    { actor: 'sam' },
  ])('Repeats are told apart by %j', async (other) => {
    events.record(failed);
    events.record({ ...failed, ...other });
    expect(await all()).toHaveLength(2);
  });

  test('Repeats from one IPv6 network of 64 bits are one, as one visitor has it whole', async () => {
    for (const last of ['1', '2', 'ffff']) events.record({ ...failed, address: `2001:db8:1:2::${last}` });
    expect(await all()).toMatchObject([{ count: 3, address: '2001:db8:1:2::1' }]);
  });

  test('Repeats by the thousand are few writes, and the last count is stored', async () => {
    for (let tries = 0; tries < 5_000; tries++) events.record(failed);
    await events.settled();
    expect(puts).toBeLessThanOrEqual(2);
    expect(await all()).toMatchObject([{ count: 5_000 }]);
  });
});

describe('a flood from everywhere', () => {
  const flood = (count: number) => {
    for (let n = 0; n < count; n++) events.record({ ...failed, address: `198.51.${n >> 8}.${n & 255}` });
  };

  test('A flood from everywhere is kept one by one up to the most of an hour, and then as a number', async () => {
    flood(1_000);
    const kept = await all();
    expect(kept).toHaveLength(41);
    expect(kept.filter(({ isRest }) => isRest)).toMatchObject([
      { type: 'sign_in_failed', count: 960, subject: 'sam', actor: null, address: null },
    ]);
    expect(captured.lines()).toHaveLength(1_000);
  });

  test('A flood from everywhere leaves room for other types, for people who are signed in, and for the next hour', async () => {
    flood(1_000);
    events.record({ ...failed, type: 'cross_site_refused' });
    events.record({ ...failed, actor: 'sam' });
    now += HOUR;
    flood(1);
    expect((await all()).filter(({ isRest }) => !isRest)).toHaveLength(43);
  });
});

describe('hides nothing of anybody else:', () => {
  const many = (count: number, one: (index: number) => Partial<SecurityEvent>) => {
    for (let n = 0; n < count; n++) events.record({ ...failed, address: `198.51.${n >> 8}.${n & 255}`, ...one(n) });
  };
  const of = async (user: string) => (await events.page({ user }, 1_000)).events;

  test('A flood with names that nobody has does not hide what is tried at an account', async () => {
    many(100, () => ({ subject: null }));
    many(60, () => ({ subject: 'alex' }));
    many(5, () => ({ subject: 'owner' }));
    expect(await of('owner')).toHaveLength(5);
    expect((await of('alex')).filter(({ isRest }) => isRest)).toMatchObject([{ subject: 'alex', count: 20 }]);
    expect((await all()).filter(({ isRest, subject }) => isRest && subject === null)).toMatchObject([{ count: 60 }]);
  });

  test('What one person exports does not hide what another one does', async () => {
    const exported = { type: 'data_exported', subject: null } as const;
    many(300, (n) => ({ ...exported, actor: 'sam', detail: `list-${n}` }));
    many(3, (n) => ({ ...exported, actor: 'alex', detail: `list-${n}` }));
    expect((await of('alex')).map(({ detail }) => detail).sort()).toEqual(['list-0', 'list-1', 'list-2']);
    expect((await of('sam')).filter(({ isRest }) => isRest)).toMatchObject([{ actor: 'sam', count: 100 }]);
  });

  test('A flood at very many accounts is kept one by one only up to a limit, while each of them is told of', async () => {
    many(2_000, (n) => ({ subject: `user-${n % 100}` }));
    const kept = await all();
    expect(kept.filter(({ isRest }) => !isRest)).toHaveLength(400);
    expect(kept.filter(({ isRest }) => isRest)).toHaveLength(100);
    expect(await of('user-99')).toHaveLength(5);
    expect((await of('user-99')).reduce((sum, { count }) => sum + count, 0)).toBe(20);
    now += HOUR;
    many(1, () => ({}));
    expect(await of('sam')).toMatchObject([{ isRest: false }]);
  });
});

test('Security events are kept for 90 days', async () => {
  events.record(failed);
  await events.settled();
  now += 90 * DAY - 1;
  expect(await all()).toHaveLength(1);
  now += 1;
  expect(await all()).toEqual([]);
});

describe('a page', () => {
  beforeEach(async () => {
    for (let n = 0; n < 250; n++) {
      const subject = n % 50 === 0 ? 'rare' : `user-${n}`;
      events.record({ ...failed, type: n % 2 ? 'role_changed' : 'sign_in_succeeded', actor: 'owner', subject });
      now += MINUTE;
    }
    await events.settled();
  });

  test('A page of security events begins with the newest, and the cursor leads to all of them once', async () => {
    const seen: (string | null)[] = [];
    let after: string | undefined;
    do {
      const page = await events.page({}, 60, after);
      seen.push(...page.events.map(({ subject }) => subject));
      after = page.cursor ?? undefined;
    } while (after !== undefined);
    expect(seen).toHaveLength(250);
    expect(seen.slice(0, 2)).toEqual(['user-249', 'user-248']);
    expect(seen.at(-1)).toBe('rare');
  });

  test('A page of security events has one type, or what one account did and what was done to it', async () => {
    expect((await events.page({ type: 'role_changed' }, 500)).events).toHaveLength(125);
    expect((await events.page({ user: 'rare' }, 500)).events).toHaveLength(5);
    expect((await events.page({ user: 'owner' }, 500)).events).toHaveLength(250);
    expect(await events.page({ user: 'rare' }, 5)).toMatchObject({ cursor: null });
    expect(await events.page({ user: 'rare' }, 4)).toMatchObject({ cursor: expect.any(String) });
    expect(await events.page({ user: 'nobody' }, 4)).toEqual({ events: [], cursor: null });
  });

  test.each(['x', '', '../session', `${'0'.repeat(15)}-xxxxxxxx`])(
    'A page of security events is refused for the cursor %j',
    async (cursor) => {
      await expect(events.page({}, 5, cursor)).rejects.toThrow(InvalidQuery);
    },
  );
});

describe('where the state store is down', () => {
  test('Where the state store is down, nobody waits, the log says what was not stored, and the next event is stored', async () => {
    isDown = true;
    expect(events.record(failed)).toBeUndefined();
    await events.settled();
    expect(captured.lines().filter(({ msg }) => msg === 'security event not stored')).toMatchObject([
      { level: 50, security: 'sign_in_failed', subject: 'sam', count: 1, err: { type: 'StoreUnavailable' } },
    ]);
    isDown = false;
    events.record(failed);
    expect(await all()).toMatchObject([{ count: 2 }]);
  });

  test('A security event that was written although the state store gave no answer is found at the next repeat', async () => {
    const memory = state;
    let isCut = true;
    const cut = stateWith(memory, {
      async put(key, value, options) {
        const version = await memory.put(key, value, options);
        if (isCut) throw new StoreUnavailable('the answer was lost');
        return version;
      },
    });
    events = createSecurityEvents(cut, () => now, captured.log);
    events.record(failed);
    await events.settled();
    isCut = false;
    events.record(failed);
    expect(await all()).toMatchObject([{ count: 2 }]);
  });
});

test('A line of the log names no address, only a network of many', () => {
  events.record(failed);
  events.record({ ...failed, type: 'sign_in_succeeded', address: '2001:db8:12:34::5' });
  events.record({ ...failed, address: null });
  expect(captured.lines()).toMatchObject([
    { level: 40, msg: 'security event', security: 'sign_in_failed', network: '203.0.113.0/24' },
    { level: 30, security: 'sign_in_succeeded', network: '2001:db8:12::/48' },
    { network: null },
  ]);
  expect(captured.text()).not.toMatch(/203\.0\.113\.5|db8:12:34/);
});
