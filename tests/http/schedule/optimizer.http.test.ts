import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

// The company is in New York; the time is six o'clock there on a Monday in June.
const NOW = Date.parse('2037-06-15T10:00:00Z');
const DAY = '2037-06-16';

let server: TestServer;
let owner: Client;

async function start(): Promise<void> {
  server = await startTestServer({}, () => NOW);
  owner = await server.signIn();
}

const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body;
const addJob = (body: object = {}) =>
  add('/api/jobs', {
    address: '12 Elm St, Hadley, MA 01035',
    estimatedDuration: 2,
    minimumCrewSize: 1,
    amount: '500',
    ...body,
  });
const optimize = (body: object = {}) => owner.post('/optimizer/schedule/optimize', { date: DAY, ...body });
const planOf = async (body: object = {}): Promise<Answer['body']> =>
  (await optimize(body).then(expectStatus(200))).body;
const apply = (schedules: unknown) => owner.post('/optimizer/schedule/apply', schedules);
const job = async (id: string) => (await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body;

async function addCrew(name: string, people = 1, more: object = {}): Promise<string> {
  const memberIds: string[] = [];
  for (let each = 0; each < people; each++)
    memberIds.push((await add('/api/staff', { lastName: `${name} ${each}` })).id);
  return (await add('/api/crews', { name, memberIds, homeAddress: '1 Main St, Amherst, MA 01002', ...more })).id;
}

describe('where there is nothing to plan', () => {
  beforeAll(start);
  afterAll(() => server.close());

  test('Where there is nothing to plan, the answer says why, step by step', async () => {
    const said = async (body: object = {}) => {
      const { success, schedules, plan_id, summary } = await planOf(body);
      expect({ success, schedules, plan_id }).toEqual({ success: false, schedules: [], plan_id: null });
      return summary.message;
    };
    expect(await said()).toBe('No unscheduled jobs found for optimization.');
    const { id } = await addJob();
    expect(await said()).toContain('There are no crews yet.');
    await add('/api/crews', { name: 'Empty' });
    expect(await said()).toContain('No crew has members.');
    expect(await said({ date: '2037-06-14' })).toContain('This day is over.');

    await addCrew('Small');
    await owner.put(`/api/jobs/${id}`, { minimumCrewSize: 2 }).then(expectStatus(200));
    const small = await planOf();
    expect(small).toMatchObject({
      success: false,
      summary: { message: 'Nothing would change: 1 job does not fit. See why.' },
    });
    expect(small.unassigned).toMatchObject([
      { job_id: id, reason: 'No crew is large enough.', relaxation: expect.stringContaining('with 1 more person') },
    ]);
    expect((await planOf({ date: '2037-06-20' })).unassigned).toMatchObject([
      { reason: 'No crew works then. No crew is large enough.' },
    ]);
  });

  test.each([
    [{ date: '2037-02-30' }, 'date'],
    [{ date: 'tomorrow' }, 'date'],
    [{ date: undefined }, 'date'],
    [{ optimization_mode: 'magic' }, 'optimization_mode'],
    [{ to: '2037-06-01' }, 'to'],
    [{ to: '2038-06-01' }, 'to'],
    [{ seed: -1 }, 'seed'],
  ])('Planning with %o is 400 and names the field', async (body, field) => {
    expect(await optimize(body)).toMatchObject({ status: 400, body: { issues: [{ path: field }] } });
  });

  test('A day after which none can be counted is refused for what it is', async () => {
    const refused = await optimize({ date: '9999-12-31' }).then(expectStatus(400));
    const message = 'date must be before the year 9999.';
    expect(refused.body).toEqual({ message, code: 'invalid', issues: [{ path: 'date', message }] });
  });
});

describe('half a day off', () => {
  beforeAll(start);
  afterAll(() => server.close());

  test('Somebody off for half a day is planned with in the other half, where the work can only be then', async () => {
    await addCrew('Elm', 2);
    const [{ id: employeeId }] = (await owner.get('/api/staff').then(expectStatus(200))).body;
    const off = { employeeId, requestType: 'sick', startDate: DAY, endDate: DAY, half: 'morning' };
    const { id } = await add('/api/hr/time-off', off);
    await owner.patch(`/api/hr/time-off/${id}`, { status: 'approved' }).then(expectStatus(200));
    const two = (timeWindow: object | null) => addJob({ minimumCrewSize: 2, timeWindow });
    const afternoon = await two({ start: '12:00', end: '16:00' });
    const others = [await two(null), await two({ start: '11:30', end: '16:00' })];
    const { schedules, unassigned } = await planOf();
    expect(schedules[0].assignments).toMatchObject([{ job_id: afternoon.id }]);
    expect(schedules[0].assignments[0].start >= `${DAY}T12:00`).toBe(true);
    const left = unassigned.map(({ job_id, reason }: Answer['body']) => [job_id, reason]);
    expect(new Map(left)).toEqual(new Map(others.map((each) => [each.id, 'Too many people on the crews are off.'])));
  });
});

describe('what fits nowhere', () => {
  beforeEach(start);
  afterEach(() => server.close());
  const whyOf = async (body: object = {}) => {
    const { unassigned } = await planOf(body);
    const [{ reason, relaxation }] = unassigned;
    return { reason, relaxation };
  };

  test('What fits nowhere says each rule that binds, and all that it takes together', async () => {
    await addCrew('Small');
    await addJob({ minimumCrewSize: 2, requiredSkills: ['Crane'], estimatedDuration: 8.5 });
    const { reason, relaxation } = await whyOf();
    expect(reason).toBe(
      'No crew has anyone with the skills it needs. No crew is large enough. No crew that can do it has enough time left.',
    );
    expect(relaxation).toMatch(
      /^It would fit Small on Tue, Jun 16, at 7:\d+ AM, if someone there could do “Crane”, with 1 more person, and if they came back \d+ min later\.$/,
    );
  });

  test('What fits nowhere names a rule of all crews only where it keeps it from all of them', async () => {
    const large = await addCrew('Large', 2);
    await addCrew('Small');
    await addJob({ minimumCrewSize: 2, estimatedDuration: 6 });
    // The only crew that is large enough has other work all day.
    const { id } = await addJob({ estimatedDuration: 9, crewId: large, scheduledDate: `${DAY}T07:30:00-04:00` });
    await owner.put(`/api/jobs/${id}`, { pinned: true }).then(expectStatus(200));
    expect((await whyOf()).reason).toBe('The crew that comes closest is too small.');
  });

  test('What fits nowhere for a machine says whether that is due for maintenance, out of service, elsewhere or missing', async () => {
    await addCrew('Stumps');
    await addJob({ requiredEquipment: ['Stump Grinders'] });
    expect(await whyOf()).toMatchObject({
      reason: 'No crew has the equipment it needs, and none is free.',
      relaxation: expect.stringMatching(/, with Stump Grinders\.$/),
    });
    const due = { name: 'Grinder 1', category: 'Stump Grinders', nextMaintenance: '2037-06-10' };
    const { id } = await add('/api/equipment', due);
    expect(await whyOf()).toMatchObject({
      reason: 'The equipment it needs is due for maintenance.',
      relaxation: expect.stringMatching(/, if Grinder 1 had its maintenance\.$/),
    });
    await owner.patch(`/api/equipment/${id}`, { status: 'out_of_service' }).then(expectStatus(200));
    expect(await whyOf()).toMatchObject({
      reason: 'The equipment it needs is in maintenance or out of service.',
      relaxation: expect.stringMatching(/, if Grinder 1 could be used\.$/),
    });
  });
});

describe('a day', () => {
  let north: string;
  let ada: { id: string };
  beforeAll(async () => {
    await start();
    north = await addCrew('North', 2);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const customer = await add('/api/customers', { firstName: 'Ada', lastName: 'King' });
    ada = await addJob({ customerId: customer.id, serviceType: 'pruning', priority: 'urgent' });
  });
  afterEach(async () => {
    for (const { id } of (await owner.get('/api/jobs')).body)
      await owner.delete(`/api/jobs/${id}`).then(expectStatus(204));
  });

  test('The plan of a day whose planner dies in the middle says so, and the next one is made', async () => {
    process.once('worker', (worker) => void worker.terminate());
    const died = await optimize().then(expectStatus(503));
    expect(died.body).toEqual({
      message: 'The planner stopped in the middle of its work. Nothing was changed. Try again.',
      code: 'planner_stopped',
    });
    expect(died.headers.get('retry-after')).toBe('1');
    expect(await planOf()).toMatchObject({ success: true, unassigned: [] });
  });

  test('The plan of a day has no work of a customer who was erased, and what is scheduled of it stays', async () => {
    const gone = await add('/api/customers', { firstName: 'Grace', lastName: 'Gone' });
    const unscheduled = await addJob({ customerId: gone.id });
    const visits = [{ start: `${DAY}T08:00:00-04:00`, end: `${DAY}T09:00:00-04:00` }];
    const scheduled = await addJob({ customerId: gone.id, crewId: north, visits });
    await owner.post(`/api/customers/${gone.id}/erase`, { confirm: 'Grace Gone' }).then(expectStatus(200));
    const { schedules, unassigned, fixed } = await planOf();
    expect(unassigned).toEqual([]);
    expect(schedules[0].assignments.map(({ job_id }: { job_id: string }) => job_id)).toEqual([ada.id]);
    expect(fixed).toMatchObject([{ job_id: scheduled.id, reason: 'Its customer was erased.' }]);
    await apply(schedules).then(expectStatus(200));
    expect(await job(ada.id)).toMatchObject({ status: 'scheduled' });
    expect(await job(unscheduled.id)).toMatchObject({ status: 'unscheduled' });
  });

  test('The plan of a day is applied only as it was proposed', async () => {
    const { schedules } = await planOf();
    const changed = (change: (schedule: Answer['body']) => void) => {
      const copy = structuredClone(schedules);
      change(copy[0]);
      return copy;
    };
    const tampered = [
      changed((each) => (each.assignments[0].estimated_arrival = `${DAY}T03:00`)),
      changed((each) => (each.assignments[0].duration_hours = 1)),
      changed((each) => (each.metrics.total_jobs = 9)),
      changed((each) => (each.crew_id = 'somebody')),
      changed((each) => (each.plan_id = 'no-plan')),
      changed((each) => each.assignments.pop()),
      [...schedules, ...schedules],
    ];
    for (const body of tampered)
      expect(await apply(body)).toMatchObject({ status: 409, body: { code: 'unknown_plan' } });
    expect(await apply([])).toMatchObject({ status: 400 });
    expect(await apply([{}])).toMatchObject({ status: 400 });
    expect(await apply({})).toMatchObject({ status: 400, body: { message: expect.stringContaining('as a list') } });
    expect(await apply([null])).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Each schedule') },
    });
    expect(await job(ada.id)).toMatchObject({ status: 'unscheduled' });

    // From a client that knows only the fields that every optimizer returns.
    const plain = schedules.map(({ plan_id: _plan, date: _date, ...rest }: Record<string, unknown>) => rest);
    expect((await apply(plain).then(expectStatus(200))).body.jobs_updated).toBe(1);
  });

  test('The plan of a day that has moved since is not applied, and the answer says what has moved', async () => {
    const { schedules } = await planOf();
    await owner.put(`/api/jobs/${ada.id}`, { priority: 'low' }).then(expectStatus(200));
    const refused = await apply(schedules);
    expect(refused).toMatchObject({ status: 409, body: { code: 'stale' } });
    expect(refused.body.moved).toEqual([expect.objectContaining({ text: expect.stringMatching(/changed/) })]);
  });

  test('The plan of a day is applied as a whole by its id, with what has moved where it cannot be', async () => {
    const { plan_id } = await planOf();
    const other = (await planOf()).plan_id;
    const applied = await owner.post(`/optimizer/plans/${plan_id}/apply`).then(expectStatus(200));
    expect(applied.body).toMatchObject({ jobs_updated: 1, category: 'batch' });
    expect(await job(ada.id)).toMatchObject({ status: 'scheduled' });
    expect(await owner.post(`/optimizer/plans/${other}/apply`)).toMatchObject({
      status: 409,
      body: { code: 'stale', moved: [{ text: expect.any(String) }] },
    });
    expect((await owner.get(`/optimizer/plans/${other}`)).body).toMatchObject({
      status: 'stale',
      stale_reason: 'A job of the plan has changed.',
    });
    for (const call of [owner.get('/optimizer/plans/none'), owner.post('/optimizer/plans/none/apply')])
      expect(await call).toMatchObject({ status: 404, body: { message: 'There is no such plan.' } });

    await owner.delete(`/api/jobs/${ada.id}`).then(expectStatus(204));
    const kept = (await owner.get(`/optimizer/plans/${plan_id}`).then(expectStatus(200))).body;
    expect(kept.schedules[0].assignments[0]).toMatchObject({ job_id: ada.id, customer_name: 'Ada King' });
  });

  test('The plan of a day that is put back names who is there meanwhile', async () => {
    const { schedules } = await planOf();
    const { category, id, commandId } = (await apply(schedules).then(expectStatus(200))).body;
    const undo = (step: object) => owner.post('/api/undo', step).then(expectStatus(200));
    const undone = await undo({ category, id, commandId });
    expect(undone.body.conflicts).toEqual([]);
    const [{ start, end }] = schedules[0].assignments;
    const visits = [{ start: `${start}:00-04:00`, end: `${end}:00-04:00` }];
    const taking = await addJob({ crewId: north, visits });
    const redone = await undo({ category, id, commandId: undone.headers.get('x-command-id') });
    const message = expect.stringMatching(/^J-\d+, .*: North is at .* then, /);
    expect(redone.body.conflicts).toEqual([{ category: 'job', id: ada.id, message }]);

    const off = await owner.post(`/api/jobs/${taking.id}/unschedule`, {}).then(expectStatus(200));
    const back = await undo({ category: 'job', id: taking.id, commandId: off.headers.get('x-command-id') });
    expect(back.body.conflicts).toEqual([{ category: 'job', id: taking.id, message }]);
    const note = await owner.put(`/api/jobs/${taking.id}`, { title: 'Oak' }).then(expectStatus(200));
    const plain = await undo({ category: 'job', id: taking.id, commandId: note.headers.get('x-command-id') });
    expect(plain.body.conflicts).toEqual([]);
  });

  test('The plan of a day that was locked a moment ago is not applied', async () => {
    const { schedules, plan_id } = await planOf();
    await owner.post(`/api/schedule/days/${DAY}/lock`, {}).then(expectStatus(200));
    const refused = await apply(schedules);
    await owner.post(`/api/schedule/days/${DAY}/unlock`, {}).then(expectStatus(200));
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'stale', moved: [{ text: expect.stringMatching(/lock/) }] },
    });
    expect((await owner.get(`/api/plans/${plan_id}`)).body).toMatchObject({ status: 'stale' });
    expect(await job(ada.id)).toMatchObject({ status: 'unscheduled' });
  });

  test('The plan of a day takes a pinned visit over midnight for its second day too', async () => {
    const visit = { start: '2037-06-15T22:00:00-04:00', end: `${DAY}T14:00:00-04:00` };
    const night = await addJob({ crewId: north, visits: [visit], pinned: true });
    const answer = await planOf();
    expect(answer.fixed).toMatchObject([{ job_id: night.id, start: `${DAY}T00:00`, end: `${DAY}T14:00` }]);
    expect(answer).toMatchObject({ success: false, unassigned: [{ job_id: ada.id }] });
  });

  test('The plan of a day goes beyond the working hours only as long as the owner allows, and says so', async () => {
    await addJob({ estimatedDuration: 6.5 });
    expect((await planOf()).unassigned).toHaveLength(1);
    await owner.patch('/api/settings', { overtimeMinutes: 60 }).then(expectStatus(200));
    const { schedules, unassigned } = await planOf();
    const applied = await apply(schedules);
    await owner.patch('/api/settings', { overtimeMinutes: null }).then(expectStatus(200));
    expect(unassigned).toEqual([]);
    expect(JSON.stringify(schedules)).toMatch(/Its crew is back \d+ min after the end of the shift\./);
    expect(applied).toMatchObject({ status: 200, body: { jobs_updated: 2 } });
  });

  test('The plan of a day leaves what is pinned, and goes around it', async () => {
    const visit = { start: `${DAY}T08:00:00-04:00`, end: `${DAY}T14:00:00-04:00` };
    const pinned = await addJob({ crewId: north, visits: [visit], pinned: true });
    const answer = await planOf();
    expect(answer.fixed).toMatchObject([
      { job_id: pinned.id, crew_id: north, start: `${DAY}T08:00`, reason: 'It is pinned.' },
    ]);
    expect(answer).toMatchObject({
      success: false,
      unassigned: [{ job_id: ada.id, reason: expect.stringContaining('time left') }],
    });
    expect((await planOf({ to: '2037-06-17' })).schedules).toMatchObject([
      { date: DAY, assignments: [] },
      { date: '2037-06-17', assignments: [{ job_id: ada.id }] },
    ]);
  });

  test('The plan of a day is made as the console shows it, kept with its reasons, and applied with one undo', async () => {
    await addCrew('South', 1, { homeAddress: null });
    await addJob({ address: 'Somewhere', estimatedDuration: null, minimumCrewSize: null });
    const answer = await planOf();
    expect(answer).toMatchObject({ success: true, total_jobs_scheduled: 2, unassigned: [], is_cancelled: false });
    const all = answer.schedules.flatMap(({ assignments }: { assignments: object[] }) => assignments);
    expect(all).toContainEqual(
      expect.objectContaining({
        job_id: ada.id,
        customer_name: 'Ada King',
        priority: 'urgent',
        service_type: 'pruning',
        duration_hours: 2,
        estimated_arrival: expect.stringMatching(/^2037-06-16T\d\d:\d\d$/),
        current: null,
        reasons: expect.arrayContaining([expect.stringContaining('on the road')]),
      }),
    );
    const [first] = answer.schedules;
    expect(first).toMatchObject({ date: DAY, plan_id: answer.plan_id, shift: { start: '07:30', end: '16:00' } });
    const hours = first.assignments.reduce(
      (sum: number, each: { duration_hours: number }) => sum + each.duration_hours,
      0,
    );
    expect(first.metrics.total_work_hours).toBe(hours);
    expect(answer.without_coordinates).toMatchObject([{ address: 'Somewhere' }]);
    expect(answer.assumed.join(' ')).toMatch(/4 hours were assumed.*2 people were assumed/);
    expect(answer.assumed.join(' ')).toContain('Neither South nor the company has a known home base');
    expect((await owner.get(`/api/plans/${answer.plan_id}`).then(expectStatus(200))).body).toMatchObject({
      status: 'proposed',
      totals: { jobs: 2, unassigned: 0 },
    });

    const kept = (await owner.get(`/optimizer/plans/${answer.plan_id}`).then(expectStatus(200))).body;
    expect(kept).toMatchObject({ ...answer, kind: 'schedule', moves: [], status: 'proposed', from: DAY, to: DAY });
    expect(kept.asked_by_name).toEqual(expect.any(String));
    // The auditor may read everything.
    const { client: auditor } = await addSignedIn(server, owner, 'auditor', { role: 'auditor' });
    expect((await auditor.get(`/optimizer/plans/${answer.plan_id}`).then(expectStatus(200))).body).toEqual(kept);
    await auditor.post(`/optimizer/plans/${answer.plan_id}/apply`).then(expectStatus(403));

    const applied = await apply(answer.schedules).then(expectStatus(200));
    expect(applied.body).toMatchObject({ jobs_updated: 2, category: 'batch' });
    expect(await job(ada.id)).toMatchObject({ status: 'scheduled', pinned: false });
    expect((await apply(answer.schedules).then(expectStatus(200))).body).toEqual(applied.body);
    expect((await owner.get(`/api/plans/${answer.plan_id}`)).body).toMatchObject({ status: 'applied' });
    // The whole plan has already been applied.
    const whole = await owner.post(`/optimizer/plans/${answer.plan_id}/apply`).then(expectStatus(200));
    expect(whole.body).toEqual(applied.body);
    expect((await owner.get(`/optimizer/plans/${answer.plan_id}`)).body).toMatchObject({ status: 'applied' });

    const { category, id, commandId } = applied.body;
    await owner.post('/api/undo', { category, id, commandId }).then(expectStatus(200));
    expect(await job(ada.id)).toMatchObject({ status: 'unscheduled', crewId: null, scheduledDate: null });
    expect(await owner.post(`/optimizer/plans/${answer.plan_id}/apply`)).toMatchObject({
      status: 409,
      body: { code: 'stale', message: expect.stringContaining('This plan was undone.') },
    });
  });
});

