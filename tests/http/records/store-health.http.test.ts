import { afterAll, beforeAll, expect, test } from 'vitest';
import { listNow } from '../../support/requests/load.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type EventStoreServer, startEventStoreServer } from '../../support/servers/eventstoredb-server/server.ts';
import { freshNamespace } from '../../support/stores/eventstoredb-log.ts';

let eventStore: EventStoreServer;
let server: TestServer;

beforeAll(async () => {
  eventStore = await startEventStoreServer();
  // The clock stands still: a session look-up is valid for a second.
  const now = Date.now();
  const env = { EVENTSTORE_URL: eventStore.url, EVENTSTORE_NAMESPACE: freshNamespace() };
  server = await startTestServer(env, () => now);
});
afterAll(async () => {
  await server.close();
  await eventStore.kill();
});

test('A burst of requests looks up on the server once who asks, not for each of them', async () => {
  const owner = await server.signIn();
  const before = eventStore.reads.count;
  const answers = await Promise.all(Array.from({ length: 50 }, () => owner.get('/api/leads-working')));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  // The account and the company's settings.
  expect(eventStore.reads.count - before).toBeLessThanOrEqual(2);
});

test('A burst of requests ends subscriptions on the server, and is in the lists all the same', async () => {
  const owner = await server.signIn();
  const before = eventStore.log.all.length;
  const release = eventStore.log.holdIndex();
  const sent = Array.from({ length: 200 }, (_, index) => owner.post('/api/leads', { name: `Burst ${index}` }));
  await expect.poll(() => eventStore.log.all.length - before, { timeout: 30_000 }).toBeGreaterThanOrEqual(200);
  release();
  for (const answer of await Promise.all(sent)) expectStatus(201)(answer);
  expect(await listNow(owner, '/api/leads-working')).toHaveLength(200);
  const { body } = await owner.get('/api/health').then(expectStatus(200));
  expect(body.stores.log).toMatchObject({ isReachable: true, lastError: null });
  expect(body.stores.log.resubscriptions).toBeGreaterThan(0);
  expect(body.loops.map(({ restarts }: { restarts: number }) => restarts)).toEqual(body.loops.map(() => 0));
});

test('All readers of the log share two subscriptions on the server: the read models have one of their own', async () => {
  await expect.poll(() => eventStore.subscriptions.open.size).toBe(2);
});

test('Health tells that a store is away, and afterwards that it was', async () => {
  const owner = await server.signIn();
  await eventStore.kill();
  await owner.post('/api/leads', { name: 'Not now' }).then(expectStatus(503));
  const isOk = async () => (await server.stranger.get('/api/health').then(expectStatus(200))).body;
  expect(await isOk()).toEqual({ ok: false });
  await eventStore.restart();
  await expect.poll(isOk, { timeout: 30_000 }).toEqual({ ok: true });
  const { body } = await owner.get('/api/health').then(expectStatus(200));
  // Whichever of those that asked it was the last to give up.
  const lastError = expect.stringMatching(/cannot be reached|has not answered/);
  expect(body.stores.log).toMatchObject({ isReachable: true, lastError });
  expect(Date.parse(body.stores.log.since)).toBeGreaterThanOrEqual(Date.parse(body.stores.log.lastErrorAt));
  expect(body.stores.documents).toMatchObject({ isReachable: true, lastError: null });
});
