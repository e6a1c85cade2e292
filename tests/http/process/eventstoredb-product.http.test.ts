import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DEMO_PASSWORD } from '../../../scripts/demo/accounts.ts';
import { isDeep } from '../../support/depth.ts';
import { runScript, spawnScript } from '../../support/processes/process.ts';
import { createClient } from '../../support/requests/client.ts';
import { expectStatus, startTestServer } from '../../support/server.ts';
import { type EventStoreServer, startEventStoreServer } from '../../support/servers/eventstoredb-server/server.ts';
import { freshNamespace } from '../../support/stores/eventstoredb-log.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const FOREIGN = isDeep ? 1_000_000 : 100_000;
/** Subscriptions of one server: one for the projections, one for each reactor, two for insights and one for erasures, with some to spare. */
const SUBSCRIPTIONS = 19;

test('A new company on a server with very many events of others listens at once, and says that it is being built', {
  tags: ['deep'],
}, async () => {
  const eventStore = await startEventStoreServer();
  eventStore.log.fill('theirs-1', FOREIGN);
  // The first client is the API's: the one that feeds the lists waits.
  const release = eventStore.holdClientsAfter(1);
  const env = { EVENTSTORE_URL: eventStore.url, EVENTSTORE_NAMESPACE: freshNamespace() };
  const server = await startTestServer(env);
  const owner = await server.signIn();
  const building = await owner.get('/api/leads-working');
  expect(building).toMatchObject({ status: 503, body: { code: 'rebuilding' } });
  expect(building.body.message).toContain('being rebuilt');
  const lead = await owner.post('/api/leads', { name: 'Oak over the garage' }).then(expectStatus(201));
  expect(lead.headers.get('x-consistent')).toBe('false');

  release();
  const listed = () => owner.get('/api/leads-working').then(({ body }) => body);
  await expect.poll(listed, { timeout: 30_000 }).toMatchObject([{ id: lead.body.id }]);
  const head = await owner.get('/api/health').then(({ body }) => body.head);
  expect(head).toBe(lead.headers.get('x-position'));
  // Events by others stay on the server, which reports them a thousand at a time to each subscription.
  expect(eventStore.reads.sent).toBeLessThan(200);
  expect(eventStore.subscriptions.sent).toBeLessThan(100);
  expect(eventStore.subscriptions.checkpoints).toBeLessThan((SUBSCRIPTIONS * FOREIGN) / 1_000);
  await server.close();
  await eventStore.kill();
});

describe('npm run demo', () => {
  let eventStore: EventStoreServer;
  let folder: TempFolder;
  let env: Record<string, string>;
  beforeEach(async () => {
    [eventStore, folder] = [await startEventStoreServer(), await tempFolder()];
    env = { EVENTSTORE_URL: eventStore.url, DATA_DIR: folder.path, PORT: '0' };
  });
  afterEach(async () => {
    await eventStore.kill();
    await folder.remove();
  });

  const start = () => {
    const demo = spawnScript('scripts/demo.ts', ['--api-only'], env);
    onTestFinished(() => void demo.kill('SIGKILL'));
    return demo;
  };
  const streams = () => eventStore.log.all.map(({ stream }) => stream).filter((stream) => !stream.startsWith('$'));

  async function expectRefused(): Promise<void> {
    const written = eventStore.log.all.length;
    const refused = await runScript('scripts/demo.ts', ['--api-only'], env);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('Set EVENTSTORE_NAMESPACE to a name that is not in use there.');
    expect(eventStore.log.all.length).toBe(written);
  }

  test('The demo writes to a namespace of its own', async () => {
    const demo = start();
    await expect.poll(streams, { interval: 10 }).not.toEqual([]);
    demo.kill('SIGKILL');
    await once(demo, 'exit');
    expect(streams().filter((stream) => !stream.startsWith('heartwooddemo.'))).toEqual([]);
  });

  test('The demo does not touch a namespace whose keys it does not have', async () => {
    eventStore.log.fill('heartwooddemo.lead-1', 1);
    await expectRefused();
  });

  test('The demo fills its namespace with a year, serves it, and does not touch it once its keys are gone', {
    tags: ['deep'],
    timeout: 300_000,
  }, async () => {
    const demo = start();
    let output = '';
    for await (const chunk of demo.stdout ?? []) {
      output += chunk;
      if (/listens on http:\S+/.test(output)) break;
    }
    expect(output).toContain('and the namespace heartwooddemo of the EventStoreDB with a year of a tree company');
    expect(output).toContain('EVENTSTORE_NAMESPACE=heartwooddemo2');
    expect(streams().filter((stream) => !stream.startsWith('heartwooddemo.'))).toEqual([]);
    const office = createClient(/listens on (http:\S+)/.exec(output)?.[1] ?? '');
    await office.post('/api/auth/login', { username: 'office', password: DEMO_PASSWORD }).then(expectStatus(200));
    const listed = () => office.get('/api/leads-working').then(({ body }) => body);
    await expect.poll(async () => (await listed()).length).toBe(155);

    const exited = once(demo, 'exit');
    demo.kill('SIGTERM');
    await exited;
    for (const file of ['state.db', 'state.db-wal', 'state.db-shm']) await rm(join(folder.path, file), { force: true });
    await expectRefused();
  });
});
