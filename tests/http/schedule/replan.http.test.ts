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

  test('A rain day that looks at no other day says so of what it takes off', async () => {
    await addJob(north, '08:00', '10:00');
    const { unassigned } = await planOf({ to: DAY });
    expect(unassigned).toMatchObject([
      { reason: 'It has to leave the only days that were looked at.', relaxation: null },
    ]);
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
  [{ kind: 'rain_day', equipment_id: 'saw' }, 'equipment_id'],
  [{ kind: 'absence' }, 'person_id'],
  [{ kind: 'rain_day', person_id: 'ann' }, 'person_id'],
  [{ kind: 'absence', person_id: 'ann', crew_id: 'elm' }, 'crew_id'],
  [{ kind: 'rain_day', until: DAY }, 'until'],
  [{ kind: 'absence', person_id: 'ann', until: '2037-06-15' }, 'until'],
  [{ kind: 'absence', person_id: 'ann', until: NEXT, to: DAY }, 'to'],
  [{ seed: -1 }, 'seed'],
])('Replanning with %o is answered with 400 and names the field', async (body, field) => {
  expect(await replan(body)).toMatchObject({ status: 400, body: { issues: [{ path: field }] } });
});

test('Replanning a day after which none can be counted is refused for what it is', async () => {
  const refused = await replan({ date: '9999-12-31' }).then(expectStatus(400));
  const message = 'date must be before the year 9999.';
  expect(refused.body).toEqual({ message, code: 'invalid', issues: [{ path: 'date', message }] });
});

describe('a machine that broke', () => {
  const CHIPPERS = ['Chippers'];
  let southChipper: string;

  /** What a crew takes along. */
  const equip = async (crewId: string, name: string) => {
    const { id } = await add('/api/equipment', { name, category: 'Chippers', assignedTo: crewId });
    return id as string;
  };
  const statusOf = async (id: string) => (await owner.get(`/api/equipment/${id}`).then(expectStatus(200))).body.status;

  beforeAll(async () => {
    southChipper = await equip(south, 'Vermeer');
  });
  afterAll(async () => {
    for (const { id } of (await owner.get('/api/equipment')).body)
      await owner.delete(`/api/equipment/${id}`).then(expectStatus(204));
  });

  test('What needs it goes to a crew that has another, the rest stays, and one undo puts it back to work', async () => {
    const broken = await equip(north, 'Bandit');
    const needs = await addJob(north, '08:00', '10:00', { requiredEquipment: CHIPPERS });
    const stays = await addJob(north, '11:00', '13:00');
    const answer = await planOf({ kind: 'truck_down', crew_id: north, equipment_id: broken });
    expect(answer).toMatchObject({
      kind: 'machine_down',
      outage: { category: 'equipment', id: broken, name: 'Bandit', from: DAY, to: DAY, half: null },
      moves: [{ job_id: needs, to: { crew_id: south, start: `${DAY}T08:00` }, days_later: 0 }],
    });
    expect(answer.moves).toHaveLength(1);
    expect(await statusOf(broken)).toBe('available');
    const kept = (await owner.get(`/optimizer/plans/${answer.plan_id}`).then(expectStatus(200))).body;
    expect(kept).toMatchObject({ kind: 'machine_down', outage: answer.outage });

    const applied = (await apply(answer.plan_id).then(expectStatus(200))).body;
    expect(applied).toMatchObject({ jobs_updated: 1, refused: [] });
    expect(await statusOf(broken)).toBe('out_of_service');
    expect(await placesOf(needs, stays)).toEqual([`south ${DAY}T08:00`, `north ${DAY}T11:00`]);
    const batch = (await owner.get(`/api/batches/${applied.id}`)).body;
    expect(batch).toMatchObject({ kind: 'machine_down' });

    const { category, id, commandId } = applied;
    await owner.post('/api/undo', { category, id, commandId }).then(expectStatus(200));
    expect(await statusOf(broken)).toBe('available');
    expect(await placesOf(needs, stays)).toEqual([`north ${DAY}T08:00`, `north ${DAY}T11:00`]);
    await owner.delete(`/api/equipment/${broken}`).then(expectStatus(204));
  });

  test('Without a crew it is missing to whoever has it, and where nothing needs it, it is out of service all the same', async () => {
    const job = await addJob(south, '08:00', '10:00', { requiredEquipment: CHIPPERS });
    const answer = await planOf({ kind: 'truck_down', equipment_id: southChipper });
    // No crew has another one.
    expect(answer.moves).toMatchObject([{ job_id: job, to: null }]);
    expect(answer.unassigned).toMatchObject([{ job_id: job, reason: expect.stringContaining('equipment') }]);
    await owner.delete(`/api/jobs/${job}`).then(expectStatus(204));

    const idle = await planOf({ kind: 'truck_down', equipment_id: southChipper });
    expect(idle).toMatchObject({ success: true, moves: [], summary: { message: 'Nothing has to move.' } });
    const { category, id, commandId, jobs_updated } = (await apply(idle.plan_id).then(expectStatus(200))).body;
    expect(jobs_updated).toBe(0);
    expect(await statusOf(southChipper)).toBe('out_of_service');
    await owner.post('/api/undo', { category, id, commandId }).then(expectStatus(200));
    expect(await statusOf(southChipper)).toBe('available');
  });

  test('A machine of another crew, and none that there is, are refused by name', async () => {
    const refusedAs = async (body: object) =>
      (await replan({ kind: 'truck_down', ...body }).then(expectStatus(400))).body;
    expect((await refusedAs({ crew_id: north, equipment_id: southChipper })).message).toBe(
      'Vermeer is not with North. Choose one of its machines, or leave the crew out.',
    );
    expect((await refusedAs({ equipment_id: 'none' })).message).toBe(
      'There is no machine with this id. Choose one from the list.',
    );
  });
});

