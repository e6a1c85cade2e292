import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

// The company is in New York; the time is eight o'clock there on a Monday in June.
const NOW = Date.parse('2026-06-15T12:00:00Z');

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer({}, () => NOW);
  owner = await server.signIn();
});
afterAll(() => server.close());

const OAK = { address: '3 Elm St, Hadley', serviceType: 'tree_removal', amount: '1200' };
const addJob = (body: object) => owner.post('/api/jobs', { ...OAK, ...body }).then(expectStatus(201));
const at = (day: string, start: string, end: string) => ({
  visits: [{ start: `${day}T${start}:00-04:00`, end: `${day}T${end}:00-04:00` }],
});

async function schedule(from: string, to: string, after?: Answer): Promise<Answer['body']> {
  const seen = after ? { 'x-min-position': after.headers.get('x-position') ?? '' } : {};
  return (await owner.get(`/api/schedule?from=${from}&to=${to}`, seen).then(expectStatus(200))).body;
}

describe('GET /api/schedule', () => {
  test('The schedule tells what is done when, with what the rules ask about', async () => {
    const customer = await owner.post('/api/customers', { firstName: 'Ada', lastName: 'King' }).then(expectStatus(201));
    const person = {
      firstName: 'Lee',
      lastName: 'Ash',
      skills: ['Climbing'],
      certifications: [{ name: 'Arborist', issuedOn: null, expiresOn: '2027-01-31' }],
    };
    const lee = (await owner.post('/api/staff', person).then(expectStatus(201))).body.id;
    const saw = { name: 'Big saw', category: 'Chainsaws', nextMaintenance: '2026-07-01' };
    const sawId = (await owner.post('/api/equipment', saw).then(expectStatus(201))).body.id;
    const crew = { name: 'North', memberIds: [lee], defaultEquipmentIds: [sawId] };
    const crewId = (await owner.post('/api/crews', crew).then(expectStatus(201))).body.id;
    const made = await addJob({
      ...at('2026-06-15', '08:00', '12:00'),
      customerId: customer.body.id,
      crewId,
      minimumCrewSize: 3,
      requiredSkills: ['Climbing'],
      requiredEquipment: ['Chainsaws'],
      estimatedDuration: 4,
      earliestDate: '2026-06-10',
      latestDate: '2026-06-20',
      timeWindow: { start: '07:00', end: '13:00' },
      promisedStart: '2026-06-15T12:00:00Z',
      pinned: true,
    });

    const answer = await schedule('2026-06-15', '2026-06-16', made);
    expect(answer.jobs).toEqual([
      {
        id: made.body.id,
        revision: made.body.revision,
        number: made.body.jobNumber,
        title: null,
        customer: 'Ada King',
        address: OAK.address,
        service: 'tree_removal',
        priority: 'normal',
        status: 'scheduled',
        crewId,
        pinned: true,
        amount: '1200.00',
        hours: 4,
        crewSize: 3,
        skills: ['Climbing'],
        equipment: ['Chainsaws'],
        earliest: '2026-06-10',
        latest: '2026-06-20',
        window: { start: '07:00', end: '13:00' },
        remainingHours: 0,
        promised: '2026-06-15T12:00:00.000Z',
        visits: [{ start: '2026-06-15T08:00-04:00', end: '2026-06-15T12:00-04:00' }],
      },
    ]);
    const { from, to, today, zone, workingDays, workingHours, days, crews, people, machines } = answer;
    expect({ from, to, today, zone }).toEqual({
      from: '2026-06-15',
      to: '2026-06-16',
      today: '2026-06-15',
      zone: 'America/New_York',
    });
    expect(days).toEqual([
      { day: '2026-06-15', isWorkingDay: true, jobs: 1, crewHours: 4, amount: '1200.00' },
      { day: '2026-06-16', isWorkingDay: true, jobs: 0, crewHours: 0, amount: '0.00' },
    ]);
    expect(workingDays).toContain('monday');
    expect(crews).toEqual([
      { id: crewId, name: 'North', isActive: true, memberIds: [lee], equipmentIds: [sawId], workingHours },
    ]);
    const certificates = [{ name: 'Arborist', expiresOn: '2027-01-31' }];
    expect(people).toEqual([{ id: lee, name: 'Lee Ash', skills: ['Climbing'], certificates }]);
    expect(machines).toEqual([
      {
        id: sawId,
        name: 'Big saw',
        category: 'Chainsaws',
        status: 'available',
        nextMaintenance: '2026-07-01',
        assignedTo: null,
      },
    ]);
  });

  test('The schedule of a day after which none can be counted is refused for what it is', async () => {
    const refused = await owner.get('/api/schedule?from=9999-12-31&to=9999-12-31').then(expectStatus(400));
    expect(refused.body).toMatchObject({ message: 'from must be before the year 9999.', code: 'invalid' });
  });

  test('The schedule has the jobs of several days that began before the range, and none that pause in it', async () => {
    const days = (...all: string[]) => ({ visits: all.flatMap((day) => at(day, '08:00', '16:00').visits) });
    const long = await addJob({ ...days('2026-07-01', '2026-07-06'), title: 'Long' });
    await addJob({ ...days('2026-07-01', '2026-07-09'), title: 'Pauses' });
    const overnight = { visits: [{ start: '2026-07-05T22:00:00-04:00', end: '2026-07-06T02:00:00-04:00' }] };
    const last = await addJob({ ...overnight, title: 'Storm' });
    const answer = await schedule('2026-07-06', '2026-07-07', last);
    expect(answer.jobs.map((each: { title: string }) => each.title).sort()).toEqual(['Long', 'Storm']);
    expect(answer.jobs.find((each: { id: string }) => each.id === long.body.id).visits).toHaveLength(2);
    expect(answer.days.map((day: { crewHours: number }) => day.crewHours)).toEqual([10, 0]);
  });

  test('The schedule goes by the days of the company, also where they are not those of UTC, and on a day of 25 hours', async () => {
    await addJob({ ...at('2026-08-03', '21:00', '23:00'), title: 'Late' });
    const november = {
      visits: [{ start: '2026-11-01T05:30:00Z', end: '2026-11-01T15:00:00Z' }],
    };
    const last = await addJob({ ...november, title: 'Autumn' });
    expect((await schedule('2026-08-04', '2026-08-04', last)).jobs).toEqual([]);
    expect((await schedule('2026-08-03', '2026-08-03')).jobs).toHaveLength(1);
    const [autumn] = (await schedule('2026-11-01', '2026-11-01')).jobs;
    // The UTC offset distinguishes the repeated hour.
    expect(autumn.visits).toEqual([{ start: '2026-11-01T01:30-04:00', end: '2026-11-01T10:00-05:00' }]);
  });

  test('The schedule shows a cancelled job, without counting it, and no removed one', async () => {
    const cancelled = await addJob(at('2026-09-01', '08:00', '12:00'));
    await owner.post(`/api/jobs/${cancelled.body.id}/cancel`, {}).then(expectStatus(200));
    const removed = await addJob(at('2026-09-01', '08:00', '12:00'));
    const last = await owner.delete(`/api/jobs/${removed.body.id}`).then(expectStatus(204));
    const answer = await schedule('2026-09-01', '2026-09-01', last);
    expect(answer.jobs.map((each: { status: string }) => each.status)).toEqual(['cancelled']);
    expect(answer.days[0]).toMatchObject({ jobs: 0, amount: '0.00' });
  });

  test.each([
    ['from=2026-06-15', 'to'],
    ['from=2026-06-15&to=2026-02-30', 'to'],
    ['from=2026-06-15&to=2026-06-14', 'to'],
    ['from=2026-01-01&to=2026-06-15', 'to'],
  ])('The schedule refuses ?%s', async (query, path) => {
    const { body } = await owner.get(`/api/schedule?${query}`).then(expectStatus(400));
    expect(body.issues[0].path).toBe(path);
  });
});

