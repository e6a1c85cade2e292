import { beforeEach, expect, test } from 'vitest';
import type { RecordedEvent } from '../../../../domain/kit/event.ts';
import type { CommandHandler } from '../../../../platform/commands/command-handler.ts';
import { createStalePlans } from '../../../../platform/plans/stale-plans.ts';
import { UndecodableEvent } from '../../../../store/event-store.ts';
import { PLAN_HEAD, planRoute, planStop } from '../../../support/samples/plans.ts';

type Parts = Parameters<typeof createStalePlans>[0];

const WAITING = { ...PLAN_HEAD, routes: [planRoute([planStop('oak')])], unassigned: [], moves: [] };

const cancelled = (position: string) =>
  ({
    type: 'JobCancelled',
    stream: 'job-oak',
    position,
    revision: 1n,
    data: {},
    id: `4f3a3a6e-6f0f-4b0e-9d4e-0d5c2f1b7a1${position}`,
    metadata: { correlationId: 'c' },
  }) as unknown as RecordedEvent;

const damage = new UndecodableEvent({
  stream: 'plan-broken',
  type: 'PlanRouteProposed',
  position: '1',
  error: 'It was damaged.',
  revision: 1n,
} as ConstructorParameters<typeof UndecodableEvent>[0]);

let isBroken: boolean;
let marked: string[];
const signal = new AbortController().signal;
beforeEach(() => {
  isBroken = true;
  marked = [];
});

function stalePlans() {
  const documents = ['broken', 'sound'].map((id) => ({ ...WAITING, id }));
  const handle = async (_: unknown, id: string, __: unknown, { commandId }: { commandId: string }) => {
    if (id === 'broken' && isBroken) throw damage;
    marked.push(id);
    return { position: commandId };
  };
  return createStalePlans({
    commands: { handle } as unknown as CommandHandler,
    readModels: {
      peek: () => ({}),
      position: () => '9',
      current: () => ({ find: async () => ({ documents, cursor: null }) }),
    },
  } as unknown as Parts);
}

test('A plan that cannot be read keeps none of the others from being marked as stale', async () => {
  await expect(stalePlans().react(cancelled('2'), signal)).rejects.toBe(damage);
  expect(marked).toEqual(['sound']);
});

test('A plan is told once that it is stale, by the first event that makes it so, until that has marked it', async () => {
  const { react } = stalePlans();
  await expect(react(cancelled('2'), signal)).rejects.toBe(damage);
  await react(cancelled('3'), signal);
  await expect(react(cancelled('2'), signal)).rejects.toBe(damage);
  expect(marked).toEqual(['sound', 'sound', 'sound']);
  isBroken = false;
  await react(cancelled('2'), signal);
  await react(cancelled('4'), signal);
  expect(marked.filter((id) => id === 'broken')).toHaveLength(2);
});
