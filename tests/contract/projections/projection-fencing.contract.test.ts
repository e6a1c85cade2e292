import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../../store/event-store.ts';
import { StaleCheckpoint } from '../../../store/read-models.ts';
import { appendTo, captured } from '../../support/samples/lead-events.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';
import { openLive, type RunnerUnderTest, startRunner } from '../../support/stores/projection-runner.ts';
import { stateWith } from '../../support/stores/state-wrapper.ts';

const HOUR_MS = 3_600_000;
const LEASE_MS = 10_000;

let stores: ProductStores;
let running: RunnerUnderTest[] = [];
beforeEach(async () => {
  stores = await openProductStores();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const runner of running) await runner.stop();
  running = [];
  await stores.close();
});

function start(holder: string, options: Parameters<typeof startRunner>[1] = {}): RunnerUnderTest {
  const runner = startRunner(stores, { holder, ...options });
  running.push(runner);
  return runner;
}

const anHourOn = { clock: () => Date.now() + HOUR_MS };

async function leadNames(): Promise<unknown[]> {
  const models = await openLive(stores);
  return (await models.find('leads', { limit: 10 })).documents.map(({ name }) => name);
}

test('A second runner waits while the first holds the lease, and takes over when it stops', async () => {
  const first = start('first');
  await first.reached(await appendTo(stores.log, 'lead-a', captured('Ash')));
  const second = start('second');
  await second.until((report) => report.state === 'waiting');
  await first.reached(await appendTo(stores.log, 'lead-b', captured('Birch')));
  expect(second.reports).toEqual([{ state: 'waiting' }]);

  await first.stop();
  await second.reached(await appendTo(stores.log, 'lead-c', captured('Cedar')));
  expect(await leadNames()).toEqual(['Ash', 'Birch', 'Cedar']);
});

test('A runner whose lease ran out is fenced: it writes nothing more and stops', async () => {
  const first = start('first');
  await first.reached(await appendTo(stores.log, 'lead-a', captured('Ash')));
  const second = start('second', anHourOn);
  await second.until((report) => report.state === 'running');
  const head = await appendTo(stores.log, 'lead-b', captured('Birch'));
  await second.reached(head);

  expect(await first.ended).toBeInstanceOf(StaleCheckpoint);
  expect(first.reports.some((report) => report.state === 'running' && report.position >= head)).toBe(false);
  const models = await openLive(stores);
  expect(await models.checkpoint()).toMatchObject({ position: head });
  await second.reached(await appendTo(stores.log, 'lead-c', captured('Cedar')));
  expect(await leadNames()).toEqual(['Ash', 'Birch', 'Cedar']);
});

test('A runner with nothing to write learns at its next renewal that the lease is another’s', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const first = start('first');
  await first.reached(await appendTo(stores.log, 'lead-a', captured('Ash')));
  const second = start('second', anHourOn);
  await second.until((report) => report.state === 'running');
  vi.advanceTimersByTime(LEASE_MS / 2);
  expect(await first.ended).toMatchObject({ message: 'The lease was taken by another process.' });
  await second.reached(await appendTo(stores.log, 'lead-b', captured('Birch')));
});

test('A runner that cannot renew its lease stops with the reason', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let fails = false;
  const state = stateWith(stores.state, {
    async put(key, value, options) {
      if (fails) throw new StoreUnavailable('The disk is full.');
      return stores.state.put(key, value, options);
    },
  });
  const runner = start('first', { state });
  await runner.reached(await appendTo(stores.log, 'lead-a', captured('Ash')));
  fails = true;
  vi.advanceTimersByTime(LEASE_MS / 2);
  expect(await runner.ended).toMatchObject({ message: 'The disk is full.' });
});
