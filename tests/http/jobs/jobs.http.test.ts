import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

const OAK = { address: '3 Elm St, Hadley', serviceType: 'tree_removal', amount: '1200' };

const addCustomer = async (firstName: string, lastName: string): Promise<string> =>
  (await owner.post('/api/customers', { firstName, lastName }).then(expectStatus(201))).body.id;
const addJob = (body: object = {}) => owner.post('/api/jobs', { ...OAK, ...body }).then(expectStatus(201));
const commandOf = (answer: Answer) => answer.headers.get('x-command-id') as string;
const undo = (id: string, answer: Answer) =>
  owner.post('/api/undo', { category: 'job', id, commandId: commandOf(answer) });

async function list(query: string, after: Answer): Promise<Answer['body']> {
  const seen = { 'x-min-position': after.headers.get('x-position') ?? '' };
  return (await owner.get(`/api/jobs?${query}`, seen).then(expectStatus(200))).body;
}

const idsOf = (jobs: { id: string }[]) => jobs.map(({ id }) => id);

describe('POST /api/jobs', () => {
  test.each([
    [{ scheduledDate: '2206-06-15' }, 'scheduledDate'],
    [{ scheduledDate: '2206-06-15T12:00:00.000Z' }, 'scheduledDate'],
    [{ scheduledDate: '1926-06-15' }, 'scheduledDate'],
    [{ estimatedStartTime: '2062-06-15T12:00:00.000Z' }, 'scheduledDate'],
    [{ visits: [{ start: '2206-06-15T12:00:00.000Z', end: '2206-06-15T16:00:00.000Z' }] }, 'visits'],
    [{ earliestDate: '2206-06-15' }, 'earliestDate'],
    [{ latestDate: '2206-06-15' }, 'latestDate'],
    [{ promisedStart: '2206-06-15T12:00:00.000Z' }, 'promisedStart'],
  ])('A mistyped year is refused for a job, new or revised: %j', async (plan, path) => {
    const { body } = await addJob();
    for (const answer of [
      await owner.post('/api/jobs', { ...OAK, ...plan }),
      await owner.put(`/api/jobs/${body.id}`, plan),
    ]) {
      const message = expect.stringMatching(/^(2206|2062|1926)-06-15 is .*\. Check the year\.$/);
      expect(answer).toMatchObject({ status: 400, body: { issues: [{ path, message }] } });
    }
  });

  test('A job is made for a customer, whose name it shows', async () => {
    const customerId = await addCustomer('Ada', 'King');
    const { body } = await addJob({ customerId, estimatedDuration: '4.5', priority: '' });
    const none = { scheduledDate: null, estimatedStartTime: null, estimatedEndTime: null, visits: [] };
    expect(body).toEqual({
      remainingHours: 4.5,
      givenUp: null,
      id: expect.any(String),
      jobNumber: expect.stringMatching(/^J-\d{4}$/),
      customerId,
      customerName: 'Ada King',
      title: null,
      address: OAK.address,
      description: null,
      serviceType: 'tree_removal',
      priority: 'normal',
      estimatedDuration: 4.5,
      amount: '1200.00',
      propertyId: null,
      laborCost: null,
      equipmentCost: null,
      materialCost: null,
      minimumCrewSize: null,
      requiredSkills: [],
      requiredEquipment: [],
      hazards: [],
      earliestDate: null,
      latestDate: null,
      timeWindow: null,
      promisedStart: null,
      specialRequirements: null,
      accessInstructions: null,
      safetyNotes: null,
      crewId: null,
      crewName: null,
      pinned: false,
      latitude: null,
      longitude: null,
      ...none,
      notes: [],
      hours: [],
      actualHours: 0,
      actualCost: '0.00',
      clock: null,
      clockHours: 0,
      work: [],
      startedAt: null,
      completedAt: null,
      status: 'unscheduled',
      reason: null,
      createdAt: expect.any(String),
      revision: 0,
      removed: false,
      quoteId: null,
      quoteVersion: null,
      invoiceId: null,
      nothingToInvoice: null,
      photoConsent: null,
      items: [],
      photoIds: [],
      overridden: [],
      overrideReason: null,
      erased: false,
    });
    expect((await owner.get(`/api/jobs/${body.id}`).then(expectStatus(200))).body).toEqual(body);
  });

  test('A job that is sent twice with the same Idempotency-Key is made once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const ids = [await owner.post('/api/jobs', OAK, key), await owner.post('/api/jobs', OAK, key)].map(
      ({ body }) => body.id,
    );
    expect(new Set(ids).size).toBe(1);
  });

  test('Each of thirty jobs that come at once gets a number of its own, and a repeat gets the same', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await owner.post('/api/jobs', OAK, key).then(expectStatus(201));
    const made = await Promise.all(Array.from({ length: 30 }, () => addJob()));
    const numbers = made.map(({ body }) => Number(body.jobNumber.slice('J-'.length)));
    expect(new Set(numbers).size).toBe(30);
    const before = Number(first.body.jobNumber.slice('J-'.length));
    expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => before + 1 + index));
    const again = await owner.post('/api/jobs', OAK, key).then(expectStatus(201));
    expect(again.body.jobNumber).toBe(first.body.jobNumber);

    // A refusal uses up no number.
    await owner.post('/api/jobs', { ...OAK, customerId: 'nobody' }).then(expectStatus(400));
    const next = await addJob();
    expect(next.body.jobNumber).toBe(`J-${before + 31}`);
    expect(idsOf(await list(`search=${next.body.jobNumber}`, next))).toEqual([next.body.id]);
    const [last, second] = await list('sort=-jobNumber&limit=2', next);
    expect([last.id, second.jobNumber]).toEqual([next.body.id, `J-${before + 30}`]);
  });

  test('A job that is sent again is answered as the first time, also once its customer was archived', async () => {
    const customerId = await addCustomer('Archie', 'Moss');
    const key = { 'idempotency-key': randomUUID() };
    const first = await owner.post('/api/jobs', { ...OAK, customerId }, key).then(expectStatus(201));
    await owner.delete(`/api/customers/${customerId}`).then(expectStatus(204));
    const again = await owner.post('/api/jobs', { ...OAK, customerId }, key).then(expectStatus(201));
    expect(again.body).toEqual(first.body);
    const other = await owner.post('/api/jobs', { ...OAK, customerId, title: 'Another' }, key);
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    const another = await owner.post('/api/jobs', { ...OAK, customerId }, { 'idempotency-key': randomUUID() });
    expect(another).toMatchObject({ status: 400, body: { issues: [{ path: 'customerId' }] } });
  });

  test.each([
    [{ address: '' }, 'address', 'Enter the address of the job.'],
    [{ priority: 'soon' }, 'priority', 'The priority must be one of: urgent, high, normal, low.'],
    [{ amount: -5 }, 'amount', 'The amount must be an amount from 0 to 9999999.99, like 1200 or 1200.50.'],
    [
      { estimatedDuration: '1001' },
      'estimatedDuration',
      'The estimated duration must be a number of hours from 0 to 1000, like 4 or 1.5.',
    ],
    [{ customerId: 'nobody' }, 'customerId', 'There is no customer with this id. Choose one from the list.'],
  ])('A new job with %j is refused', async (change, path, message) => {
    const refused = await owner.post('/api/jobs', { ...OAK, ...change }).then(expectStatus(400));
    expect(refused.body).toMatchObject({ code: 'invalid', issues: [{ path, message }] });
  });

  test('A new job takes no customer who is archived', async () => {
    const customerId = await addCustomer('Gone', 'Away');
    await owner.delete(`/api/customers/${customerId}`).then(expectStatus(204));
    await owner.post('/api/jobs', { ...OAK, customerId }).then(expectStatus(400));
  });
});

