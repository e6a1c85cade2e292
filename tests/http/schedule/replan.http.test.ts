import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

// The company is in New York; the time is six o'clock there on a Monday in June. Crews work from 7:30 to 16:00.
const NOW = Date.parse('2037-06-15T10:00:00Z');
const DAY = '2037-06-16';
const NEXT = '2037-06-17';

let server: TestServer;
let owner: Client;
let north: string;
let south: string;
let customerId: string;

beforeAll(async () => {
  server = await startTestServer({}, () => NOW);
  owner = await server.signIn();
  const ada = { firstName: 'Ada', lastName: 'King', phone: '413-555-0100', email: 'ada@example.com' };
  customerId = (await add('/api/customers', ada)).id;
  north = await addCrew('North');
  south = await addCrew('South');
});
afterAll(() => server.close());
afterEach(async () => {
  for (const { id } of (await owner.get('/api/jobs')).body)
    await owner.delete(`/api/jobs/${id}`).then(expectStatus(204));
});

const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body;
const replan = (body: object = {}) =>
  owner.post('/optimizer/schedule/replan', { kind: 'rain_day', date: DAY, ...body });
const planOf = async (body: object = {}): Promise<Answer['body']> => (await replan(body).then(expectStatus(200))).body;
const apply = (planId: string) => owner.post(`/optimizer/plans/${planId}/apply`);
const jobOf = async (id: string) => (await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body;
const at = (time: string, day = DAY) => `${day}T${time}:00-04:00`;
const wall = (instant: string) => new Date(Date.parse(instant) - 4 * 3_600_000).toISOString().slice(0, 16);

async function addCrew(name: string): Promise<string> {
  const memberIds = [
    (await add('/api/staff', { lastName: name })).id,
    (await add('/api/staff', { lastName: name })).id,
  ];
  return (await add('/api/crews', { name, memberIds, homeAddress: '1 Main St, Amherst, MA 01002' })).id;
}

/** A job on a day, from one time to another. */
async function addJob(crewId: string, start: string, end: string, more: object = {}, day = DAY): Promise<string> {
  const visits = [{ start: at(start, day), end: at(end, day) }];
  const known = { customerId, address: '12 Elm St, Hadley, MA 01035', minimumCrewSize: 1, crewId, visits };
  return (await add('/api/jobs', { ...known, overrideReason: 'Test', ...more })).id;
}

/** For each job, its crew and start; null if it no longer has a day. */
async function placesOf(...ids: string[]) {
  const jobs = await Promise.all(ids.map(jobOf));
  return jobs.map(({ crewId, visits }) =>
    visits.length === 0 ? null : `${crewId === north ? 'north' : 'south'} ${wall(visits[0].start)}`,
  );
}

/** The parts of a job that a plan changes. */
async function stateOf(...ids: string[]) {
  const jobs = await Promise.all(ids.map(jobOf));
  return jobs.map(({ status, visits, crewId, pinned, conflicts, overrideReason }) => {
    return { status, visits, crewId, pinned, conflicts, overrideReason };
  });
}

describe('a rain day', () => {
  test('A rain day moves what has not started, around all else, and one undo puts everything back', async () => {
    const promised = await addJob(north, '08:00', '12:00', { promisedStart: at('08:00') });
    const pinned = await addJob(north, '12:30', '14:30', { pinned: true });
    const southern = await addJob(south, '08:00', '11:00');
    const begun = await addJob(south, '12:00', '15:00');
    await owner.post(`/api/jobs/${begun}/start`, {}).then(expectStatus(200));
    const others = [
      await addJob(south, '08:00', '11:00', {}, NEXT),
      await addJob(north, '08:00', '11:00', {}, '2037-06-18'),
    ];
    const moved = [promised, pinned, southern];
    const before = await stateOf(...moved, ...others, begun);

    const answer = await planOf();
    expect(answer).toMatchObject({ success: true, kind: 'rain_day', unassigned: [] });
    expect(answer.summary.message).toBe('3 jobs move to another place.');
    expect(answer.moves.map(({ job_id }: { job_id: string }) => job_id).toSorted()).toEqual(moved.toSorted());
    expect(answer.moves[0]).toMatchObject({
      job_id: promised,
      customer_name: 'Ada King',
      phone: '413-555-0100',
      email: 'ada@example.com',
      from: { crew_id: north, crew_name: 'North', start: `${DAY}T08:00`, end: `${DAY}T12:00` },
      to: { crew_id: north, crew_name: 'North', start: expect.stringContaining(NEXT) },
      is_promised: true,
      days_later: 1,
    });
    expect(answer.fixed).toContainEqual(expect.objectContaining({ job_id: begun, reason: 'Work has begun.' }));
    const kept = (await owner.get(`/optimizer/plans/${answer.plan_id}`).then(expectStatus(200))).body;
    expect(kept).toMatchObject({ kind: 'rain_day', mode: 'least_disruption', moves: answer.moves, status: 'proposed' });

    const applied = await apply(answer.plan_id).then(expectStatus(200));
    expect(applied.body).toMatchObject({ jobs_updated: 3, category: 'batch' });
    expect((await apply(answer.plan_id).then(expectStatus(200))).body).toEqual(applied.body);
    const places = await placesOf(...moved);
    expect(places).toEqual([
      expect.stringContaining(NEXT),
      expect.stringContaining('2037-06-1'),
      expect.stringContaining(NEXT),
    ]);
    expect(places.join()).not.toContain(DAY);
    expect(await jobOf(pinned)).toMatchObject({ pinned: true, status: 'scheduled', crewId: north });
    expect(await stateOf(...others, begun)).toEqual(before.slice(moved.length));
    expect((await owner.get(`/api/batches/${applied.body.id}`)).body).toMatchObject({ kind: 'rain_day', done: 3 });

    const { category, id, commandId } = applied.body;
    await owner.post('/api/undo', { category, id, commandId }).then(expectStatus(200));
    expect(await stateOf(...moved, ...others, begun)).toEqual(before);
  });

  test('A rain day leaves the visit of a customer who was erased, and moves the others', async () => {
    const gone = (await add('/api/customers', { firstName: 'Grace', lastName: 'Gone' })).id;
    const erased = await addJob(north, '08:00', '10:00', { customerId: gone });
    const other = await addJob(north, '10:30', '12:30');
    await owner.post(`/api/customers/${gone}/erase`, { confirm: 'Grace Gone' }).then(expectStatus(200));
    const answer = await planOf();
    expect(answer.moves).toMatchObject([{ job_id: other }]);
    expect(answer.fixed).toContainEqual(
      expect.objectContaining({ job_id: erased, reason: 'Its customer was erased.' }),
    );
    await apply(answer.plan_id).then(expectStatus(200));
    expect(await placesOf(erased)).toEqual([`north ${DAY}T08:00`]);
  });

  test('A rain day gives the next free place to whom a time was promised, and takes off its day what fits nowhere', async () => {
    const full = [await addJob(north, '07:30', '12:00', {}, NEXT), await addJob(south, '07:30', '16:00', {}, NEXT)];
    // Only one of the two has room on the next day.
    const later = await addJob(north, '08:00', '10:00', {
      priority: 'urgent',
      address: '1 Main St, Amherst, MA 01002',
    });
    const told = await addJob(south, '08:00', '10:00', {
      promisedStart: at('08:00'),
      address: '1 Main St, Amherst, MA 01002',
    });
    const lost = await addJob(north, '11:00', '12:00', { latestDate: DAY });
    const answer = await planOf();
    expect(answer.unassigned).toMatchObject([{ job_id: lost, reason: 'The customer wants it on other days.' }]);
    expect(answer.summary.message).toContain('1 job fits nowhere, and goes back to the unscheduled jobs.');
    const { moves } = answer;
    expect(moves.map(({ job_id, days_later }: Record<string, unknown>) => [job_id, days_later])).toEqual([
      [told, 1],
      [lost, null],
      [later, 2],
    ]);
    const before = await stateOf(lost);
    const applied = await apply(answer.plan_id).then(expectStatus(200));
    expect(await placesOf(lost, ...full)).toEqual([null, `north ${NEXT}T07:30`, `south ${NEXT}T07:30`]);
    const { category, id, commandId } = applied.body;
    await owner.post('/api/undo', { category, id, commandId }).then(expectStatus(200));
    expect(await stateOf(lost)).toEqual(before);
  });

  test('A rain day goes over the weekend, and moves a job of several days as a whole', async () => {
    const friday = '2037-06-19';
    const visits = ['08:00', '08:00'].map((start, day) => ({
      start: at(start, day === 0 ? friday : '2037-06-22'),
      end: at('15:00', day === 0 ? friday : '2037-06-22'),
    }));
    const long = await addJob(north, '08:00', '15:00', { visits, pinned: true }, friday);
    const answer = await planOf({ date: friday, to: '2037-06-24' });
    expect(answer.moves).toMatchObject([{ job_id: long, to: { start: expect.stringContaining('2037-06-22') } }]);
    await apply(answer.plan_id).then(expectStatus(200));
    expect((await jobOf(long)).visits).toHaveLength(2);
    // Two days of work do not fit into one.
    expect((await planOf({ date: '2037-06-22', to: '2037-06-23' })).moves).toMatchObject([{ job_id: long, to: null }]);
  });

  test('A rain day of one crew leaves the others as they are, and gives them nothing on that day', async () => {
    await addJob(south, '08:00', '10:00');
    const id = await addJob(north, '08:00', '10:00');
    expect((await planOf({ crew_id: north })).moves).toMatchObject([
      { job_id: id, to: { crew_id: north, start: expect.stringContaining(NEXT) } },
    ]);
  });

  test('A rain day that was planned before the schedule moved is not applied', async () => {
    const id = await addJob(north, '08:00', '10:00');
    const { plan_id } = await planOf();
    await owner.put(`/api/jobs/${id}`, { visits: [{ start: at('09:00'), end: at('11:00') }] }).then(expectStatus(200));
    const refused = await apply(plan_id);
    expect(refused).toMatchObject({ status: 409, body: { code: 'stale', moved: [{ text: expect.any(String) }] } });
    expect(await placesOf(id)).toEqual([`north ${DAY}T09:00`]);
  });

  test('A rain day on which nothing has to move says so', async () => {
    const said = async (body: object) => {
      const { success, plan_id, moves, summary } = await planOf(body);
      expect({ success, plan_id, moves }).toEqual({ success: false, plan_id: null, moves: [] });
      return summary.message;
    };
    expect(await said({})).toBe('Nothing has to move: no jobs are waiting to start then.');
    await addJob(north, '08:00', '10:00');
    expect(await said({ from: '10:00' })).toContain('Nothing has to move');
    const gone = await add('/api/customers', { firstName: 'Grace', lastName: 'Gone' });
    await addJob(north, '11:00', '12:00', { customerId: gone.id });
    await owner.post(`/api/customers/${gone.id}/erase`, { confirm: 'Grace Gone' }).then(expectStatus(200));
    expect(await said({ from: '10:00' })).toMatch(/^Nothing can be moved: .* customers who were erased\. Delete/);
    expect(await said({ date: '2037-06-12' })).toBe('This day is over. Choose today or later.');
  });
});

test('A truck that is down at half past ten leaves what is done by then, and another crew comes on the same day', async () => {
  const morning = await addJob(north, '08:00', '10:00');
  const told = await addJob(north, '11:00', '13:00', { promisedStart: at('11:00') });
  const waits = await addJob(north, '13:30', '15:30');
  const answer = await planOf({ kind: 'truck_down', crew_id: north, from: '10:30' });
  expect(answer).toMatchObject({
    kind: 'truck_down',
    moves: [
      { job_id: told, to: { crew_id: south, start: `${DAY}T11:00` }, days_later: 0, is_promised: true },
      // The other crew has its hour free.
      { job_id: waits, to: { crew_id: south, start: `${DAY}T13:30` }, days_later: 0 },
    ],
  });
  await apply(answer.plan_id).then(expectStatus(200));
  expect(await placesOf(morning, told)).toEqual([`north ${DAY}T08:00`, `south ${DAY}T11:00`]);
});

test('A truck that is down takes a job to another crew on the next day before its own crew days later', async () => {
  await addJob(south, '07:30', '16:00');
  await addJob(north, '07:30', '16:00', {}, NEXT);
  const id = await addJob(north, '08:00', '10:00');
  expect((await planOf({ kind: 'truck_down', crew_id: north })).moves).toMatchObject([
    { job_id: id, to: { crew_id: south, start: expect.stringContaining(NEXT) }, days_later: 1 },
  ]);
});

test.each([
  [{ kind: 'snow' }, 'kind'],
  [{ date: '2037-02-30' }, 'date'],
  [{ date: undefined }, 'date'],
  [{ from: '25:00' }, 'from'],
  [{ to: '2037-06-15' }, 'to'],
  [{ to: '2037-07-01' }, 'to'],
  [{ crew_id: 'nobody' }, 'crew_id'],
  [{ kind: 'truck_down' }, 'crew_id'],
  [{ seed: -1 }, 'seed'],
])('Replanning with %o is answered with 400 and names the field', async (body, field) => {
  expect(await replan(body)).toMatchObject({ status: 400, body: { issues: [{ path: field }] } });
});

test('Replanning a day after which none can be counted is refused for what it is', async () => {
  const refused = await replan({ date: '9999-12-31' }).then(expectStatus(400));
  const message = 'date must be before the year 9999.';
  expect(refused.body).toEqual({ message, code: 'invalid', issues: [{ path: 'date', message }] });
});
