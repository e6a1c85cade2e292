import { afterEach, beforeEach, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { type Client, createClient } from '../../support/requests/client.ts';
import { descriptionOf, operationsOf } from '../../support/requests/described.ts';
import { openEvents } from '../../support/requests/event-stream.ts';
import { expectStatus, OWNER, startTestServer, type TestServer } from '../../support/server.ts';
import { startEventStoreCluster } from '../../support/servers/eventstoredb-server/cluster.ts';
import { type EventStoreServer, startEventStoreServer } from '../../support/servers/eventstoredb-server/server.ts';
import { freshNamespace } from '../../support/stores/eventstoredb-log.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

let eventStore: EventStoreServer;
let folder: TempFolder;
let server: TestServer;
let owner: Client;
let leadId: string;

const namespace = freshNamespace();
/** Whatever needs the log waits as long for it to come back. */
const DEADLINE = { eventStoreDeadlineMs: 2_000 };

function start(env: Record<string, string> = {}): Promise<TestServer> {
  const own = { EVENTSTORE_URL: eventStore.url, EVENTSTORE_NAMESPACE: namespace, DATA_DIR: folder.path };
  return startTestServer({ ...own, ...env }, Date.now, DEADLINE);
}

beforeEach(async () => {
  [eventStore, folder] = [await startEventStoreServer(), await tempFolder()];
  server = await start();
  owner = await server.signIn();
  leadId = (await owner.post('/api/leads', { name: 'Oak over the garage' }).then(expectStatus(201))).body.id;
});
afterEach(async () => {
  await server.close();
  await eventStore.kill();
  await folder.remove();
});

/** Reads that are made of the history itself. */
const OF_THE_HISTORY = [
  'GET /api/activity',
  'GET /api/ai/predictions',
  'GET /api/audit/checkpoint',
  'GET /api/audit/events',
  'GET /api/audit/records/{category}/{id}/evidence',
  'GET /api/erasures',
  'GET /api/history/{category}/{id}',
  'GET /api/leads/{id}/erasure',
  'GET /api/mails/{id}/by-hand',
];
/** Streams without an end, and a sign-out. */
const NOT_ASKED = ['GET /api/changes', 'GET /api/logout', 'GET /optimizer/runs/{id}/events'];

test('While the log is away every list, board and record is shown as it was, and the answer says since when', async () => {
  const before = Date.now();
  await eventStore.kill();
  await owner.post('/api/leads', { name: 'Not now' }).then(expectStatus(503));

  const listed = await owner.get('/api/leads-working').then(expectStatus(200));
  expect(listed.body).toMatchObject([{ id: leadId }]);
  const since = Date.parse(listed.headers.get('x-log-away-since') ?? '');
  expect(since).toBeGreaterThanOrEqual(before);
  expect(since).toBeLessThanOrEqual(Date.now());

  const calls = operationsOf((await descriptionOf(server.url)).document).map(({ name }) => name);
  const asked = calls.sort().filter((each) => each.startsWith('GET ') && !NOT_ASKED.includes(each));
  // At once: each that needs the log waits for it.
  const answers = await Promise.all(
    asked.map(async (call) => {
      const path = call
        .slice('GET '.length)
        .replace('{category}', 'lead')
        .replaceAll(/\{\w+\}/g, leadId);
      return { call, ...(await owner.get(path)) };
    }),
  );
  const refused = answers.filter(({ status }) => status >= 500);
  for (const { status, body } of refused) {
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { code: 'store_unavailable', message: expect.stringMatching(/^This cannot be shown right now: /) },
    });
  }
  expect(refused.map(({ call }) => call)).toEqual(OF_THE_HISTORY);

  await eventStore.restart();
  await expect
    .poll(async () => (await owner.post('/api/leads', { name: 'Now' })).status, { timeout: 30_000 })
    .toBe(201);
  expect((await owner.get('/api/leads-working')).headers.get('x-log-away-since')).toBeNull();
});