describe('a day that is locked', () => {
  const lock = (day: string, body?: object) => owner.post(`/api/schedule/days/${day}/lock`, body);
  const unlock = (day: string, body?: object) => owner.post(`/api/schedule/days/${day}/unlock`, body);
  const locksOf = async (day: string, after: Answer) => (await schedule(day, day, after)).locks;

  test('A day that never was locked is open once it is unlocked', async () => {
    const { body, headers } = await unlock('2026-12-01').then(expectStatus(200));
    expect(body).toEqual({ day: '2026-12-01', isLocked: false, lockedCrewIds: [], revision: -1 });
    expect(headers.get('x-command-id')).toBeNull();
  });

  test('A locked day is told of in the schedule, for the company or a crew, until it is unlocked', async () => {
    const crewId = (await owner.post('/api/crews', { name: 'South' }).then(expectStatus(201))).body.id;
    const day = '2026-10-05';
    expect((await lock(day, { crewId }).then(expectStatus(200))).body).toMatchObject({
      day,
      isLocked: false,
      lockedCrewIds: [crewId],
    });
    const both = await lock(day).then(expectStatus(200));
    expect(await locksOf(day, both)).toEqual([
      { day, crewId: null },
      { day, crewId },
    ]);
    expect(await locksOf('2026-10-06', both)).toEqual([]);
    expect((await lock(day).then(expectStatus(200))).headers.get('x-position')).toBe(both.headers.get('x-position'));

    const open = await unlock(day).then(expectStatus(200));
    expect(await locksOf(day, open)).toEqual([{ day, crewId }]);
    const commandId = open.headers.get('x-command-id');
    const undone = await owner.post('/api/undo', { category: 'schedule', id: day, commandId }).then(expectStatus(200));
    expect(await locksOf(day, undone)).toHaveLength(2);
    await owner.get(`/api/history/schedule/${day}`).then(expectStatus(200));
  });

  test('Only a day of the calendar is locked, and only for a crew that is there', async () => {
    await lock('2026-02-30').then(expectStatus(400));
    await unlock('2026-02-30').then(expectStatus(400));
    await lock('2026-06-15', { crewId: 'nobody' }).then(expectStatus(400));
  });
});

