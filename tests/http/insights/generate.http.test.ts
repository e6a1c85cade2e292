import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insightId } from '../../../ai/insights/insight-id.ts';
import { addSignedIn } from '../../support/accounts.ts';
import { addBilledWork, finishJob } from '../../support/insights/billed-work.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const PATH = '/api/ai/insights';
const DAY_MS = 24 * 60 * 60_000;
const LONG = { timeout: 30_000 };
const FOUND = insightId('jobs_not_invoiced', 'all');

// In the future, because past sessions are swept. June 15, 2099 is a Monday.
let now: number;
let server: TestServer;
let owner: Client;
beforeEach(() => {
  now = Date.parse('2099-06-15T16:00:00Z');
});
afterEach(() => server.close());

async function start(insightsEveryMs?: number): Promise<void> {
  server = await startTestServer({}, () => now, insightsEveryMs === undefined ? {} : { insightsEveryMs });
  owner = await server.signIn();
  await expect.poll(async () => (await owner.get(PATH)).status, LONG).toBe(200);
}

/** Moves the clock; a session does not last overnight. */
async function passDays(days: number): Promise<void> {
  now += days * DAY_MS;
  owner = await server.signIn();
}

const generate = async (client = owner) => (await client.post(`${PATH}/generate`).then(expectStatus(200))).body;
const open = async () => (await owner.get(PATH).then(expectStatus(200))).body;
const found = async () => (await owner.get(`${PATH}/${FOUND}`)).body;
const stepsOf = async (id: string): Promise<string[]> =>
  (await owner.get(`/api/history/insight/${id}`).then(expectStatus(200))).body.map(
    ({ type }: { type: string }) => type,
  );

describe('what is found as days pass', () => {
  test('Finished work that nobody invoices is found once, and passes by itself once it is invoiced', async () => {
    await start(20);
    const customer = await addBilledWork(owner);
    const job = await finishJob(owner, customer, '1200');
    await passDays(3);
    expect(await open()).toEqual([]);
    await passDays(4);
    await expect.poll(open, LONG).toMatchObject([{ id: FOUND, detector: 'jobs_not_invoiced', isSample: false }]);
    const [insight] = await open();
    expect(insight).toMatchObject({
      status: 'open',
      insightType: 'anomaly',
      category: 'financial',
      confidence: '0.9',
      evidence: [{ kind: 'job', id: job }],
    });
    await passDays(1);
    await owner.post('/api/invoices', { jobId: job }).then(expectStatus(201));
    await expect.poll(open, LONG).toEqual([]);
    expect(await found()).toMatchObject({ status: 'resolved' });
    expect(await stepsOf(FOUND)).toEqual(['InsightRaised', 'InsightResolved']);
    // The history says who did it.
    const [, step] = (await owner.get(`/api/history/insight/${FOUND}`).then(expectStatus(200))).body;
    expect(step).toMatchObject({ actor: 'insights' });
  });
});

