import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listQuarantined, quarantine } from '../../api/intake/quarantine.ts';
import type { Intake } from '../../api/intake/take-in.ts';
import { createQueues } from '../../platform/runtime/queues.ts';
import { memoryState } from '../support/memory-state.ts';

const NOW = Date.UTC(2026, 10, 21, 10);
const INTAKE: Intake = {
  page: 'portal',
  urgency: 'normal',
  ...{ serviceType: null, preferredContactTime: null, hostSite: null, shown: null, found: null },
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