describe('what stands against a job', () => {
  const ofDay = (day: string) => at(day, '08:00', '12:00');

  async function crewWithout(name: string): Promise<string> {
    return (await owner.post('/api/crews', { name }).then(expectStatus(201))).body.id;
  }

  test('What stands against a job is told when the job is put there, refuses nothing, and is recorded with the reason', async () => {
    const crewId = await crewWithout('East');
    const first = await addJob({ ...ofDay('2027-05-03'), crewId });
    expect(first.body.conflicts).toMatchObject([{ kind: 'crew_empty', message: 'East has no members.' }]);

    const second = await addJob({});
    expect(second.body.conflicts).toBeUndefined();
    const put = { ...at('2027-05-03', '11:00', '13:00'), crewId, overrideReason: 'Both are next door' };
    const seen = { 'x-min-position': first.headers.get('x-position') ?? '' };
    await owner.get('/api/jobs?limit=1', seen).then(expectStatus(200));
    const moved = await owner.put(`/api/jobs/${second.body.id}`, put).then(expectStatus(200));
    expect(moved.body.status).toBe('scheduled');
    expect(moved.body.conflicts).toMatchObject([
      { kind: 'crew_double_booked', day: '2027-05-03', jobId: first.body.id },
      { kind: 'crew_empty', day: '2027-05-03' },
    ]);
    const recorded = { overrideReason: 'Both are next door', overridden: [{ kind: 'crew_double_booked' }, {}] };
    expect(moved.body).toMatchObject(recorded);

    // To a day on which the empty crew is the only conflict, and back.
    const free = await owner.put(`/api/jobs/${second.body.id}`, ofDay('2027-05-04')).then(expectStatus(200));
    expect(free.body).toMatchObject({ overrideReason: null, overridden: [{ kind: 'crew_empty' }] });
    const commandId = free.headers.get('x-command-id');
    const undone = await owner
      .post('/api/undo', { category: 'job', id: second.body.id, commandId })
      .then(expectStatus(200));
    const back = await owner.get(`/api/jobs/${second.body.id}`, {
      'x-min-position': undone.headers.get('x-position') ?? '',
    });
    expect(back.body).toMatchObject(recorded);
  });

  test('Nothing stands against a job without a date, or one that is only described anew', async () => {
    const crewId = await crewWithout('West');
    const { body } = await addJob({ crewId });
    expect(body.conflicts).toEqual([]);
    const described = await owner.put(`/api/jobs/${body.id}`, { title: 'The oak' }).then(expectStatus(200));
    expect(described.body.conflicts).toBeUndefined();
    expect(described.body.overridden).toEqual([]);
  });

  test('A locked day stands against a job too, whether the job leaves it or comes to it', async () => {
    const { body } = await addJob(ofDay('2027-05-10'));
    await owner.post('/api/schedule/days/2027-05-10/lock').then(expectStatus(200));
    const last = await owner.post('/api/schedule/days/2027-05-11/lock').then(expectStatus(200));
    await schedule('2027-05-10', '2027-05-10', last);
    const moved = await owner.put(`/api/jobs/${body.id}`, ofDay('2027-05-11')).then(expectStatus(200));
    expect(moved.body.conflicts).toMatchObject([
      { kind: 'day_locked', day: '2027-05-10' },
      { kind: 'day_locked', day: '2027-05-11' },
    ]);
    const free = await owner.post(`/api/jobs/${body.id}/unschedule`).then(expectStatus(200));
    expect(free.body).toMatchObject({ visits: [], overridden: [] });
  });
});
