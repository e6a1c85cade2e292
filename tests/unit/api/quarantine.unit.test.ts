import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listQuarantined, quarantine } from '../../../api/intake/quarantine.ts';
import type { Intake } from '../../../api/intake/take-in.ts';
import { createHeldFiles } from '../../../platform/images/held-files.ts';
import { createQueues } from '../../../platform/runtime/queues.ts';
import { memoryState } from '../../support/stores/memory-state.ts';

const NOW = Date.UTC(2026, 10, 21, 10);
const INTAKE: Intake = {
  page: 'portal',
  urgency: 'normal',
  serviceType: null,
  preferredContactTime: null,
  hostSite: null,
  shown: null,
  found: null,
  details: { name: 'Ada', email: null, phone: null, address: null, description: null, estimatedValue: null },
};

test('The quarantine holds a thousand requests, and not one more of many that come at once', async () => {
  const state = memoryState(() => NOW);
  const unused = {} as never;
  const context = { state, clock: () => NOW, turns: createQueues(), heldFiles: unused, erasure: unused };
  const ask = () => {
    const id = randomUUID();
    const sender = { actor: 'public', commandId: id, id, body: 'x' };
    return quarantine(context, { sender, suspicion: 'flood', intake: INTAKE, pictures: [] });
  };
  const outcomes = await Promise.allSettled(Array.from({ length: 1_040 }, ask));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1_000);
  expect(await listQuarantined(context)).toHaveLength(1_000);
});

test('The pictures of a request are held as long as it waits, and no longer after a kill before it was taken in', async () => {
  let now = NOW;
  const state = memoryState(() => now);
  const { put } = state;
  let isKilled = true;
  state.put = (key, ...rest) =>
    isKilled && key.startsWith('quarantine/') ? Promise.reject(new Error('killed')) : put.call(state, key, ...rest);
  const heldFiles = createHeldFiles(state);
  const context = { state, clock: () => now, turns: createQueues(), heldFiles, erasure: {} as never };
  const stored = { sha256: 'a', thumbnailSha256: 'b', width: 4, height: 3, bytes: 3 };
  const pictures = [{ stored, keep: async () => undefined }];
  const sender = { actor: 'public', commandId: 'c', id: 'one', body: 'x' };
  const ask = () => quarantine(context, { sender, suspicion: 'flood', intake: INTAKE, pictures });
  const DAY = 24 * 60 * 60_000;

  await expect(ask()).rejects.toThrow('killed');
  now += 20 * DAY;
  // Sent again, it waits for its whole time.
  isKilled = false;
  await ask();
  now += 29 * DAY;
  expect(await heldFiles.isHeld('a')).toBe(true);
  now += 3 * DAY;
  expect(await heldFiles.isHeld('a')).toBe(false);
});
