import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planAheadId } from '../../optimizer/service/plan-ahead.ts';
import { type Client, createClient } from '../support/client.ts';
import { type EventStoreProcess, spawnEventStore } from '../support/eventstore-process.ts';
import { freshNamespace } from '../support/eventstoredb-log.ts';
import { type MongoServer, mongoAvailable, startMongoServer } from '../support/mongodb-server.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';
import { expectStatus, OWNER } from '../support/server.ts';

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

  async function signIn(server: ServerProcess): Promise<Client> {
    const client = createClient(server.url);
    await client.post('/api/auth/login', OWNER).then(expectStatus(200));
    return client;
  }

  test('make one plan of the next day, also of a run that both have missed, and where one dies', async () => {
    const env = {
      ...{ EVENTSTORE_URL: eventStore.url, EVENTSTORE_NAMESPACE: freshNamespace(), MONGODB_URL: mongo.url },
      ...{ OPTIMIZER_CRON: '0 18 * * 1-5', OWNER_USERNAME: OWNER.username, OWNER_PASSWORD: OWNER.password },
    };
    const serve = (at: string) => spawnServer(env, { script: 'tests/support/serve-at.ts', args: [at, mongo.prefix] });
    const before = await serve(NOON);
    const owner = await signIn(before);
    await expect.poll(async () => (await owner.get('/api/jobs')).status).toBe(200);
    const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
    const memberIds = [await add('/api/staff', { lastName: 'Climber' })];
    await add('/api/crews', { name: 'North', memberIds });
    for (let count = 0; count < 20; count++)
      await add('/api/jobs', { address: '12 Elm St, Hadley, MA 01035', estimatedDuration: 2, minimumCrewSize: 1 });
    await before.stop();

    const both = await Promise.all([serve(EVENING), serve(EVENING)]);
    const clients = await Promise.all(both.map(signIn));
    for (const client of clients) await expectOnePlan(client, '2099-06-16');
    await Promise.all(both.map((each) => each.stop()));

    // Whichever is planning dies: the other continues.
    const [dying, other] = await Promise.all([serve(NEXT_MORNING), serve(NEXT_MORNING)]);
    await dying.kill();
    const client = await signIn(other);
    await expectOnePlan(client, '2099-06-17');
    const plans = (await client.get('/api/plans').then(expectStatus(200))).body;
    expect(plans).toHaveLength(2);
    await other.stop();
  }, 300_000);

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