describe('GET /api/jobs', () => {
  test('Jobs are sorted by the names of their crews as people read them', async () => {
    const made: Answer[] = [];
    for (const name of ['Byname 10', 'byname 2', 'Bynåme 1']) {
      const crew = (await owner.post('/api/crews', { name, memberIds: [] }).then(expectStatus(201))).body;
      made.push(await addJob({ title: 'Crewlist', crewId: crew.id }));
    }
    const sorted = await list('search=crewlist&sort=crewName', made[2] as Answer);
    expect(sorted.map(({ crewName }: { crewName: string }) => crewName)).toEqual(['Bynåme 1', 'byname 2', 'Byname 10']);
  });

  test('The job list is filtered, and sorted and searched by the name of the customer, as that is today', async () => {
    const [ada, zoe] = [await addCustomer('Ada', 'Sorted'), await addCustomer('Zoe', 'Sorted')];
    const [late, early] = [await addJob({ customerId: zoe }), await addJob({ customerId: ada })];
    const [second, first] = [late.body.id, early.body.id];
    expect(idsOf(await list('search=sorted&sort=customerName', early))).toEqual([first, second]);
    expect(idsOf(await list('search=sorted&sort=-customerName', early))).toEqual([second, first]);
    const started = await owner.post(`/api/jobs/${first}/start`).then(expectStatus(200));
    expect(idsOf(await list('search=sorted&status=in_progress', started))).toEqual([first]);
    expect(idsOf(await list(`customerId=${zoe}`, started))).toEqual([second]);

    const renamed = await owner.patch(`/api/customers/${zoe}`, { firstName: 'Abel' }).then(expectStatus(200));
    await expect.poll(() => list('search=abel&sort=customerName', renamed)).toMatchObject([{ id: second }]);
    await expect
      .poll(async () => idsOf(await list('search=sorted&sort=customerName', renamed)))
      .toEqual([second, first]);
  });
});