describe('POST /api/ai/insights/generate', () => {
  test('Generate looks at everything up to now, says what it changed, and never raises what is known', async () => {
    await start();
    const customer = await addBilledWork(owner);
    const job = await finishJob(owner, customer, '1200');
    await passDays(7);
    const nothing = { raised: 0, raisedAgain: 0, resolved: 0, samples: 0, failed: [] };
    expect(await generate()).toMatchObject({ ...nothing, raised: 1, open: 1 });
    expect(await open()).toMatchObject([{ id: FOUND }]);
    expect(await generate()).toMatchObject({ ...nothing, open: 1 });
    await owner.post('/api/invoices', { jobId: job }).then(expectStatus(201));
    expect(await generate()).toMatchObject({ ...nothing, resolved: 1, open: 0 });
    expect(await stepsOf(FOUND)).toEqual(['InsightRaised', 'InsightResolved']);
  });

  test('Where nothing can be found three samples stand in once, labelled, and go with the first finding', async () => {
    await start();
    const answer = await generate();
    expect(answer).toMatchObject({ raised: 0, open: 0, samples: 3 });
    expect(answer.silent).toContainEqual({
      detector: 'jobs_not_invoiced',
      label: 'Finished, not invoiced',
      needs: expect.stringContaining('Twenty finished jobs'),
    });
    const samples = await open();
    expect(samples.map(({ insightType, category }: Record<string, string>) => [insightType, category]).sort()).toEqual([
      ['anomaly', 'financial'],
      ['prediction', 'operational'],
      ['recommendation', 'customer'],
    ]);
    for (const sample of samples) expect(sample).toMatchObject({ isSample: true });
    // An equipment cost spike, route optimization, and customer retention.
    expect(samples.map(({ title }: { title: string }) => title).sort()).toEqual([
      'Sample: Call customers who have not been back for a year',
      'Sample: Equipment costs rose sharply this month',
      'Sample: Route optimization would save driving next week',
    ]);
    expect(await generate()).toMatchObject({ samples: 3 });
    expect(await open()).toHaveLength(3);

    const [acted] = samples;
    await owner.post(`${PATH}/${acted.id}/action`, { actionNotes: 'Looked into it.' }).then(expectStatus(200));
    await finishJob(owner, await addBilledWork(owner), '1200');
    await passDays(7);
    expect(await generate()).toMatchObject({ raised: 1, open: 1, samples: 1 });
    expect((await open()).map(({ id }: { id: string }) => id).sort()).toEqual([FOUND, acted.id].sort());
  });

  test('Ten who press at once while the loop looks find each thing once, and all get true answers', async () => {
    await start(20);
    await finishJob(owner, await addBilledWork(owner), '1200');
    await passDays(7);
    const answers = await Promise.all(Array.from({ length: 10 }, () => generate()));
    for (const answer of answers) expect(answer).toMatchObject({ open: 1, samples: 0, resolved: 0 });
    expect(await stepsOf(FOUND)).toEqual(['InsightRaised']);
  });

  test('Crews and estimators cannot ask, the office can', async () => {
    await start();
    for (const role of ['crew', 'estimator', 'auditor'] as const) {
      const { client } = await addSignedIn(server, owner, `a-${role}`, { role });
      await client.post(`${PATH}/generate`).then(expectStatus(403));
    }
    await server.stranger.post(`${PATH}/generate`).then(expectStatus(401));
    const { client } = await addSignedIn(server, owner, 'olive', { role: 'office' });
    expect(await generate(client)).toMatchObject({ samples: 3 });
  });
});

describe('how sure it is', () => {
  test('A finding says how often its kind was right in the company’s past, and believes who says otherwise', async () => {
    await start();
    const add = async (path: string, body: object) => (await owner.post(path, body)).body.id as string;
    const repair = (id: string, doneOn: string, cost: string) =>
      owner.post(`/api/equipment/${id}/maintenance`, { doneOn, cost }).then(expectStatus(200));
    const machines: string[] = [];
    for (let count = 1; count <= 21; count++) {
      const machine = { name: `Chipper ${count}`, category: 'Chippers', purchasePrice: '10000' };
      machines.push(await add('/api/equipment', machine));
    }
    for (const id of machines) for (const cost of ['3000', '2500']) await repair(id, '2099-06-10', cost);
    const list = async () => (await owner.get(`${PATH}?detector=equipment_repairs`).then(expectStatus(200))).body;
    const all = (said: object) => Array.from({ length: 21 }, () => expect.objectContaining(said));
    await generate();
    expect(await list()).toEqual(all({ confidence: '0.7', track: null }));

    await passDays(60);
    await generate();
    await expect.poll(list, LONG).toEqual(all({ confidence: '0.7', track: null, cases: 0 }));
    // Of those whose repairs went on within half a year it was right.
    for (const id of machines.slice(0, 17)) await repair(id, '2099-08-12', '1000');

    await passDays(150);
    await generate();
    const track = { right: 17, of: 21 };
    await expect.poll(list, LONG).toEqual(all({ confidence: '0.8095', track, cases: 21 }));
    const figures = await owner.get(`${PATH}/figures`).then(expectStatus(200));
    expect(figures.body).toMatchObject({ checked: 21, confidence: 81 });

    const id = insightId('equipment_repairs', machines[0] ?? '');
    await owner.post(`${PATH}/${id}/dismiss`, { reason: 'not_true' }).then(expectStatus(200));
    const trackNow = async () => (await owner.get(`${PATH}/${id}`)).body.track;
    await expect.poll(trackNow, LONG).toEqual({ right: 16, of: 21 });
    await owner.post(`${PATH}/${id}/withdraw-dismissal`).then(expectStatus(200));
    await expect.poll(trackNow, LONG).toEqual(track);
  });
});
