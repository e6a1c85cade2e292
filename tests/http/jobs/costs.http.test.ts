import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

/** 15 June, 9:00 in New York. */
const NOW = Date.parse('2037-06-15T13:00:00.000Z');
let server: TestServer;
let owner: Client;
let person: string;
let job: string;
let machine: string;
let last: Answer;

beforeAll(async () => {
  server = await startTestServer({}, () => NOW);
  owner = await server.signIn();
  person = (await owner.post('/api/staff', { firstName: 'Ada', lastName: 'Hall' }).then(expectStatus(201))).body.id;
  job = (await owner.post('/api/jobs', { title: 'Oak', address: '3 Elm St', amount: 900 }).then(expectStatus(201))).body
    .id;
  const grinder = { name: 'Stump grinder', category: 'Stump Grinders' };
  machine = (await owner.post('/api/equipment', grinder).then(expectStatus(201))).body.id;
});
afterAll(() => server.close());

const read = async (path: string) =>
  (await owner.get(path, { 'x-min-position': last.headers.get('x-position') ?? '' }).then(expectStatus(200))).body;
const work = async (hours: string, day = '2037-06-15') => {
  last = await owner.post(`/api/jobs/${job}/hours`, { personId: person, hours, day }).then(expectStatus(200));
  return last.body.hours.at(-1).id as string;
};

