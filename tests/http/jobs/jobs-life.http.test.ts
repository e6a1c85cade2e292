import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

const DAY = 86_400_000;
const addJob = async (body: object = {}) =>
  (await owner.post('/api/jobs', { address: '3 Elm St, Hadley', ...body }).then(expectStatus(201))).body;
const put = (id: string, body: object) => owner.put(`/api/jobs/${id}`, body);
const act = (id: string, name: string, body?: object, key?: string) =>
  owner.post(`/api/jobs/${id}/${name}`, body, key === undefined ? {} : { 'idempotency-key': key });
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
/** A day no test reaches, in winter time in New York, the company's default zone. */
const MONDAY = '2037-01-05';

async function list(query: string, after: Answer): Promise<Answer['body']> {
  const seen = { 'x-min-position': after.headers.get('x-position') ?? '' };
  return (await owner.get(`/api/jobs?${query}`, seen).then(expectStatus(200))).body;
}

describe('what is known of a job', () => {
  test('What is known of a job is taken as a whole, and shown', async () => {
    const said = {
      laborCost: '300',
      equipmentCost: 120.5,
      materialCost: '0',
      minimumCrewSize: '3',
      requiredSkills: ['Climbing', 'Climbing'],
      requiredEquipment: ['Chippers'],
      hazards: ['Wires', 'Dog'],
      earliestDate: '2037-01-01',
      latestDate: '2037-02-01',
      timeWindow: { start: '08:00', end: '12:00' },
      promisedStart: '2037-01-05T08:00:00-05:00',
      specialRequirements: 'Crane',
      accessInstructions: 'Gate',
      safetyNotes: 'Septic tank',
      pinned: true,
    };
    expect(await addJob(said)).toMatchObject({
      ...said,
      laborCost: '300.00',
      equipmentCost: '120.50',
      materialCost: '0.00',
      minimumCrewSize: 3,
      requiredSkills: ['Climbing'],
      promisedStart: '2037-01-05T13:00:00.000Z',
    });
  });

  test.each([
    [{ requiredEquipment: ['Spades'] }, 'requiredEquipment.0'],
    [{ minimumCrewSize: 0 }, 'minimumCrewSize'],
    [{ laborCost: -1 }, 'laborCost'],
    [{ earliestDate: '2037-02-01', latestDate: '2037-01-01' }, 'latestDate'],
    [{ earliestDate: '2037-02-30' }, 'earliestDate'],
    [{ latestDate: 'never' }, 'latestDate'],
    [{ timeWindow: { start: '12:00', end: '08:00' } }, 'timeWindow'],
    [{ promisedStart: 'soon' }, 'promisedStart'],
    [{ crewId: 'none' }, 'crewId'],
    [{ propertyId: 'none' }, 'propertyId'],
    [{ status: 'completed' }, 'status'],
    [{ customerId: 'somebody-else' }, 'customerId'],
    [{ status: 'scheduled', scheduledDate: null }, 'scheduledDate'],
  ])('A change of a job to %j is refused', async (change, path) => {
    const { id, revision } = await addJob();
    const refused = await put(id, change).then(expectStatus(400));
    expect(refused.body).toMatchObject({ code: 'invalid', issues: [{ path }] });
    expect((await owner.get(`/api/jobs/${id}`)).body.revision).toBe(revision);
  });

  test('A job brings the address of its property, and the names of customer and crew as they are today', async () => {
    const place = { address: '9 Pippin Hill', city: 'Amherst', state: 'MA', zipCode: '01002' };
    const customer = (await owner.post('/api/customers', { firstName: 'Ada', lastName: 'Lovelace', ...place })).body;
    const crew = (await owner.post('/api/crews', { name: 'North', memberIds: [] }).then(expectStatus(201))).body;
    const [{ id: propertyId }] = customer.properties;
    const body = { customerId: customer.id, propertyId, crewId: crew.id };
    const made = await owner.post('/api/jobs', body).then(expectStatus(201));
    expect(made.body).toMatchObject({
      ...body,
      address: '9 Pippin Hill, Amherst, MA 01002',
      customerName: 'Ada Lovelace',
    });
    const renamed = await owner.patch(`/api/crews/${crew.id}`, { name: 'South' }).then(expectStatus(200));
    await expect
      .poll(() => list(`crewId=${crew.id}`, renamed))
      .toMatchObject([{ id: made.body.id, crewName: 'South' }]);

    await owner.patch(`/api/crews/${crew.id}`, { isActive: false }).then(expectStatus(200));
    await owner.post('/api/jobs', body).then(expectStatus(400));
    // Keeping what it already has is not a new choice.
    await put(made.body.id, { crewId: crew.id, title: 'Oak' }).then(expectStatus(200));
    await owner.post('/api/jobs', { propertyId }).then(expectStatus(400));
    const nowhere = await owner.post('/api/jobs', { title: 'Oak' }).then(expectStatus(400));
    expect(nowhere.body.issues).toEqual([{ path: 'address', message: 'Enter the address of the job.' }]);

    const relations = await list(`customerId=${customer.id}&with_relations=true`, made);
    expect(relations).toMatchObject([
      { job: { id: made.body.id }, customer: { id: customer.id, city: 'Amherst' }, estimate: null },
    ]);
  });

  test('The job list is sorted and searched by what is known of a job', async () => {
    const jobs = [
      await addJob({ title: 'Zelkova 2', address: '10 Birch Rd', priority: 'low', amount: 5 }),
      await addJob({ title: 'Zelkova 10', address: '9 Birch Rd', priority: 'urgent' }),
    ];
    const last = await put(jobs[1].id, { scheduledDate: MONDAY }).then(expectStatus(200));
    const numbers = async (query: string) =>
      (await list(`search=zelkova&${query}`, last)).map(({ id }: { id: string }) =>
        jobs.findIndex((job) => job.id === id),
      );
    expect(await numbers('sort=title')).toEqual([0, 1]);
    expect(await numbers('sort=address')).toEqual([1, 0]);
    expect(await numbers('sort=priority')).toEqual([1, 0]);
    expect(await numbers('sort=-jobNumber')).toEqual([1, 0]);
    expect(await numbers('unscheduled=true')).toEqual([0]);
    expect((await list('search=birch', last)).length).toBe(2);
    expect((await list('limit=1&with_relations=true', last))[0]).toMatchObject({ customer: null });
    const gone = await owner.delete(`/api/jobs/${jobs[0].id}`).then(expectStatus(204));
    expect(await list('search=zelkova&removed=true', gone)).toMatchObject([{ id: jobs[0].id, removed: true }]);
    await owner.post(`/api/jobs/${jobs[0].id}/restore`).then(expectStatus(200));
  });
});

