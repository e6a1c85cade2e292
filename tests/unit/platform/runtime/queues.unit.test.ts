import { expect, test } from 'vitest';
import { createQueues } from '../../../../platform/runtime/queues.ts';

test('Work under one name runs one after the other, in the order that it came', async () => {
  const queues = createQueues();
  const steps: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = queues.run('lead-a', async () => {
    steps.push('first begins');
    await gate.promise;
    steps.push('first ends');
  });
  const second = queues.run('lead-a', async () => steps.push('second'));
  const third = queues.run('lead-a', async () => steps.push('third'));
  await queues.run('lead-b', async () => steps.push('another name'));
  gate.resolve();
  await Promise.all([first, second, third]);
  expect(steps).toEqual(['first begins', 'another name', 'first ends', 'second', 'third']);
});

test('Each work in a queue gets its own result, and one that fails holds up nobody', async () => {
  const queues = createQueues();
  const failing = queues.run('lead-a', async () => {
    throw new Error('Refused.');
  });
  const following = queues.run('lead-a', async () => 7);
  await expect(failing).rejects.toThrow('Refused.');
  expect(await following).toBe(7);
  expect(await queues.run('lead-a', async () => 8)).toBe(8);
});