describe('the ledger of costs', () => {
  test('The ledger of costs counts hours at the rate of the person on that day, where one is set', async () => {
    const { id } = (await owner.post('/api/staff', { firstName: 'Rosa' }).then(expectStatus(201))).body;
    const set = (from: string, rate: string) =>
      owner.post(`/api/pay/${id}/rates`, { from, rate }).then(expectStatus(200));
    await set('2037-06-01', '40');
    const raise = await set('2037-06-14', '50.50');
    expect(raise.body.rates).toEqual([
      { from: '2037-06-14', rate: '50.50' },
      { from: '2037-06-01', rate: '40.00' },
    ]);
    const amountOn = async (day: string) => {
      const worked = await owner
        .post(`/api/jobs/${job}/hours`, { personId: id, hours: '2', day })
        .then(expectStatus(200));
      last = worked;
      const hoursId = worked.body.hours.find((each: { personId: string }) => each.personId === id).id;
      const { amount } = await read(`/api/costs/hours:${hoursId}`);
      last = await owner.delete(`/api/jobs/${job}/hours/${hoursId}`).then(expectStatus(204));
      return amount;
    };
    expect(await amountOn('2037-05-31')).toBe('130.00');
    expect(await amountOn('2037-06-13')).toBe('80.00');
    expect(await amountOn('2037-06-14')).toBe('101.00');
    const undo = { category: 'pay', id, commandId: raise.headers.get('x-command-id') };
    await owner.post('/api/undo', undo).then(expectStatus(200));
    expect(await amountOn('2037-06-14')).toBe('80.00');
  });

  test('The ledger of costs counts the hours of a job at the rate of the company, as it was when they were recorded', async () => {
    const [before] = [await work('2', '2037-06-12')];
    await owner.patch('/api/settings', { labourRate: '72.50' }).then(expectStatus(200));
    const after = await work('1.25');
    const rows = await read(`/api/costs?jobId=${job}&sort=day`);
    expect(rows).toMatchObject([
      { id: `hours:${before}`, amount: '130.00', rate: '65.00', day: '2037-06-12', hours: 2 },
      { id: `hours:${after}`, amount: '90.63', rate: '72.50', day: '2037-06-15', hours: 1.25 },
    ]);
    expect(rows[0]).toMatchObject({
      source: 'hours',
      sourceId: job,
      jobId: job,
      category: 'labor',
      description: null,
      removed: false,
      personName: 'Ada Hall',
      jobTitle: expect.stringMatching(/^J-\d+ Oak$/),
      equipmentName: null,
    });
    expect(await read(`/api/jobs/${job}`)).toMatchObject({ actualCost: '220.63' });
    expect(await read(`/api/costs/hours:${after}`)).toMatchObject({ amount: '90.63', personName: 'Ada Hall' });

    const gone = await owner.delete(`/api/jobs/${job}/hours/${after}`).then(expectStatus(204));
    last = gone;
    expect(await read(`/api/costs?jobId=${job}`)).toHaveLength(1);
    const step = { category: 'job', id: job, commandId: gone.headers.get('x-command-id') };
    last = await owner.post('/api/undo', step).then(expectStatus(200));
    expect(await read(`/api/costs?jobId=${job}`)).toHaveLength(2);
    expect(await read(`/api/jobs/${job}`)).toMatchObject({ actualCost: '220.63' });
  });

  test('The ledger of costs counts what maintenance cost', async () => {
    last = await owner
      .post(`/api/equipment/${machine}/maintenance`, { doneOn: '2037-05-31', cost: 180, notes: 'Teeth turned' })
      .then(expectStatus(200));
    const [done] = last.body.maintenance;
    expect(await read('/api/costs?source=maintenance')).toMatchObject([
      {
        id: `maintenance:${done.id}`,
        source: 'maintenance',
        sourceId: machine,
        jobId: null,
        amount: '180.00',
        category: 'equipment',
        day: '2037-05-31',
        description: 'Teeth turned',
        equipmentName: 'Stump grinder',
      },
    ]);
    last = await owner.delete(`/api/equipment/${machine}/maintenance/${done.id}`).then(expectStatus(204));
    expect(await read('/api/costs?source=maintenance')).toEqual([]);
    expect(await read('/api/costs?source=maintenance&removed=true')).toHaveLength(1);
  });

  test('The ledger of costs is narrowed by days, source and category', async () => {
    last = await owner
      .post('/api/costs', { category: 'other', amount: 900, day: '2037-06-01', description: 'Rent' })
      .then(expectStatus(201));
    expect(last.body).toMatchObject({ source: 'entry', sourceId: null, jobTitle: null, personName: null });
    const days = async (query: string) =>
      (await read(`/api/costs?sort=day&${query}`)).map(({ day }: { day: string }) => day);
    expect(await days('from=2037-06-01&to=2037-06-12')).toEqual(['2037-06-01', '2037-06-12']);
    expect(await days('from=2037-06-13')).toEqual(['2037-06-15']);
    expect(await days('source=entry')).toEqual(['2037-06-01']);
    expect(await days('category=labor&to=2037-06-12')).toEqual(['2037-06-12']);
    expect(await days('general=true')).toEqual(['2037-06-01']);
    expect(await days('search=rent')).toEqual(['2037-06-01']);
    for (const query of ['from=2037-02-30', 'to=soon', 'source=magic', 'category=fun'])
      await owner.get(`/api/costs?${query}`).then(expectStatus(400));
    const csv = await owner.get('/api/costs?format=csv&source=hours').then(expectStatus(200));
    expect(csv.body).toContain('From hours');
  });

  test('The ledger of costs adds up what its filters leave, also what a search finds', async () => {
    const cents = (rows: { amount: string }[]) =>
      rows.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    const [{ jobTitle }] = await read(`/api/costs?jobId=${job}`);
    const [number = ''] = jobTitle.split(' ');
    for (const query of [
      '',
      'source=hours',
      'category=labor',
      'category=labor&source=entry',
      'general=true',
      `jobId=${job}`,
      'from=2037-06-01&to=2037-06-12',
      `jobId=${job}&from=2037-06-13&source=hours`,
      'removed=true',
      'search=rent',
      `search=${number}`,
      'search=nothing',
    ]) {
      const rows = await read(`/api/costs?${query}`);
      const figures = await read(`/api/costs/figures?${query}`);
      expect([query, figures]).toEqual([query, { count: rows.length, amount: (cents(rows) / 100).toFixed(2) }]);
    }
    expect((await read(`/api/costs?search=${number}`)).length).toBeGreaterThan(1);
    for (const query of ['from=2037-02-30', 'category=fun', `search=${'x'.repeat(201)}`])
      await owner.get(`/api/costs/figures?${query}`).then(expectStatus(400));
  });

  test('The ledger of costs takes no day that is a slip of the year', async () => {
    const cost = { category: 'other', amount: 5 };
    for (const day of ['1900-01-01', '9999-12-31', '2026-02-30']) {
      const { body } = await owner.post('/api/costs', { ...cost, day }).then(expectStatus(400));
      expect(body.issues).toMatchObject([{ path: 'day' }]);
    }
    const { id } = (await owner.post('/api/costs', { ...cost, day: '2000-01-01' }).then(expectStatus(201))).body;
    const { body } = await owner.patch(`/api/costs/${id}`, { day: '1999-12-31' }).then(expectStatus(400));
    expect(body.message).toBe('1999-12-31 is before 2000-01-01. Check the year.');
    await owner.delete(`/api/costs/${id}`).then(expectStatus(204));
  });

  test('The ledger of costs says where a cost is changed that was not entered', async () => {
    const [cost] = await read(`/api/costs?jobId=${job}`);
    const { head } = (await owner.get('/api/health')).body;
    const path = `/api/costs/${encodeURIComponent(cost.id)}`;
    for (const refused of [
      await owner.patch(path, { amount: 1 }),
      await owner.delete(path),
      await owner.post(`${path}/restore`, {}),
    ]) {
      expect(refused.status).toBe(409);
      expect(refused.body.message).toMatch(/Change or remove the hours on the job’s page/);
    }
    const machines = await owner.patch('/api/costs/maintenance:1', { amount: 1 }).then(expectStatus(409));
    expect(machines.body.message).toMatch(/equipment’s page/);
    expect((await owner.get('/api/health')).body.head).toBe(head);
    await owner.get('/api/costs/hours:nothing').then(expectStatus(404));
  });

  test('The hours of a job are told among what happened', async () => {
    await work('1', '2037-06-14');
    const feed = await read('/api/activity?limit=1');
    expect(feed).toMatchObject([{ category: 'job', recordId: job }]);
  });
});