describe('scheduling a job', () => {
  test('A job is scheduled by what the calendar sends: the day, the start and the end', async () => {
    const { id } = await addJob();
    const [start, end] = [`${MONDAY}T13:00:00.000Z`, `${MONDAY}T17:00:00.000Z`];
    const dropped = { scheduledDate: start, status: 'scheduled', estimatedStartTime: start, estimatedEndTime: end };
    const scheduled = await put(id, dropped).then(expectStatus(200));
    expect(scheduled.body).toMatchObject({ ...dropped, visits: [{ start, end }] });
    expect(scheduled.body.warnings).toEqual([]);
    const late = await owner.post(`/api/jobs/${id}/unschedule`, { expectedRevision: 0 }).then(expectStatus(409));
    expect(late.body).toMatchObject({ code: 'stale', record: { status: 'scheduled' } });
    for (const expectedRevision of [-1, 1.5, 1e300, 'abc', {}]) {
      const { body } = await owner.post(`/api/jobs/${id}/unschedule`, { expectedRevision }).then(expectStatus(400));
      expect(body.message).toBe('expectedRevision must be the revision of a record.');
    }
    const back = await put(id, { scheduledDate: null }).then(expectStatus(200));
    expect(back.body).toMatchObject({ status: 'unscheduled', scheduledDate: null, visits: [] });
    const undone = await owner.post('/api/undo', { category: 'job', id, commandId: back.headers.get('x-command-id') });
    expect(undone).toMatchObject({ status: 200, body: { record: { status: 'scheduled', scheduledDate: start } } });
  });

  test('A job that is scheduled by a day alone begins at eight, and takes as long as is estimated', async () => {
    const { id } = await addJob({ estimatedDuration: 2.5 });
    const { body } = await put(id, { scheduledDate: MONDAY }).then(expectStatus(200));
    expect(body.visits).toEqual([{ start: `${MONDAY}T13:00:00.000Z`, end: `${MONDAY}T15:30:00.000Z` }]);
    // In summer that is an hour earlier in UTC: the wall clock counts.
    const summer = await put(id, { scheduledDate: '2037-07-06' }).then(expectStatus(200));
    expect(summer.body.scheduledDate).toBe('2037-07-06T12:00:00.000Z');
  });

  test('A job is scheduled over several days, also as it is made', async () => {
    const visits = [5, 7].map((day) => ({
      start: `2037-01-0${day}T13:00:00.000Z`,
      end: `2037-01-0${day}T21:00:00.000Z`,
    }));
    const { id, ...made } = await addJob({ visits });
    expect(made).toMatchObject({ status: 'scheduled', visits });
    const moved = await put(id, { scheduledDate: '2037-01-06T13:00:00.000Z' }).then(expectStatus(200));
    expect(moved.body.visits.map(({ start }: { start: string }) => start.slice(0, 10))).toEqual([
      '2037-01-06',
      '2037-01-08',
    ]);
    const overlap = await put(id, { visits: [visits[0], visits[0]] }).then(expectStatus(400));
    expect(overlap.body.issues).toMatchObject([{ path: 'visits' }]);
  });

  test('Scheduling a job in the past, or on a day that the customer did not want, is warned of', async () => {
    const { id } = await addJob({ earliestDate: '2037-01-01' });
    const { body } = await put(id, { scheduledDate: '2020-06-15' }).then(expectStatus(200));
    expect(body.warnings).toEqual(['The date of the job is in the past.', 'The date is before the earliest date.']);
    await put(id, { scheduledDate: 'tomorrow' }).then(expectStatus(400));
    await put(id, { estimatedEndTime: '2020-06-15T11:00:00Z' }).then(expectStatus(400));
  });
});

