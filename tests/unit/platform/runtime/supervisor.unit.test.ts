import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createLog } from '../../../../platform/runtime/log.ts';
import { createSupervisor } from '../../../../platform/runtime/supervisor.ts';

const until = (signal: AbortSignal) => (signal.aborted ? Promise.resolve() : once(signal, 'abort'));

test('A loop that fails is started again, each time after a longer wait, and shows in health', async () => {
  const supervisor = createSupervisor(createLog('silent'));
  const steady = Promise.withResolvers<void>();
  const begun: number[] = [];
  supervisor.start('fragile', async (signal) => {
    begun.push(performance.now());
    if (begun.length < 3) throw new Error(`Failure ${begun.length}.`);
    steady.resolve();
    await until(signal);
  });
  supervisor.start('sound', async (signal) => void (await until(signal)));
  await steady.promise;
  const [first, second, third] = begun as [number, number, number];
  expect(second - first).toBeGreaterThan(90);
  expect(third - second).toBeGreaterThan(190);
  expect(supervisor.health()).toEqual([
    {
      name: 'fragile',
      state: 'running',
      restarts: 2,
      lastError: 'Failure 2.',
      lastErrorAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    },
    { name: 'sound', state: 'running', restarts: 0, lastError: null, lastErrorAt: null },
  ]);
  await supervisor.stop();
});

test('A loop that has made progress waits no longer than after its first failure', async () => {
  const supervisor = createSupervisor(createLog('silent'));
  const steady = Promise.withResolvers<void>();
  const begun: number[] = [];
  supervisor.start('moving', async (signal, progress) => {
    begun.push(performance.now());
    if (begun.length === 4) {
      steady.resolve();
      return void (await until(signal));
    }
    if (begun.length === 3) progress();
    throw new Error('Again.');
  });
  await steady.promise;
  const [, second, third, fourth] = begun as [number, number, number, number];
  expect(fourth - third).toBeLessThan(third - second);
  await supervisor.stop();
});

test('A loop that waits is started at once when it is told that what it failed of is over', async () => {
  const supervisor = createSupervisor(createLog('silent'));
  let isAway = true;
  let failures = 0;
  const back = Promise.withResolvers<void>();
  supervisor.start('reader', async (signal) => {
    if (isAway) {
      failures += 1;
      throw new Error('Away.');
    }
    back.resolve();
    await until(signal);
  });
  // The next wait would be the longest by far.
  await expect.poll(() => failures, { timeout: 10_000 }).toBe(5);
  isAway = false;
  supervisor.wake();
  await back.promise;
  expect(failures).toBe(5);
  await supervisor.stop();
});

test('A loop that ends by itself is started again too', async () => {
  const supervisor = createSupervisor(createLog('silent'));
  const again = Promise.withResolvers<void>();
  let runs = 0;
  supervisor.start('short', async (signal) => {
    if (++runs === 1) return;
    again.resolve();
    await until(signal);
  });
  await again.promise;
  expect(supervisor.health()).toMatchObject([{ restarts: 1, lastError: 'The loop ended by itself.' }]);
  await supervisor.stop();
});

test('Stop ends the loops that run and those that wait, and starts none again', async () => {
  const supervisor = createSupervisor(createLog('silent'));
  const failed = Promise.withResolvers<void>();
  let runs = 0;
  supervisor.start('failing', async () => {
    runs++;
    failed.resolve();
    throw new Error('Not today.');
  });
  supervisor.start('failing at the end', async (signal) => {
    await until(signal);
    throw new Error('Stopped in the middle.');
  });
  await failed.promise;
  await supervisor.stop();
  expect(runs).toBe(1);
  expect(supervisor.health().map(({ state, lastError }) => [state, lastError])).toEqual([
    ['stopped', 'Not today.'],
    ['stopped', null],
  ]);
});
