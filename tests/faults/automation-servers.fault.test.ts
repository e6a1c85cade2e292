import { describe, expect, test, vi } from 'vitest';
import { recordFolds } from '../../api/areas.ts';
import { AUTOMATION } from '../../domain/automation-run/terms.ts';
import { type CommandHandler, createCommandHandler } from '../../platform/commands/command-handler.ts';
import { createStreams } from '../../platform/commands/streams.ts';
import { parseConfig } from '../../platform/configuration/config.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { openStores, type Stores } from '../../platform/runtime/stores.ts';
import { addDue, addDueRules, expectMade, runsOf } from '../support/insights/due-rules.ts';
import { asCustomer, noteOf, raiseOn } from '../support/insights/noted.ts';
import type { Client } from '../support/requests/client.ts';
import { expectStatus } from '../support/server.ts';
import { onBothServers, ownerAt, type SharedStores } from '../support/servers/both-servers.ts';
import { mongoAvailable } from '../support/servers/mongodb-server.ts';

const LONG = { timeout: 120_000 };
const LEASE = `lease/${AUTOMATION}`;
/** Of both rules: the items, the start, the run, its step with what follows from it, and the end. */
const POINTS = Array.from({ length: 13 }, (_, survived) => survived);

describe.skipIf(!mongoAvailable())('two processes on EventStoreDB and MongoDB', () => {
  const freshStores = onBothServers();

  test('Of two processes on EventStoreDB and MongoDB one dies after each append of what rules do, and the other does each run once', {
    tags: ['deep'],
    timeout: 900_000,
  }, async () => {
    const shared = freshStores();
    const before = await shared.start('now');
    const owner = await ownerAt(before.url());
    await vi.waitUntil(async () => (await owner.get('/api/customers')).status === 200, LONG);
    const rules = await addDueRules(owner);
    const due: string[] = [];
    for (const survived of POINTS) due.push(...(await addDue(owner, 1, `c${survived}`)));
    await before.close();

    await withStores(shared, async ({ state }, commands) => {
      for (const [survived, customerId] of due.entries()) {
        const note = noteOf('customers_due', `service ${survived}`, { evidence: [asCustomer(customerId)] });
        const dying = await shared.spawn('now', 'tests/support/processes/automate-and-die-at.ts', {
          AUTOMATED_APPENDS: String(survived),
        });
        await vi.waitUntil(async () => isHeld(await state.get(LEASE)), LONG);
        const other = await shared.start('now');
        const client = await ownerAt(other.url());
        await raiseOn(commands, note);
        const done = expectDone(client, rules, customerId, survived + 1);
        // What takes it long, the other does at once: then it dies with nothing left to do.
        await Promise.race([dying.ended, done]);
        await dying.kill();
        await letLeaseRunOut(state);
        await done;
        await expectUndone(client, rules, customerId);
        if (survived === POINTS.at(-1)) {
          // Worse than before, it is raised again, and that is done once as well.
          await raiseOn(commands, { ...note, finding: { ...note.finding, severity: 'critical' } });
          await expectDone(client, rules, customerId, survived + 2);
        }
        await other.close();
      }
    });
  });
});

/** Waits until each rule has so many runs, of which the newest made one message and one job for the customer. */
async function expectDone(client: Client, rules: readonly string[], customerId: string, runs: number) {
  for (const rule of rules) {
    await expect.poll(async () => (await runsOf(client, rule)).length, LONG).toBe(runs);
    const [newest] = await runsOf(client, rule);
    expect(newest.made).toHaveLength(1);
    expect(newest).toMatchObject({ skipped: [], refused: [], isTakenBack: false });
  }
  await expectMade(client, customerId, ['prepared'], 1);
}

/** Takes back the newest run of each rule, and finds nothing left of it. */
async function expectUndone(client: Client, rules: readonly string[], customerId: string) {
  for (const rule of rules) {
    const [{ undo }] = await runsOf(client, rule);
    await client.post('/api/undo', undo).then(expectStatus(200));
  }
  await expectMade(client, customerId, [], 0);
  for (const rule of rules) expect((await runsOf(client, rule))[0]).toMatchObject({ isTakenBack: true, refused: [] });
}

type Lease = Awaited<ReturnType<Stores['state']['get']>>;

const isHeld = (lease: Lease) => Number((lease?.value as { expiresAt?: number } | undefined)?.expiresAt) > Date.now();

/** As half a minute does, without a wait. */
async function letLeaseRunOut(state: Stores['state']): Promise<void> {
  const lease = await state.get(LEASE);
  const value = lease?.value as { holder: string; epoch: number };
  await state.put(LEASE, { ...value, expiresAt: 0 }, { expected: lease?.version ?? 'none' });
}

async function withStores(
  { env, prefix }: SharedStores,
  work: (stores: Stores, commands: CommandHandler) => Promise<void>,
): Promise<void> {
  const stores = await openStores({ ...parseConfig(env), mongodbPrefix: prefix }, systemClock);
  const { log: store, keys } = stores;
  const streams = createStreams({ store, keys, records: recordFolds });
  try {
    await work(stores, createCommandHandler({ store, streams, keys, clock: systemClock }));
  } finally {
    await stores.close();
  }
}