describe('somebody is sick', () => {
  const daysOffOf = async (person: string) => {
    const { body } = await owner.get('/api/hr/time-off').then(expectStatus(200));
    return body.filter(({ employeeId }: { employeeId: string }) => employeeId === person);
  };
  let east: string;
  let climber: string;
  let colleague: string;

  beforeAll(async () => {
    climber = (await add('/api/staff', { firstName: 'Cleo', lastName: 'Climber', skills: ['Climbing'] })).id;
    colleague = (await add('/api/staff', { firstName: 'Gus', lastName: 'Ground' })).id;
    const home = { homeAddress: '1 Main St, Amherst, MA 01002' };
    east = (await add('/api/crews', { name: 'East', memberIds: [climber, colleague], ...home })).id;
    const other = (await add('/api/staff', { lastName: 'West', skills: ['Climbing'] })).id;
    await add('/api/crews', { name: 'West', memberIds: [other], ...home });
  });

  test('What the crew cannot do without them moves, the rest stays, and the sick days are recorded and undone', async () => {
    const climbs = await addJob(east, '08:00', '10:00', { requiredSkills: ['Climbing'] });
    const big = await addJob(east, '10:30', '12:00', { minimumCrewSize: 2 });
    const stays = await addJob(east, '13:00', '15:00');
    const answer = await planOf({ kind: 'absence', person_id: climber });
    expect(answer).toMatchObject({
      kind: 'absence',
      outage: { category: 'staff', id: climber, name: 'Cleo Climber', from: DAY, to: DAY, half: null },
    });
    expect(answer.moves.map((move: { job_id: string; days_later: number }) => [move.job_id, move.days_later])).toEqual([
      [climbs, 0],
      [big, 0],
    ]);
    expect(await daysOffOf(climber)).toEqual([]);
    const applied = (await apply(answer.plan_id).then(expectStatus(200))).body;
    expect(applied).toMatchObject({ jobs_updated: 2, refused: [] });
    expect(await daysOffOf(climber)).toMatchObject([
      { requestType: 'sick', status: 'approved', startDate: DAY, endDate: DAY, half: null },
    ]);
    expect((await jobOf(stays)).visits[0].start).toBe(new Date(at('13:00')).toISOString());

    // Nobody is sick twice.
    const twice = await replan({ kind: 'absence', person_id: climber }).then(expectStatus(400));
    expect(twice.body.message).toBe(`Cleo Climber is already off then: ${DAY}. Choose other days.`);

    const { category, id, commandId } = applied;
    await owner.post('/api/undo', { category, id, commandId }).then(expectStatus(200));
    expect(await daysOffOf(climber)).toEqual([]);
    expect((await jobOf(climbs)).crewId).toBe(east);
  });

  test('Several days are planned without them, and from noon on it is the afternoon', async () => {
    const next = await addJob(east, '08:00', '10:00', { requiredSkills: ['Climbing'] }, NEXT);
    const long = await planOf({ kind: 'absence', person_id: climber, until: NEXT });
    expect(long).toMatchObject({ outage: { from: DAY, to: NEXT, half: null }, moves: [{ job_id: next }] });
    const short = await planOf({ kind: 'absence', person_id: climber, date: NEXT, from: '12:30' });
    expect(short).toMatchObject({ outage: { from: NEXT, to: NEXT, half: 'afternoon' }, moves: [] });
    expect((await planOf({ kind: 'absence', person_id: climber, date: '2037-06-12' })).summary.message).toBe(
      'This day is over. Choose today or later.',
    );
  });

  test('Who asked for time off, who left and who is not known are refused for what they are', async () => {
    const said = async (person_id: string, date = DAY) =>
      (await replan({ kind: 'absence', person_id, date }).then(expectStatus(400))).body.message;
    const asked = { requestType: 'vacation', startDate: '2037-06-18', endDate: '2037-06-19', employeeId: colleague };
    await add('/api/hr/time-off', asked);
    expect(await said(colleague, '2037-06-19')).toBe(
      'Gus Ground has asked for time off then: 2037-06-18 to 2037-06-19. Decide on that first.',
    );
    expect(await said('nobody')).toBe('There is nobody with this id. Choose someone from the list.');
  });
});
