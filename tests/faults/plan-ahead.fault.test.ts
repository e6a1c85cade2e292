import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { planAheadId } from '../../optimizer/service/plan-ahead.ts';
import { spawnServer } from '../support/processes/process.ts';
import { startServerAt } from '../support/processes/server-at.ts';
import { type Client, createClient } from '../support/requests/client.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { type EventStoreProcess, spawnEventStore } from '../support/servers/eventstore-process.ts';
import { type MongoServer, mongoAvailable, startMongoServer } from '../support/servers/mongodb-server.ts';
import { freshNamespace } from '../support/stores/eventstoredb-log.ts';

// In the future, because past sessions are swept. The company is in New York: 6 p.m. is 22:00 UTC in June. June 15,
// 2099 is a Monday.
const NOON = '2099-06-15T16:00:00Z';
const EVENING = '2099-06-15T22:00:00Z';
const NEXT_MORNING = '2099-06-17T10:00:00Z';

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

  let env: Record<string, string>;
  let prefix: string;
  // Two servers in one process share nothing but the stores, as two processes do.
  const start = (at: string) => startServerAt(at, { env, prefix, logLevel: 'silent' });
  const spawn = (at: string) => spawnServer(env, { script: 'tests/support/processes/serve-at.ts', args: [at, prefix] });

  beforeEach(async () => {
    const namespace = freshNamespace();
    prefix = `${mongo.prefix}_${namespace}`;
    env = {
      EVENTSTORE_URL: eventStore.url,
      EVENTSTORE_NAMESPACE: namespace,
      MONGODB_URL: mongo.url,
      PORT: '0',
      OPTIMIZER_CRON: '0 18 * * 1-5',
      OWNER_USERNAME: OWNER.username,
      OWNER_PASSWORD: OWNER.password,
    };
    const before = await start(NOON);
    const owner = await signIn(before.url());
    await vi.waitUntil(async () => (await owner.get('/api/jobs')).status === 200, { timeout: 30_000 });
    const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
    const memberIds = [await add('/api/staff', { lastName: 'Climber' })];
    await add('/api/crews', { name: 'North', memberIds });
    for (let count = 0; count < 20; count++)
      await add('/api/jobs', { address: '12 Elm St, Hadley, MA 01035', estimatedDuration: 2, minimumCrewSize: 1 });
    await before.close();
  });

  test('Two processes on EventStoreDB and MongoDB make one plan of the next day', { timeout: 300_000 }, async () => {
    const both = await Promise.all([start(EVENING), start(EVENING)]);
    for (const each of both) await expectOnePlan(await signIn(each.url()), '2099-06-16');
    await Promise.all(both.map((each) => each.close()));
  });

  test('Two processes on EventStoreDB and MongoDB make one plan of the next day, also of a run that both have missed, and where one dies', {
    tags: ['deep'],
    timeout: 300_000,
  }, async () => {
    const both = await Promise.all([spawn(EVENING), spawn(EVENING)]);
    for (const each of both) await expectOnePlan(await signIn(each.url), '2099-06-16');
    await Promise.all(both.map((each) => each.stop()));

    // Whichever is planning dies: the other continues.
    const [dying, other] = await Promise.all([spawn(NEXT_MORNING), spawn(NEXT_MORNING)]);
    await dying.kill();
    const client = await signIn(other.url);
    await expectOnePlan(client, '2099-06-17');
    const plans = (await client.get('/api/plans').then(expectStatus(200))).body;
    expect(plans).toHaveLength(2);
    await other.stop();
  });

  /** Its stream holds one proposal, from start to end. */
  async function expectOnePlan(client: Client, day: string): Promise<void> {
    const read = () => client.get(`/api/plans/${planAheadId(day)}`);
    // A proposal begun by a process that died has no status yet.
    await expect.poll(async () => (await read()).body.status, { timeout: 120_000 }).toBe('proposed');
    expect((await read()).body).toMatchObject({ from: day, askedBy: 'cron', totals: { unassigned: 16 } });
    const listed = (await client.get(`/api/plans?day=${day}`).then(expectStatus(200))).body;
    expect(listed).toHaveLength(1);
    const types = (await client.get(`/api/history/plan/${planAheadId(day)}`).then(expectStatus(200))).body.map(
      ({ type }: { type: string }) => type,
    );
    expect(types.filter((type: string) => type === 'PlanProposalCompleted')).toHaveLength(1);
  }
});

async function signIn(url: string): Promise<Client> {
  const client = createClient(url);
  await client.post('/api/auth/login', OWNER).then(expectStatus(200));
  return client;
}
