import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLiveReadModels, type LiveReadModels, Rebuilding } from '../../../platform/runtime/live-read-models.ts';
import { fingerprint } from '../../../projections/engine/fingerprint.ts';
import { readLive } from '../../../projections/engine/generations.ts';
import { projections } from '../../../projections/index.ts';
import { appendTo, captured } from '../../support/samples/lead-events.ts';
import { liveModelsOf } from '../../support/stores/live-models.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';
import { type RunnerUnderTest, startRunner } from '../../support/stores/projection-runner.ts';

/** Longer than anything here takes. */
const LONG_MS = 30_000;
const SHORT_MS = 20;

let stores: ProductStores;
let live: LiveReadModels;
let stopping: AbortController;
let running: Promise<unknown>[] = [];
let runners: RunnerUnderTest[] = [];
beforeEach(async () => {
  stores = await openProductStores();
  live = liveModelsOf(stores);
  stopping = new AbortController();
});
afterEach(async () => {
  stopping.abort();
  for (const runner of runners) await runner.stop();
  await Promise.allSettled(running);
  [running, runners] = [[], []];
  await stores.close();
});

async function liveName(): Promise<string | null> {
  return (await readLive(stores.state))?.generation ?? null;
}

function feed(options: Parameters<typeof startRunner>[1] = {}): RunnerUnderTest {
  const runner = startRunner(stores, options);
  runners.push(runner);
  return runner;
}

function follow(): void {
  running.push(live.run(stopping.signal));
}

/** The next generation of the same read models. */
const raised = projections.map((each) => ({ ...each, version: each.version + 1 }));

test('A generation that was made from another log is not shown, not even until the next one is there', async () => {
  await appendTo(stores.log, 'lead-1', captured('Of this log'));
  const runner = feed();
  await runner.reached(await stores.log.head());
  await runner.stop();
  const other = await openProductStores();
  try {
    live = liveModelsOf({ ...stores, log: other.log });
    follow();
    await live.opened(SHORT_MS);
    expect(live.peek()).toBeNull();
  } finally {
    await other.close();
  }
});

test('Before the first generation there is nothing to ask', async () => {
  follow();
  expect(() => live.current()).toThrow(Rebuilding);
  expect(live.peek()).toBeNull();
  expect(await live.waitFor('', SHORT_MS)).toBe(false);
  await live.opened(SHORT_MS);
  expect(live.peek()).toBeNull();
});

test('The first generation is there as soon as it is built', async () => {
  const head = await appendTo(stores.log, 'lead-a', captured('Oak'));
  follow();
  const runner = feed();
  await runner.reached(head);
  live.refresh();
  await live.opened(LONG_MS);
  expect(live.current().generation).toBe(await liveName());
  expect(await live.waitFor(head, LONG_MS)).toBe(true);
  expect(live.position()).toBe(head);
});

describe('waiting for a position', () => {
  let runner: RunnerUnderTest;
  beforeEach(async () => {
    runner = feed();
    await runner.reached('');
    follow();
    await live.opened(LONG_MS);
  });

  test('Waiting for a position ends with the commit that reaches it, for all who wait', async () => {
    const first = await appendTo(stores.log, 'lead-a', captured('Oak'));
    const second = await appendTo(stores.log, 'lead-b', captured('Ash'));
    const waits = [first, second, first].map((position) => live.waitFor(position, LONG_MS));
    expect(await Promise.all(waits)).toEqual([true, true, true]);
    const found = await live.current().get('leads', ['a', 'b']);
    expect([...found.keys()].sort()).toEqual(['a', 'b']);
    expect(await live.waitFor(second, 0)).toBe(true);
  });

  test('Waiting for a position ends with no when the time is over', async () => {
    await runner.stop();
    const head = await appendTo(stores.log, 'lead-a', captured('Oak'));
    expect(await live.waitFor(head, SHORT_MS)).toBe(false);
  });

  test('Waiting for a position ends with no at once while the read models stand, but for what is there already', async () => {
    const reached = await appendTo(stores.log, 'lead-a', captured('Oak'));
    expect(await live.waitFor(reached, LONG_MS)).toBe(true);
    await runner.stop();
    const head = await appendTo(stores.log, 'lead-b', captured('Ash'));
    const waiting = live.waitFor(head, LONG_MS);
    live.setPaused(true);
    expect(await waiting).toBe(false);
    expect(live.isPaused()).toBe(true);
    expect(await live.waitFor(head, LONG_MS)).toBe(false);
    expect(await live.waitFor(reached, LONG_MS)).toBe(true);

    live.setPaused(false);
    const again = live.waitFor(head, LONG_MS);
    feed();
    expect(await again).toBe(true);
  });

  test('Waiting for a position goes on over a switch of the generation; who began on the old one ends on it', async () => {
    const before = live.current();
    const switched = live.switched();
    await runner.stop();
    const head = await appendTo(stores.log, 'lead-a', captured('Oak'));
    const waiting = live.waitFor(head, LONG_MS);
    await feed({ projections: raised }).reached(head);
    live.refresh();
    expect(await waiting).toBe(true);
    expect(switched.aborted).toBe(true);
    expect(live.switched().aborted).toBe(false);
    expect(live.current().generation).not.toBe(before.generation);
    expect(await before.count('leads', {})).toBe(0);
    expect(await live.current().count('leads', {})).toBe(1);
  });

  test('Waiting for a position goes on where the live generation is gone until there is another', async () => {
    const { generation } = live.current();
    await runner.stop();
    const record = await stores.state.get('generations/live');
    const value = { generation: 'gone', fingerprint: 'none' };
    await stores.state.put('generations/live', value, { expected: record?.version ?? 'none' });
    live.refresh();
    const head = await appendTo(stores.log, 'lead-a', captured('Oak'));
    expect(await live.waitFor(head, SHORT_MS)).toBe(false);
    expect(live.current().generation).toBe(generation);
    await feed().reached(head);
    live.refresh();
    expect(await live.waitFor(head, LONG_MS)).toBe(true);
    expect(live.current().generation).toBe(await liveName());
  });

  test('Waiting for a position ends with no when all is closed', async () => {
    const waiting = live.waitFor('9999999999999999', LONG_MS);
    stopping.abort();
    expect(await waiting).toBe(false);
    await Promise.all(running);
    expect(live.peek()).toBeNull();
  });
});

test('Where it cannot be read which generation is live, the live read models end with the error and may run again', async () => {
  let fails = true;
  const failing = async () => {
    if (fails) throw new Error('The state store is away.');
    return readLive(stores.state);
  };
  live = createLiveReadModels({
    store: stores.readModels,
    collections: projections,
    state: stores.state,
    live: failing,
    fingerprint: fingerprint(projections),
    belongs: async () => true,
  });
  await expect(live.run(stopping.signal)).rejects.toThrow('The state store is away.');
  await live.opened(SHORT_MS);
  expect(live.peek()).toBeNull();

  fails = false;
  const runner = feed();
  await runner.reached(await appendTo(stores.log, 'lead-a', captured('Oak')));
  follow();
  await live.opened(LONG_MS);
  expect(await live.current().count('leads', {})).toBe(1);
});
