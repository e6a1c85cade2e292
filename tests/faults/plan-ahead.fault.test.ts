import { beforeEach, describe, expect, test, vi } from 'vitest';
import { planAheadId } from '../../optimizer/service/plan-ahead.ts';
import type { Client } from '../support/requests/client.ts';
import { expectStatus } from '../support/server.ts';
import { onBothServers, ownerAt, type SharedStores } from '../support/servers/both-servers.ts';
import { mongoAvailable } from '../support/servers/mongodb-server.ts';

// In the future, because past sessions are swept. The company is in New York: 6 p.m. is 22:00 UTC in June. June 15,
// 2099 is a Monday.
const NOON = '2099-06-15T16:00:00Z';
const EVENING = '2099-06-15T22:00:00Z';
const NEXT_MORNING = '2099-06-17T10:00:00Z';

describe.skipIf(!mongoAvailable())('two processes on EventStoreDB and MongoDB', () => {
  const freshStores = onBothServers();
  let start: SharedStores['start'];
  let spawn: SharedStores['spawn'];

  beforeEach(async () => {
    ({ start, spawn } = freshStores({ OPTIMIZER_CRON: '0 18 * * 1-5' }));
    const before = await start(NOON);
    const owner = await ownerAt(before.url());
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
    for (const each of both) await expectOnePlan(await ownerAt(each.url()), '2099-06-16');
    await Promise.all(both.map((each) => each.close()));
  });

  test('Two processes on EventStoreDB and MongoDB make one plan of the next day, also of a run that both have missed, and where one dies', {
    tags: ['deep'],
    timeout: 300_000,
  }, async () => {
    const both = await Promise.all([spawn(EVENING), spawn(EVENING)]);
    for (const each of both) await expectOnePlan(await ownerAt(each.url), '2099-06-16');
    await Promise.all(both.map((each) => each.stop()));

    // Whichever is planning dies: the other continues.
    const [dying, other] = await Promise.all([spawn(NEXT_MORNING), spawn(NEXT_MORNING)]);
    await dying.kill();
    const client = await ownerAt(other.url);
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
