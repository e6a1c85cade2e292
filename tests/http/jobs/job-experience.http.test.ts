import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { analyzeImage } from '../../support/requests/upload.ts';
import { treePhoto } from '../../support/samples/sample-trees.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let position = '';
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

const HOUR_MS = 3_600_000;

/** A job that is finished, or ready to be. */
async function work(told: { serviceType: string; estimatedDuration: number; amount: string }, took: number, cost = 0) {
  const { body: job } = await owner.post('/api/jobs', { address: '3 Elm St', ...told }).then(expectStatus(201));
  const ended = Date.now() - HOUR_MS;
  const at = (ms: number) => ({ at: new Date(ms).toISOString() });
  await owner.post(`/api/jobs/${job.id}/start`, at(ended - took * HOUR_MS)).then(expectStatus(200));
  if (cost) {
    const entry = { category: 'labor', amount: String(cost) };
    await owner.post(`/api/jobs/${job.id}/costs`, entry).then(expectStatus(201));
  }
  const done = await owner.post(`/api/jobs/${job.id}/complete`, at(ended)).then(expectStatus(200));
  position = done.headers.get('x-position') ?? '';
  return job;
}

const asked = async (query: string) =>
  (await owner.get(`/api/jobs/experience?${query}`, { 'x-min-position': position }).then(expectStatus(200))).body;

describe('what finished jobs teach', () => {
  const removal = { serviceType: 'tree_removal', estimatedDuration: 4, amount: '1000' };

  test('What finished jobs teach is the jobs themselves before there are five, and hours and a price from then on', async () => {
    for (let job = 0; job < 4; job++) await work(removal, 5, 600);
    const nothing = { hours: null, price: null, overrun: null, margin: null };
    expect(await asked('service=tree_removal&hours=3')).toMatchObject({ size: null, count: 4, suggestion: nothing });

    const last = await work(removal, 5, 600);
    const taught = await asked('service=tree_removal&hours=3');
    expect(taught).toMatchObject({
      size: { from: 2, to: 4 },
      count: 5,
      suggestion: { hours: 5, price: '1000.00', overrun: 1.25, margin: 40 },
    });
    const row = { id: last.id, jobNumber: last.jobNumber, clockHours: 5, amount: '1000.00', actualCost: '600.00' };
    expect(taught.jobs[0]).toMatchObject(row);
  });

  test('What finished jobs teach is of any size where too few were of the one that is asked for', async () => {
    await work({ ...removal, estimatedDuration: 10, amount: '4000' }, 12);
    expect(await asked('service=tree_removal&hours=10')).toMatchObject({
      size: null,
      count: 6,
      suggestion: { hours: 5, price: '1000.00' },
    });
    expect(await asked('service=tree_removal')).toMatchObject({ size: null, count: 6 });
  });

  test('What finished jobs teach is what a picture’s suggestions say of their cost, or else what the price catalog says', async () => {
    const asks = { description: 'Remove the ash and grind the stump' };
    const { body } = await analyzeImage(owner, await treePhoto('deadTree'), asks).then(expectStatus(201));
    expect(body.suggestedServices).toMatchObject([
      { service: 'tree_removal', estimatedCost: '$1,000 (typical of 6 finished jobs)' },
      { service: 'stump_grinding', estimatedCost: null },
    ]);

    const priced = (service: string, unitPrice: string) => ({ service, unitPrice, unit: 'stump' });
    const items = [priced('Stump Grinding', '150'), priced('stump_grinding', '1249.50'), priced('Mulch', '5')];
    await owner.put('/api/price-catalog', { items }).then(expectStatus(200));
    await expect.poll(async () => (await owner.get('/api/price-catalog')).body.items).toHaveLength(3);
    const again = await analyzeImage(owner, await treePhoto('deadTree'), asks).then(expectStatus(201));
    expect(again.body.suggestedServices).toMatchObject([
      { service: 'tree_removal', estimatedCost: '$1,000 (typical of 6 finished jobs)' },
      { service: 'stump_grinding', estimatedCost: '$150 - $1,249.50 per stump (price catalog)' },
    ]);
  });

  test('What finished jobs teach is nothing of other services, and of jobs that are not finished', async () => {
    const { body: job } = await owner.post('/api/jobs', { address: '3 Elm St', serviceType: 'pruning' });
    await owner.post(`/api/jobs/${job.id}/start`).then(expectStatus(200));
    expect(await asked('service=pruning')).toMatchObject({ count: 0, jobs: [] });
  });

  test.each(['', 'service=', 'service=pruning&hours=0', 'service=pruning&hours=some'])(
    'What finished jobs teach is refused for the query %j',
    async (query) => {
      const refused = await owner.get(`/api/jobs/experience?${query}`).then(expectStatus(400));
      expect(refused.body).toMatchObject({ code: 'invalid' });
    },
  );

  test('What finished jobs teach is for people who are signed in', async () => {
    expect((await server.stranger.get('/api/jobs/experience?service=pruning')).status).toBe(401);
  });
});