describe('GET /api/jobs by date', () => {
  test('The job list takes the days of the company, from the first to the last, and those without a crew', async () => {
    // New York is four hours behind: 8:30 PM on the 15th is the 16th in UTC.
    const evening = await addJob({ title: 'Dated', scheduledDate: '2037-06-16T00:30:00.000Z' });
    const morning = await addJob({ title: 'Dated', scheduledDate: '2037-06-16' });
    const crew = await owner.post('/api/crews', { name: 'Dated crew' }).then(expectStatus(201));
    const later = await addJob({ title: 'Dated', scheduledDate: '2037-06-18', crewId: crew.body.id });
    const ids = [evening, morning, later].map(({ body }) => body.id);
    const of = async (query: string) => idsOf(await list(`search=dated&sort=scheduledDate&${query}`, later));
    expect(await of('from=2037-06-15')).toEqual(ids);
    expect(await of('from=2037-06-16')).toEqual(ids.slice(1));
    expect(await of('from=2037-06-15&to=2037-06-15')).toEqual(ids.slice(0, 1));
    expect(await of('to=2037-06-17')).toEqual(ids.slice(0, 2));
    expect(await of('crewId=none')).toEqual(ids.slice(0, 2));
    expect(await of(`crewId=${crew.body.id}&serviceType=tree_removal`)).toEqual(ids.slice(2));
    expect(await of('serviceType=pruning')).toEqual([]);
    await owner.get('/api/jobs?from=tomorrow').then(expectStatus(400));
    await owner.get('/api/jobs?to=2037-02-30').then(expectStatus(400));
  });
});

describe('GET /api/jobs/figures', () => {
  test('The figures of the jobs count what is not removed by status', async () => {
    const counts = async (after: Answer) => {
      const seen = { 'x-min-position': after.headers.get('x-position') ?? '' };
      const { body } = await owner.get('/api/jobs/figures', seen).then(expectStatus(200));
      const of = (wanted: string) =>
        body.statuses.find(({ status }: { status: string }) => status === wanted)?.count ?? 0;
      return { count: body.count, unscheduled: of('unscheduled'), inProgress: of('in_progress') };
    };
    const first = await addJob();
    const before = await counts(first);
    const started = await owner.post(`/api/jobs/${first.body.id}/start`).then(expectStatus(200));
    const { count, unscheduled, inProgress } = before;
    expect(await counts(started)).toEqual({ count, unscheduled: unscheduled - 1, inProgress: inProgress + 1 });
    const removed = await owner.delete(`/api/jobs/${first.body.id}`).then(expectStatus(204));
    expect(await counts(removed)).toEqual({ count: count - 1, unscheduled: unscheduled - 1, inProgress });
  });
});

