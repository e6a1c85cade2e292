import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DEMO_PASSWORD } from '../../scripts/demo/accounts.ts';
import { createClient } from '../support/client.ts';
import { freshNamespace } from '../support/eventstoredb-log.ts';
import { startEventStoreServer } from '../support/eventstoredb-server/server.ts';
import { runScript, spawnScript } from '../support/process.ts';
import { expectStatus, startTestServer } from '../support/server.ts';
import { tempFolder } from '../support/temp-folder.ts';

const FOREIGN = 1_000_000;
/** Subscriptions of one server: one for the projections and one for each reactor, with some to spare. */
const SUBSCRIPTIONS = 14;

test('a new company on a server with a million events of others listens at once, and says that it is being built', async () => {
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

test('npm run demo takes a namespace of its own, and one that is there without its keys is not touched', async () => {
  const [eventStore, folder] = [await startEventStoreServer(), await tempFolder()];
  const env = { EVENTSTORE_URL: eventStore.url, DATA_DIR: folder.path, PORT: '0' };
  const demo = spawnScript('scripts/demo.ts', ['--api-only'], env);
  onTestFinished(() => void demo.kill('SIGKILL'));
  let output = '';
  for await (const chunk of demo.stdout ?? []) {
    output += chunk;
    if (/listens on http:\S+/.test(output)) break;
  }
  expect(output).toContain('and the namespace heartwooddemo of the EventStoreDB with a year of a tree company');
  expect(output).toContain('EVENTSTORE_NAMESPACE=heartwooddemo2');
  const names = eventStore.log.all.map(({ stream }) => stream).filter((stream) => !stream.startsWith('$'));
  expect(names.filter((stream) => !stream.startsWith('heartwooddemo.'))).toEqual([]);
  const office = createClient(/listens on (http:\S+)/.exec(output)?.[1] ?? '');
  await office.post('/api/auth/login', { username: 'office', password: DEMO_PASSWORD }).then(expectStatus(200));
  const listed = () => office.get('/api/leads-working').then(({ body }) => body);
  await expect.poll(async () => (await listed()).length, { timeout: 30_000 }).toBe(154);

  const exited = new Promise((resolve) => demo.once('exit', resolve));
  demo.kill('SIGTERM');
  await exited;
  for (const file of ['state.db', 'state.db-wal', 'state.db-shm']) await rm(join(folder.path, file), { force: true });
  const written = eventStore.log.all.length;
  const again = await runScript('scripts/demo.ts', ['--api-only'], env);
  expect(again.code).toBe(1);
  expect(again.output).toContain('Set EVENTSTORE_NAMESPACE to a name that is not in use there.');
  expect(eventStore.log.all.length).toBe(written);
  await eventStore.kill();
  await folder.remove();
});
