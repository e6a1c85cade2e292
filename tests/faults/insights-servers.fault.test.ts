import { describe, expect, test, vi } from 'vitest';
import { insightId } from '../../ai/insights/insight-id.ts';
import { addBilledWork, finishJob } from '../support/insights/billed-work.ts';
import type { Client } from '../support/requests/client.ts';
import { expectStatus } from '../support/server.ts';
import { onBothServers, ownerAt } from '../support/servers/both-servers.ts';
import { mongoAvailable } from '../support/servers/mongodb-server.ts';

// In the future, because past sessions are swept. June 15, 2099 is a Monday.
const DONE = '2099-06-15T16:00:00Z';
const WEEK_LATER = '2099-06-22T16:00:00Z';
const DAY_LATER = '2099-06-23T16:00:00Z';
const PATH = '/api/ai/insights';
const FOUND = insightId('jobs_not_invoiced', 'all');
const LONG = { timeout: 120_000 };

describe.skipIf(!mongoAvailable())('two processes on EventStoreDB and MongoDB', () => {
  const freshStores = onBothServers();

  test('Two processes on EventStoreDB and MongoDB find what there is once, also where one dies', {
    tags: ['deep'],
    timeout: 300_000,
  }, async () => {
    const { start, spawn } = freshStores();

    const before = await start(DONE);
    const owner = await ownerAt(before.url());
    await vi.waitUntil(async () => (await owner.get(PATH)).status === 200, LONG);
    const job = await finishJob(owner, await addBilledWork(owner), '1200');
    await before.close();

    // Whichever looks dies; people ask the other one meanwhile.
    const [dying, other] = await Promise.all([spawn(WEEK_LATER), spawn(WEEK_LATER)]);
    const client = await ownerAt(other.url);
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
    const again = await ownerAt(both[0].url);
    await again.post('/api/invoices', { jobId: job }).then(expectStatus(201));
    await expect.poll(() => stepsOf(again), LONG).toEqual(['InsightRaised', 'InsightResolved']);
    await Promise.all(both.map((each) => each.stop()));
  });
});

const stepsOf = async (client: Client): Promise<string[]> =>
  (await client.get(`/api/history/insight/${FOUND}`).then(expectStatus(200))).body.map(
    ({ type }: { type: string }) => type,
  );