describe('a job', () => {
  test('A job is revised by what is named, and checked against what was seen', async () => {
    const { body } = await addJob({ description: 'By the gate' });
    const revised = await owner.put(`/api/jobs/${body.id}`, { description: '', priority: 'high' });
    expect(revised).toMatchObject({ status: 200, body: { description: null, priority: 'high', amount: '1200.00' } });
    const stale = await owner.put(`/api/jobs/${body.id}`, { amount: 5, expectedRevision: 0 }).then(expectStatus(409));
    expect(stale.body).toMatchObject({
      code: 'stale',
      record: { priority: 'high' },
      changes: [{ actorName: 'owner' }],
    });
    await owner.put(`/api/jobs/${randomUUID()}`, { amount: 5 }).then(expectStatus(404));
  });

  test('A job is started, completed, and takes no act that its status does not allow', async () => {
    const { id } = (await addJob()).body;
    await owner.post(`/api/jobs/${id}/complete`).then(expectStatus(409));
    expect((await owner.post(`/api/jobs/${id}/start`)).body.status).toBe('in_progress');
    expect((await owner.post(`/api/jobs/${id}/complete`)).body).toMatchObject({ status: 'completed', clock: null });
    await owner.post(`/api/jobs/${id}/complete`).then(expectStatus(409));
    const refused = await owner.post(`/api/jobs/${id}/cancel`, { reason: 'Too late' }).then(expectStatus(409));
    expect(refused.body.message).toBe('You cannot cancel a job that is completed.');
  });

  test('A job has a history, and each step of it is undone', async () => {
    const customerId = await addCustomer('Undo', 'Me');
    const created = await addJob({ customerId });
    const { id } = created.body;
    const cancelled = await owner.post(`/api/jobs/${id}/cancel`, { reason: 'Sold' }).then(expectStatus(200));
    expect(cancelled.body).toMatchObject({ status: 'cancelled', reason: 'Sold' });
    const back = await undo(id, cancelled).then(expectStatus(200));
    expect(back.body.record).toMatchObject({ status: 'unscheduled', reason: null, customerName: 'Undo Me' });
    const { body: steps } = await owner.get(`/api/history/job/${id}`).then(expectStatus(200));
    expect(steps.map(({ type }: { type: string }) => type)).toEqual(['JobCreated', 'JobCancelled', 'JobLifeRestored']);
    expect((await undo(id, created).then(expectStatus(200))).body.record.removed).toBe(true);
  });

  test('A job is told in the timeline of its customer, and in recent activity', async () => {
    const customerId = await addCustomer('Time', 'Line');
    const { id } = (await addJob({ customerId })).body;
    const started = await owner.post(`/api/jobs/${id}/start`).then(expectStatus(200));
    const seen = { 'x-min-position': started.headers.get('x-position') ?? '' };
    const { body } = await owner.get(`/api/customers/${customerId}/timeline`, seen).then(expectStatus(200));
    expect(body.map(({ category, type }: { category: string; type: string }) => `${category} ${type}`)).toEqual([
      'job JobStarted',
      'job JobCreated',
      'customer CustomerRegistered',
    ]);
    const [act] = (await owner.get('/api/activity?limit=1', seen).then(expectStatus(200))).body;
    expect(act).toMatchObject({ category: 'job', recordId: id, title: 'Time Line', status: 'in_progress' });
  });

  test('A job keeps its customer where the conversion of their lead is undone', async () => {
    const lead = (await owner.post('/api/leads', { name: 'Keep Me' }).then(expectStatus(201))).body;
    const converted = await owner.post(`/api/leads/${lead.id}/convert`).then(expectStatus(200));
    const { customerId } = converted.body;
    await addJob({ customerId });
    const act = { category: 'lead', id: lead.id, commandId: commandOf(converted) };
    const undone = await owner.post('/api/undo', act).then(expectStatus(200));
    expect(undone.body.kept).toMatchObject([{ category: 'customer', id: customerId }]);
  });

  test('A job is erased with its customer, in the list and its search', async () => {
    const customerId = await addCustomer('Job', 'Erased');
    const { id } = (await addJob({ customerId, title: 'Sequoia', serviceType: 'Hedge' })).body;
    const erased = await owner
      .post(`/api/customers/${customerId}/erase`, { confirm: 'Job Erased' })
      .then(expectStatus(200));
    expect(erased.body.isComplete).toBe(true);
    expect(await list('search=sequoia', erased)).toEqual([]);
    const { body } = await owner.get(`/api/jobs/${id}`).then(expectStatus(200));
    expect(body).toMatchObject({ title: '[erased]', serviceType: '[erased]', amount: '1200.00' });
    expect(body).toMatchObject({ customerName: '[erased]', erased: true });
    await owner.post(`/api/jobs/${id}/start`).then(expectStatus(410));
    await owner.post('/api/jobs', { ...OAK, customerId }).then((refused) => expect(refused.status).toBe(410));
  });

  test('A job is read by the auditor and changed by staff', async () => {
    const { client: auditor } = await addSignedIn(server, owner, 'auditor-of-jobs', { role: 'auditor' });
    const { client: staff } = await addSignedIn(server, owner, 'staff-of-jobs');
    await auditor.get('/api/jobs').then(expectStatus(200));
    await auditor.post('/api/jobs', OAK).then(expectStatus(403));
    await staff.post('/api/jobs', OAK).then(expectStatus(201));
    await server.stranger.get('/api/jobs').then(expectStatus(401));
  });
});