interface Part {
  date: string;
  start: string;
  end: string;
  remaining_hours: number;
}

function partsOf({ schedules }: Answer['body'], id: string): Part[] {
  return schedules.flatMap(({ date, assignments }: { date: string; assignments: { job_id: string }[] }) =>
    assignments.filter(({ job_id }) => job_id === id).map((each) => ({ ...each, date })),
  );
}

const minutesOf = (parts: Pick<Part, 'start' | 'end'>[]) =>
  parts.reduce((sum, { start, end }) => sum + (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / 60_000, 0);

test('What fits into a day, but not into what is left of today, is not split: not by a plan, nor by a place for it', async () => {
  await start();
  await addCrew('Early', 1, { workingHours: { start: '01:00', end: '09:00' } });
  const { id } = await addJob({ estimatedDuration: 6, priority: 'urgent' });
  const today = await planOf({ date: '2037-06-15' });
  expect(today).toMatchObject({
    schedules: [],
    unassigned: [
      {
        reason: 'No crew that can do it has enough time left.',
        relaxation: expect.stringMatching(/^It would fit Early on Mon, Jun 15, at .*, if they came back .* later\.$/),
      },
    ],
  });
  expect(partsOf(await planOf(), id)).toMatchObject([{ duration_hours: 6, is_part: false, remaining_hours: 0 }]);
  const asked = { job_id: id, date: '2037-06-15' };
  const { insertions } = (await owner.post('/optimizer/schedule/insertions', asked).then(expectStatus(200))).body;
  expect(insertions).toMatchObject([{ needs: [{ kind: 'overtime' }] }]);
  expect(minutesOf(insertions[0].parts)).toBe(360);
  await server.close();
});

describe('work that is longer than a day', () => {
  beforeAll(async () => {
    await start();
    await addCrew('North');
  });
  afterAll(() => server.close());

  const withJob = async (body: object, tried: (id: string) => Promise<void>) => {
    const { id } = await addJob(body);
    await tried(id).finally(() => owner.delete(`/api/jobs/${id}`).then(expectStatus(204)));
  };

  test('What has to be done in a day that is too short is left out, and staying longer is told', async () => {
    await withJob({ estimatedDuration: 10, latestDate: DAY }, async (job) => {
      for (const to of [DAY, '2037-06-20']) {
        const answer = await planOf({ to });
        expect(partsOf(answer, job)).toEqual([]);
        expect(answer.unassigned).toMatchObject([
          {
            job_id: job,
            reason: 'No crew that can do it has enough time left.',
            relaxation: expect.stringMatching(
              /^It would fit North on Tue, Jun 16, at .*, if they came back .* later\.$/,
            ),
          },
        ]);
      }
    });
  });

  test('One day gets its part of longer work, and the answer says what is left, to the minute', async () => {
    await withJob({ estimatedDuration: 10 }, async (job) => {
      const answer = await planOf();
      const [part] = partsOf(answer, job) as [Part];
      expect(part).toMatchObject({ date: DAY, is_part: true });
      expect(minutesOf([part]) + Math.round(part.remaining_hours * 60)).toBe(600);
      expect(part.remaining_hours).toBeGreaterThan(1);
      expect(answer.summary.message).toMatch(
        /^1 job for 1 crew\. 1 job is only begun: .* of work are left for later days\.$/,
      );
      expect((await owner.get(`/optimizer/plans/${answer.plan_id}`)).body).toMatchObject(answer);
      const whole = partsOf(await planOf({ to: '2037-06-17' }), job);
      expect(whole.map(({ date, remaining_hours }) => [date, remaining_hours])).toEqual([
        [DAY, 0],
        ['2037-06-17', 0],
      ]);
      expect(minutesOf(whole)).toBe(600);
    });
  });

  test('Longer work goes on over weekends, holidays and locked days, within the customer’s hours', async () => {
    const holidays = [{ day: '2037-06-22', name: 'Founders' }];
    await owner.patch('/api/settings', { holidays }).then(expectStatus(200));
    await owner.post('/api/schedule/days/2037-06-23/lock', {}).then(expectStatus(200));
    const timeWindow = { start: '08:00', end: '14:00' };
    await withJob({ estimatedDuration: 11, earliestDate: '2037-06-19', timeWindow }, async (job) => {
      const parts = partsOf(await planOf({ to: '2037-06-26' }), job);
      expect(parts.map(({ date, start: from, end }) => [date, from.slice(11), end.slice(11)])).toEqual([
        ['2037-06-19', expect.stringMatching(/^08:/), '14:00'],
        ['2037-06-24', expect.stringMatching(/^08:/), expect.stringMatching(/^1[23]:/)],
      ]);
      expect(minutesOf(parts)).toBe(660);
    });
    // The days after the planned ones say that it cannot be finished in time.
    await withJob({ estimatedDuration: 11, earliestDate: '2037-06-19', latestDate: '2037-06-23' }, async (job) => {
      for (const to of ['2037-06-19', '2037-06-26']) {
        const { schedules, unassigned } = await planOf({ date: '2037-06-19', to });
        expect({ schedules, unassigned }).toMatchObject({ schedules: [], unassigned: [{ job_id: job }] });
      }
    });
    await withJob({ estimatedDuration: 11, earliestDate: '2037-06-19', latestDate: '2037-06-24' }, async (job) => {
      expect(partsOf(await planOf({ date: '2037-06-19' }), job)).toMatchObject([{ is_part: true }]);
    });
    await owner.post('/api/schedule/days/2037-06-23/unlock', {}).then(expectStatus(200));
    await owner.patch('/api/settings', { holidays: null }).then(expectStatus(200));
  });
});

describe('what a plan changes', () => {
  beforeAll(start);
  afterAll(() => server.close());

  test('A plan counts what is new or moves, its figures count all that a crew does, and one that changes nothing is none', async () => {
    const north = await addCrew('North');
    const first = await addJob({ timeWindow: { start: '07:30', end: '10:00' } });
    const placed = await planOf();
    expect((await apply(placed.schedules).then(expectStatus(200))).body.jobs_updated).toBe(1);

    const large = await addJob({ estimatedDuration: 8 });
    expect(await planOf()).toMatchObject({
      success: false,
      plan_id: null,
      total_jobs_scheduled: 0,
      schedules: [],
      unassigned: [{ job_id: large.id }],
      summary: { message: 'Nothing would change: 1 job does not fit. See why.' },
    });
    await owner.delete(`/api/jobs/${large.id}`).then(expectStatus(204));

    const south = await addCrew('South');
    const visit = { start: `${DAY}T09:00:00-04:00`, end: `${DAY}T15:30:00-04:00` };
    const pinned = await addJob({ crewId: south, visits: [visit], pinned: true });
    const next = await addJob({ estimatedDuration: 1.5 });
    const answer = await planOf();
    expect(answer).toMatchObject({ success: true, total_jobs_scheduled: 1, total_crews: 1 });
    const byCrew = new Map(answer.schedules.map((each: Answer['body']) => [each.crew_id, each]));
    expect(byCrew.get(north)).toMatchObject({
      metrics: { total_jobs: 2, total_work_hours: 3.5 },
      assignments: [{ job_id: next.id }],
    });
    expect(byCrew.get(south)).toMatchObject({ metrics: { total_jobs: 1, total_work_hours: 6.5 }, assignments: [] });
    expect(new Map(answer.fixed.map(({ job_id, reason }: Answer['body']) => [job_id, reason]))).toEqual(
      new Map([
        [first.id, 'It stays where it is.'],
        [pinned.id, 'It is pinned.'],
      ]),
    );
    expect((await owner.get(`/optimizer/plans/${answer.plan_id}`)).body).toMatchObject(answer);
    expect(await apply([byCrew.get(south)])).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect((await apply(answer.schedules).then(expectStatus(200))).body.jobs_updated).toBe(1);
  });

  test('A plan is out of date once the way of driving or the overtime is another', async () => {
    await addJob({ estimatedDuration: 0.5 });
    const travel = { roadFactor: 1.5, setOffMinutes: 5, townMph: 20, roadMph: 30, highwayMph: 45 };
    for (const settings of [{ overtimeMinutes: 30 }, { travel }]) {
      const { plan_id } = await planOf();
      await owner.patch('/api/settings', settings).then(expectStatus(200));
      expect(await owner.post(`/optimizer/plans/${plan_id}/apply`)).toMatchObject({
        status: 409,
        body: { code: 'stale', moved: [{ text: 'The company settings have changed.' }] },
      });
    }
  });
});

describe('a run', () => {
  beforeAll(async () => {
    await start();
    await addCrew('North', 2);
  });
  afterAll(() => server.close());

  test('A run of the optimizer tells its progress, is cancelled with the best so far, and is gone once it is done', async () => {
    for (let each = 0; each < 12; each++) await addJob({ estimatedDuration: 0.5 });
    const events = await fetch(`${server.url}/optimizer/runs/mine/events`, {
      headers: { cookie: owner.cookie() ?? '' },
    });
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    const running = optimize({ runId: 'mine', to: '2037-06-20' });
    let told = '';
    while (reader && !told.includes('"running"')) told += (await reader.read()).value ?? '';
    await owner.delete('/optimizer/runs/mine').then(expectStatus(204));
    const { body } = await running.then(expectStatus(200));
    expect(body.success).toBe(true);
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) told += part.value;
    expect(told).toContain('"waiting"');
    expect(told).toContain('"done"');
    expect(await owner.delete('/optimizer/runs/mine')).toMatchObject({ status: 404 });
  });

  test('A run of the optimizer tells how much of its searches is done', async () => {
    const events = await fetch(`${server.url}/optimizer/runs/whole/events`, {
      headers: { cookie: owner.cookie() ?? '' },
    });
    const { body } = await optimize({ runId: 'whole', to: '2037-06-20' }).then(expectStatus(200));
    expect(body).toMatchObject({ success: true, is_cancelled: false });
    const told = (await events.text()).split('\n').flatMap((line) => (line ? JSON.parse(line.slice(6)).done : []));
    expect(told.some((done) => done > 0 && done < 1)).toBe(true);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  });

  test('A run of the optimizer plans the same for the same seed', async () => {
    const plan = async () => {
      const { schedules } = (await optimize({ seed: 7 }).then(expectStatus(200))).body;
      return schedules.map(({ plan_id: _, ...schedule }: { plan_id: string }) => schedule);
    };
    const first = await plan();
    expect(first).not.toEqual([]);
    expect(await plan()).toEqual(first);
  });

  test('A run of the optimizer is not for strangers, nor for auditors', async () => {
    for (const path of ['/optimizer/schedule/optimize', '/optimizer/schedule/apply', '/optimizer/nothing']) {
      expect(await server.stranger.post(path, { date: DAY }), path).toMatchObject({ status: 401 });
    }
    const { client: auditor } = await addSignedIn(server, owner, 'auditor', { role: 'auditor' });
    expect(await auditor.post('/optimizer/schedule/optimize', { date: DAY })).toMatchObject({ status: 403 });
  });
});