describe('the work on a job', () => {
  test('The work on a job is started, paused, resumed, held and completed, with the times of the device', async () => {
    const { id } = await addJob();
    expect((await act(id, 'start', { at: ago(4 * 3_600_000) })).body).toMatchObject({
      status: 'in_progress',
      clock: 'running',
    });
    expect((await act(id, 'pause', { at: ago(3 * 3_600_000) })).body).toMatchObject({
      status: 'in_progress',
      clock: 'paused',
      clockHours: 1,
    });
    await act(id, 'pause').then(expectStatus(409));
    expect((await act(id, 'resume', { at: ago(2 * 3_600_000) })).body.clock).toBe('running');
    const held = await act(id, 'hold', { at: ago(3_600_000), reason: 'Wind' }).then(expectStatus(200));
    expect(held.body).toMatchObject({ status: 'on_hold', reason: 'Wind', clock: null, clockHours: 2 });
    expect((await act(id, 'resume')).body).toMatchObject({ status: 'in_progress', reason: null, clock: 'running' });
    const early = await act(id, 'complete', { at: ago(2 * 3_600_000) }).then(expectStatus(400));
    expect(early.body.issues).toMatchObject([{ path: 'at' }]);
    expect((await act(id, 'complete')).body).toMatchObject({ status: 'completed', completedAt: expect.any(String) });
    await act(id, 'complete').then(expectStatus(409));
    await act(id, 'unschedule').then(expectStatus(409));
  });

  test('The work on a job has its true times where the clock of the phone is wrong by a day', async () => {
    const { id } = await addJob();
    const { body } = await act(id, 'start', { at: ago(DAY + 3_600_000), sentAt: ago(DAY) }).then(expectStatus(200));
    expect(Math.abs(Date.parse(body.startedAt) - Date.parse(ago(3_600_000)))).toBeLessThan(60_000);
    const ahead = ago(-DAY);
    await act(id, 'pause', { at: ahead }).then(expectStatus(400));
    const paused = await act(id, 'pause', { at: ahead, sentAt: ahead }).then(expectStatus(200));
    expect(paused.body.clockHours).toBeCloseTo(1, 1);
  });

  test('The start of the work on a job sent again later is the same act, whenever it is sent', async () => {
    const { id } = await addJob();
    const key = randomUUID();
    const at = ago(3_600_000);
    const first = await act(id, 'start', { at, sentAt: ago(1_000) }, key).then(expectStatus(200));
    const again = await act(id, 'start', { at, sentAt: ago(0) }, key).then(expectStatus(200));
    expect(again.body).toEqual(first.body);
    expect(await act(id, 'start', { at: ago(7_200_000) }, key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    });
  });

  test('The work on a job is begun by one of two who start it at once', async () => {
    const { id } = await addJob();
    const answers = await Promise.all([act(id, 'start'), act(id, 'start')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await owner.get(`/api/jobs/${id}`)).body.work).toHaveLength(1);
  });
});