test('While the log is away a quote that was sent is shown as it was, without where its links went', async () => {
  const items = [{ service: 'pruning', description: 'The oak', unitPrice: '300', quantity: 1 }];
  const customer = { customerName: 'Ada Lovelace', customerEmail: 'ada@example.com', propertyAddress: '3 Elm St' };
  const { id } = (await owner.post('/api/quotes', { ...customer, items }).then(expectStatus(201))).body;
  await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200));
  const before = (await owner.get(`/api/quotes/${id}`).then(expectStatus(200))).body;
  await eventStore.kill();
  const { body } = await owner.get(`/api/quotes/${id}`).then(expectStatus(200));
  expect(body).toEqual({ ...before, versions: before.versions.map((each: object) => ({ ...each, link: null })) });
});

test('While the log is away a command is refused with words of its own', async () => {
  await eventStore.kill();
  const { status, body } = await owner.patch(`/api/leads/${leadId}`, { notes: 'Gate code' });
  expect({ status, body }).toMatchObject({
    status: 503,
    body: { message: expect.stringMatching(/^Nothing could be saved right now: /) },
  });
});

test('While the log is away nothing is changed and nobody signs in, even where that needs no log', async () => {
  await eventStore.kill();
  await owner.get('/api/users').then(expectStatus(200));
  const answers = await Promise.all([
    owner.post('/api/users/owner/password-link'),
    owner.delete('/api/users/owner/second-factor'),
    server.stranger.post('/api/auth/login', OWNER),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
});

test('Whom this process has not seen yet reads too while the log is away, as the read models know them', async () => {
  const { client } = await addSignedIn(server, owner, 'casey');
  await server.close();
  server = await start();
  await eventStore.kill();
  const casey = createClient(server.url, client);
  const { body } = await casey.get('/api/leads-working').then(expectStatus(200));
  expect(body).toMatchObject([{ id: leadId }]);
});

test('While the log is frozen no read waits for it, and commands go on with the next leader', async () => {
  const cluster = await startEventStoreCluster();
  const env = { EVENTSTORE_URL: cluster.url, EVENTSTORE_NAMESPACE: freshNamespace() };
  const product = await startTestServer(env, Date.now, DEADLINE);
  try {
    const reader = await product.signIn();
    await reader.post('/api/leads', { name: 'Oak over the garage' }).then(expectStatus(201));
    await reader.get('/api/leads-working').then(expectStatus(200));
    cluster.freeze(0);
    // Each of these would wait for the frozen node, which never answers.
    const isAway = async () => (await reader.get('/api/leads-working').then(expectStatus(200))).headers;
    await expect.poll(async () => (await isAway()).has('x-log-away-since'), { timeout: 30_000 }).toBe(true);
    cluster.elect(1);
    const created = async () => (await reader.post('/api/leads', { name: 'Elm' })).status;
    await expect.poll(created, { timeout: 30_000 }).toBe(201);
    await expect.poll(async () => (await isAway()).has('x-log-away-since'), { timeout: 30_000 }).toBe(false);
  } finally {
    await product.close();
    await cluster.stop();
  }
});

test('A sign-out counts at once while the log is away', async () => {
  const other = await server.signIn();
  await eventStore.kill();
  await other.get('/api/leads-working').then(expectStatus(200));
  const copy = createClient(server.url, other);
  await other.get('/api/logout');
  await copy.get('/api/leads-working').then(expectStatus(401));
  await owner.get('/api/leads-working').then(expectStatus(200));
});

test('A page is told in its stream of changes since when the log is away, and that it is back', async () => {
  const events = await openEvents(server.url, '/api/changes', owner);
  await eventStore.kill();
  await owner.post('/api/leads', { name: 'Not now' }).then(expectStatus(503));
  const { awaySince } = await events.next((told) => told.awaySince);
  expect(Date.parse(awaySince)).toBeLessThanOrEqual(Date.now());
  await eventStore.restart();
  expect(await events.next((told) => 'awaySince' in told)).toEqual({ awaySince: null });
  events.close();
});

test('After the time that is set, reads end as well', async () => {
  await server.close();
  server = await start({ READS_WITHOUT_LOG_MINUTES: '0' });
  owner = await server.signIn();
  await owner.get('/api/leads-working').then(expectStatus(200));
  await eventStore.kill();
  await expect.poll(async () => (await owner.get('/api/leads-working')).status, { timeout: 30_000 }).toBe(503);
});
