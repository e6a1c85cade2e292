import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insightId } from '../../../ai/insights/insight-id.ts';
import { addSignedIn } from '../../support/accounts.ts';
import { addBilledWork, finishJob } from '../../support/insights/billed-work.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const PATH = '/api/ai/insights';
const DAY_MS = 24 * 60 * 60_000;
const FOUND = insightId('jobs_not_invoiced', 'all');

// In the future, because past sessions are swept. June 15, 2099 is a Monday.
let now: number;
let server: TestServer;
let owner: Client;
beforeEach(async () => {
  now = Date.parse('2099-06-15T16:00:00Z');
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
});
afterEach(() => server.close());

/** Moves the clock; a session does not last overnight. */
async function passDays(days: number): Promise<void> {
  now += days * DAY_MS;
  owner = await server.signIn();
}

const read = async (path: string, client = owner) => (await client.get(`${PATH}/${path}`).then(expectStatus(200))).body;
const post = async (path: string, body: object = {}) => (await owner.post(path, body)).body;
const generate = () => owner.post(`${PATH}/generate`).then(expectStatus(200));

/** Finished work that nobody invoiced, raised in June. @returns the job */
async function raiseUninvoiced(): Promise<string> {
  const job = await finishJob(owner, await addBilledWork(owner), '1200');
  await passDays(7);
  await generate();
  return job;
}

describe('GET /api/ai/insights/analytics', () => {
  test('A company without insights has no figures, and neither samples nor what people enter are any', async () => {
    await generate();
    expect((await owner.get(PATH)).body).toHaveLength(3);
    expect(await read('analytics')).toEqual({
      from: '2098-07',
      total: { raised: 0, read: 0, acted: 0, checked: 0, right: 0, money: '0.00' },
      detectors: [],
      months: [],
    });
    expect(await read('raises')).toEqual({ rows: [] });
  });

  test('What was raised, read and acted on counts with the money that followed, each payment once, with its rows', async () => {
    const job = await raiseUninvoiced();
    const figures = { raised: 1, read: 0, acted: 0, checked: 0, right: 0, money: '0.00' };
    expect(await read('analytics')).toMatchObject({
      total: figures,
      detectors: [{ detector: 'jobs_not_invoiced', label: 'Finished, not invoiced', ...figures }],
      months: [{ month: '2099-06', ...figures }],
    });

    await post(`${PATH}/${FOUND}/read`);
    now += 60_000;
    await post(`${PATH}/${FOUND}/action`, { actionNotes: 'Invoiced it.' });
    now += 60_000;
    const { id: invoiceId } = await post('/api/invoices', { jobId: job });
    await owner
      .post(`/api/invoices/${invoiceId}/payments`, { amount: '1000', paymentMethod: 'check' })
      .then(expectStatus(201));
    await passDays(14);
    await owner
      .post(`/api/invoices/${invoiceId}/payments`, { amount: '200', paymentMethod: 'check' })
      .then(expectStatus(201));
    const followed = { raised: 1, read: 1, acted: 1, money: '1200.00' };
    expect(await read('analytics')).toMatchObject({
      total: followed,
      detectors: [{ detector: 'jobs_not_invoiced', ...followed }],
      months: [{ month: '2099-06', ...followed }],
    });

    const { rows } = await read('raises?became=paid&month=2099-06&detector=jobs_not_invoiced');
    expect(rows).toMatchObject([
      {
        insightId: FOUND,
        detectorLabel: 'Finished, not invoiced',
        right: null,
        money: '1200.00',
        payments: expect.arrayContaining([
          expect.objectContaining({ invoiceId, amount: '1000.00' }),
          expect.objectContaining({ invoiceId, amount: '200.00' }),
        ]),
      },
    ]);
    expect(rows[0].title).not.toContain('{');
    expect(await read('raises?month=2099-05')).toEqual({ rows: [] });
    expect(await read('analytics?detector=slow_leads')).toMatchObject({ total: { raised: 0 }, detectors: [] });
  });

  test('What came back counts again, in its own month, and what was done before is not done about it', async () => {
    const job = await raiseUninvoiced();
    await post(`${PATH}/${FOUND}/action`, { actionNotes: 'Invoiced it.' });
    await post('/api/invoices', { jobId: job });
    await generate();
    await finishJob(owner, (await owner.get(`/api/jobs/${job}`)).body.customerId, '1500');
    await passDays(15);
    await generate();
    expect(await read('analytics')).toMatchObject({
      total: { raised: 2, acted: 1 },
      months: [
        { month: '2099-07', raised: 1, acted: 0 },
        { month: '2099-06', raised: 1, acted: 1 },
      ],
    });
    expect(await read('analytics?months=1')).toMatchObject({ from: '2099-07', total: { raised: 1 } });
  });

  test('Who reads insights reads the figures, and only who may export gets the file', async () => {
    await raiseUninvoiced();
    for (const role of ['crew', 'estimator'] as const) {
      const { client } = await addSignedIn(server, owner, `a-${role}`, { role });
      await client.get(`${PATH}/analytics`).then(expectStatus(403));
      await client.get(`${PATH}/raises`).then(expectStatus(403));
    }
    const { client: auditor } = await addSignedIn(server, owner, 'audrey', { role: 'auditor' });
    expect(await read('analytics', auditor)).toMatchObject({ total: { raised: 1 } });
    await server.stranger.get(`${PATH}/analytics`).then(expectStatus(401));
    const file = await owner.get(`${PATH}/raises?format=csv`).then(expectStatus(200));
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(String(file.body).split('\n')[1]).toContain('"Finished, not invoiced",Warning');
  });

  test('A wrong month, detector or number of months is refused with what would be right', async () => {
    for (const [query, message] of [
      ['analytics?months=0', 'months must be a whole number from 1 to 60.'],
      ['analytics?months=1e1', 'months must be a whole number from 1 to 60.'],
      ['analytics?detector=mood', 'The detector must be one of'],
      ['raises?month=June', 'month must be a month like 2026-06.'],
      ['raises?became=rich', 'became must be one of'],
      ['raises?format=pdf', 'format must be json or csv.'],
    ]) {
      const { body } = await owner.get(`${PATH}/${query}`).then(expectStatus(400));
      expect(JSON.stringify(body)).toContain(message);
    }
  });
});
