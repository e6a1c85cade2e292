import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { insightId } from '../../ai/insights/insight-id.ts';
import { addBilledWork, finishJob } from '../support/insights/billed-work.ts';
import { spawnServer } from '../support/processes/process.ts';
import { startServerAt } from '../support/processes/server-at.ts';
import { type Client, createClient } from '../support/requests/client.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { type EventStoreProcess, spawnEventStore } from '../support/servers/eventstore-process.ts';
import { type MongoServer, mongoAvailable, startMongoServer } from '../support/servers/mongodb-server.ts';
import { freshNamespace } from '../support/stores/eventstoredb-log.ts';

// In the future, because past sessions are swept. June 15, 2099 is a Monday.
const DONE = '2099-06-15T16:00:00Z';
const WEEK_LATER = '2099-06-22T16:00:00Z';
const DAY_LATER = '2099-06-23T16:00:00Z';
const PATH = '/api/ai/insights';
const FOUND = insightId('jobs_not_invoiced', 'all');
const LONG = { timeout: 120_000 };

describe.skipIf(!mongoAvailable())('two processes on EventStoreDB and MongoDB', () => {
  let mongo: MongoServer;
  let eventStore: EventStoreProcess;
  beforeAll(async () => {
    [mongo, eventStore] = await Promise.all([startMongoServer(), spawnEventStore()]);
  });
  afterAll(async () => {
    await eventStore?.stop();
    await mongo?.stop();
  });

  test('Two processes on EventStoreDB and MongoDB find what there is once, also where one dies', {
    tags: ['deep'],
    timeout: 300_000,
  }, async () => {
    const namespace = freshNamespace();
    const prefix = `${mongo.prefix}_${namespace}`;
    const env = {
      EVENTSTORE_URL: eventStore.url,
      EVENTSTORE_NAMESPACE: namespace,
      MONGODB_URL: mongo.url,
      PORT: '0',
      OPTIMIZER_CRON: 'off',
      OWNER_USERNAME: OWNER.username,
      OWNER_PASSWORD: OWNER.password,
    };
    const spawn = (at: string) =>
      spawnServer(env, { script: 'tests/support/processes/serve-at.ts', args: [at, prefix] });

    const before = await startServerAt(DONE, { env, prefix, logLevel: 'silent' });
    const owner = await signIn(before.url());
    await vi.waitUntil(async () => (await owner.get(PATH)).status === 200, LONG);
    const job = await finishJob(owner, await addBilledWork(owner), '1200');
    await before.close();

    // Whichever looks dies; people ask the other one meanwhile.
    const [dying, other] = await Promise.all([spawn(WEEK_LATER), spawn(WEEK_LATER)]);
    const client = await signIn(other.url);
    await vi.waitUntil(async () => (await client.get(PATH)).status === 200, LONG);
    await dying.kill();
    const pressed = await vi.waitUntil(async () => {
      const answer = await client.post(`${PATH}/generate`);
      return answer.status === 503 ? null : answer;
    }, LONG);
    expect(pressed.status).toBe(200);
    expect(pressed.body).toMatchObject({ open: 1, resolved: 0, samples: 0 });
    expect(await stepsOf(client)).toEqual(['InsightRaised']);
    await other.stop();

    const both = await Promise.all([spawn(DAY_LATER), spawn(DAY_LATER)]);
    const again = await signIn(both[0].url);
    await again.post('/api/invoices', { jobId: job }).then(expectStatus(201));
    await expect.poll(() => stepsOf(again), LONG).toEqual(['InsightRaised', 'InsightResolved']);
    await Promise.all(both.map((each) => each.stop()));
  });
});

const stepsOf = async (client: Client): Promise<string[]> =>
  (await client.get(`/api/history/insight/${FOUND}`).then(expectStatus(200))).body.map(
    ({ type }: { type: string }) => type,
  );

async function signIn(url: string): Promise<Client> {
  const client = createClient(url);
  await client.post('/api/auth/login', OWNER).then(expectStatus(200));
  return client;
}
