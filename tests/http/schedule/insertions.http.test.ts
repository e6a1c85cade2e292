import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

// The company is in New York; the time is six o'clock there on a Monday in June.
const NOW = Date.parse('2037-06-15T10:00:00Z');
const DAY = '2037-06-16';
const HOURS = { start: '08:00', end: '16:00' };

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
const at = (from: string, to: string) => [{ start: `${DAY}T${from}:00-04:00`, end: `${DAY}T${to}:00-04:00` }];
const planned = (crewId: string, from: string, to: string, more: object = {}) =>
  addJob({ crewId, visits: at(from, to), ...more });
const ask = (body: object) => owner.post('/optimizer/schedule/insertions', { date: DAY, ...body });
const insert = (body: object) => owner.post('/optimizer/schedule/insert', body);
const job = async (id: string) => (await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body;
const placesOf = async (body: object): Promise<Answer['body']> => (await ask(body).then(expectStatus(200))).body;

async function addCrew(name: string, people = 1, more: object = {}): Promise<string> {
  const memberIds: string[] = [];
  for (let each = 0; each < people; each++)
    memberIds.push((await add('/api/staff', { lastName: `${name} ${each}` })).id);
  const base = { homeAddress: '12 Elm St, Hadley, MA 01035', workingHours: HOURS };
  return (await add('/api/crews', { name, memberIds, ...base, ...more })).id;
}

describe('an emergency', () => {
  let crews: Record<'north' | 'south' | 'east', string>;
  let storm: { id: string };
  beforeAll(async () => {
    await start();
    crews = { north: await addCrew('North', 2), south: await addCrew('South', 2), east: await addCrew('East', 2) };
    storm = await addJob({ priority: 'urgent', estimatedDuration: 2 });
  });
  afterAll(() => server.close());

  test('An emergency in a full day has three places, those that need the least first, each with what it moves', async () => {
    const north = await planned(crews.north, '08:00', '13:00');
    const south = await planned(crews.south, '08:00', '12:00', { priority: 'high' });
    const low = await planned(crews.south, '12:00', '16:00', { priority: 'low' });
    await planned(crews.east, '08:00', '15:00');
    const { job: of, insertions, message } = await placesOf({ job_id: storm.id });
    expect({ of, message }).toMatchObject({ of: { job_id: storm.id }, message: null });
    expect(insertions).toMatchObject([
      {
        crew_id: crews.north,
        crew_name: 'North',
        date: DAY,
        start: `${DAY}T08:00`,
        end: `${DAY}T10:00`,
        parts: [{ date: DAY, start: `${DAY}T08:00`, end: `${DAY}T10:00` }],
        moves: [{ job_id: north.id, from: `${DAY}T08:00`, to: `${DAY}T10:00`, is_promised: false }],
        takes_off: [],
        needs: [],
        extra_travel_minutes: 0,
        reasons: ['No extra driving.', `${north.jobNumber} begins 2 h later.`],
        text: `North could do it on Tue, Jun 16 at 8:00 AM: no extra driving, and ${north.jobNumber} begins 2 h later.`,
      },
      {
        crew_id: crews.east,
        needs: [
          {
            kind: 'overtime',
            amount: 60,
            text: 'East would be back 1 h after the end of the day, 4:00 PM.',
          },
        ],
      },
      {
        crew_id: crews.south,
        start: `${DAY}T08:00`,
        needs: [],
        moves: [{ job_id: south.id, to: `${DAY}T10:00` }],
        takes_off: [{ job_id: low.id }],
      },
    ]);
  });

  test('An emergency leaves alone what is pinned, and what was put against a rule', async () => {
    const own = await addCrew('Fixed');
    await planned(own, '08:00', '15:00', { pinned: true });
    const { insertions } = await placesOf({ job_id: storm.id, crew_id: own });
    expect(insertions).toMatchObject([{ start: `${DAY}T15:00`, moves: [], needs: [{ kind: 'overtime', amount: 60 }] }]);
    const broken = await addCrew('Broken');
    // They overlap, and end after the crew's hours.
    await planned(broken, '09:00', '13:00');
    await planned(broken, '12:00', '17:00');
    expect((await placesOf({ job_id: storm.id, crew_id: broken })).insertions).toMatchObject([
      { start: `${DAY}T17:00`, moves: [], needs: [{ kind: 'overtime', amount: 180 }] },
    ]);
  });

  test('An emergency without a day has three places, the first of them today', async () => {
    const { insertions } = await placesOf({ job_id: storm.id, date: undefined });
    expect(insertions).toHaveLength(3);
    expect(insertions[0]).toMatchObject({ date: '2037-06-15', needs: [] });
  });
});

describe('why not another crew', () => {
  let north: string;
  let south: string;
  beforeAll(async () => {
    await start();
    north = await addCrew('North', 2);
    south = await addCrew('South', 2, { homeAddress: '1 Beacon St, Boston, MA 02108' });
  });
  afterAll(() => server.close());

  test('The answer to why not another crew is what it costs more than now, each day', async () => {
    const { id } = await planned(north, '09:00', '11:00');
    const { insertions, message } = await placesOf({ job_id: id, crew_id: south, to: '2037-06-17', date: undefined });
    expect(message).toBeNull();
    expect(insertions.map(({ date }: { date: string }) => date)).toEqual([DAY, '2037-06-17']);
    expect(insertions[0].text).toMatch(
      /^South could do it on Tue, Jun 16 at \d+:\d\d AM: (?:\d+ (?:h|min) )+more driving than now\.$/,
    );
    // Its current place does not count as another.
    expect((await placesOf({ job_id: id, crew_id: north })).insertions).toMatchObject([{ start: `${DAY}T08:00` }]);
  });

  test('The answer to why not another crew is the rule that stands against it, with what is missing', async () => {
    const small = await addCrew('Small');
    const asked = async (body: object, crew_id = small) =>
      (await placesOf({ job_id: (await addJob(body)).id, crew_id })).insertions[0];
    expect(await asked({ requiredSkills: ['crane operator'] })).toMatchObject({
      needs: [{ kind: 'skill', amount: null, text: 'Nobody there from Small can do “crane operator”.' }],
      text: expect.stringMatching(/^Nobody there from Small .*\. Even so, Small could do it on Tue/),
    });
    expect(await asked({ minimumCrewSize: 3 })).toMatchObject({
      needs: [{ kind: 'crewSize', amount: 2, text: 'Small has one person on that day; the job needs 3.' }],
    });
    expect(await asked({ minimumCrewSize: null })).toMatchObject({
      needs: [{ kind: 'crewSize', amount: 1, text: expect.stringContaining('no crew size is entered') }],
    });
    expect(await asked({ requiredEquipment: ['Chippers'] })).toMatchObject({
      needs: [{ kind: 'equipment', text: 'Small has no Chippers, and none is free.' }],
    });
    expect(await asked({ timeWindow: { start: '06:00', end: '09:00' } })).toMatchObject({
      needs: [
        {
          kind: 'later',
          amount: 60,
          text: 'The customer wants it between 6:00 AM and 9:00 AM: it would be 1 h too late.',
        },
      ],
    });
    await owner.post(`/api/schedule/days/${DAY}/lock`, {}).then(expectStatus(200));
    const there = await asked({});
    await owner.post(`/api/schedule/days/${DAY}/unlock`, {}).then(expectStatus(200));
    expect(there).toMatchObject({ needs: [{ kind: 'dayLocked', text: 'Tue, Jun 16 is locked.' }] });
  });

  test('Where nobody can be sent, the answer to why not another crew says so', async () => {
    const { id } = await addJob();
    const said = async (body: object) => {
      const { insertions, message } = await placesOf({ job_id: id, ...body });
      expect(insertions).toEqual([]);
      return message;
    };
    const empty = (await add('/api/crews', { name: 'Empty' })).id;
    expect(await said({ crew_id: empty })).toBe('Empty has no members. Add people to it, then try again.');
    expect(await said({ date: '2037-06-14' })).toBe('This day is over. Choose today or later.');
    const idle = await addCrew('Idle', 1, { isActive: false });
    expect(await said({ crew_id: idle })).toContain('Idle is not active.');
    const { id: long } = await addJob({ estimatedDuration: 20 });
    await planned(north, '08:00', '09:00', { pinned: true });
    expect(await said({ job_id: long, crew_id: north })).toContain('It takes longer than a day.');
  });

  test('A job longer than a day takes the days of a crew that are free', async () => {
    const { id } = await addJob({ estimatedDuration: 12 });
    const days = { date: '2037-06-18', to: '2037-06-19' };
    const { insertions } = await placesOf({ job_id: id, crew_id: north, ...days });
    expect(insertions[0]).toMatchObject({
      parts: [{ date: '2037-06-18' }, { date: '2037-06-19' }],
      text: expect.stringContaining('for 2 days'),
    });
    const [first] = (await placesOf({ job_id: id, crew_id: north, date: '2037-06-18' })).insertions;
    expect(first.text).toMatch(/and the last \d h of the work wait for a later day\.$/);
  });
});

describe('taking a place', () => {
  let north: string;
  let first: { id: string };
  let storm: { id: string };
  beforeEach(async () => {
    await start();
    north = await addCrew('North', 2);
    first = await planned(north, '08:00', '13:00');
    storm = await addJob({ priority: 'urgent', estimatedDuration: 2 });
  });
  afterEach(() => server.close());

  const taken = async (of: string, more: object = {}) => {
    const [place] = (await placesOf({ job_id: of, crew_id: north, ...more })).insertions;
    const { crew_id, date, start: begin, moves, takes_off } = place;
    const ids = (jobs: { job_id: string }[]) => jobs.map(({ job_id }) => job_id);
    const body = { job_id: of, crew_id, date, start: begin, moves: ids(moves), takes_off: ids(takes_off) };
    return { place, body };
  };

  test('Taking a place puts the job there with all that moves for it, and one Undo takes it back', async () => {
    const { place, body } = await taken(storm.id);
    expect(place).toMatchObject({ needs: [], moves: [{ job_id: first.id }] });
    const { body: done } = await insert(body).then(expectStatus(200));
    expect(done).toMatchObject({ jobs_updated: 2, category: 'batch' });
    expect(await job(storm.id)).toMatchObject({ status: 'scheduled', crewId: north, overridden: [] });
    expect((await job(storm.id)).visits).toMatchObject([{ start: expect.stringContaining(`${DAY}T12:00`) }]);
    expect((await job(first.id)).visits).toMatchObject([{ start: expect.stringContaining(`${DAY}T14:00`) }]);
    const [kept] = (await owner.get('/api/plans')).body;
    expect(kept).toMatchObject({ kind: 'emergency', status: 'applied' });
    const { moves } = (await owner.get(`/api/plans/${kept.id}`).then(expectStatus(200))).body;
    expect(moves).toMatchObject([{ jobId: first.id, to: { crewId: north } }]);
    const { category, id, commandId } = done;
    await owner.post('/api/undo', { category, id, commandId }).then(expectStatus(200));
    expect(await job(storm.id)).toMatchObject({ status: 'unscheduled', crewId: null });
    expect((await job(first.id)).visits).toMatchObject([{ start: expect.stringContaining(`${DAY}T12:00`) }]);
  });

  test('Taking a place that takes a job off a locked day needs a reason, also where that day is not looked at', async () => {
    const NEXT = '2037-06-17';
    await owner.put(`/api/jobs/${first.id}`, { pinned: true }).then(expectStatus(200));
    await owner.post(`/api/schedule/days/${DAY}/lock`, {}).then(expectStatus(200));
    const { place, body } = await taken(first.id, { date: NEXT });
    expect(place).toMatchObject({ date: NEXT, needs: [{ kind: 'dayLocked', text: 'Tue, Jun 16 is locked.' }] });
    const refused = await insert(body).then(expectStatus(400));
    expect(refused.body.issues).toMatchObject([{ path: 'reason', message: expect.stringContaining('is locked') }]);
    expect((await job(first.id)).visits).toMatchObject([{ start: expect.stringContaining(DAY) }]);
    await insert({ ...body, reason: 'customer_asked' }).then(expectStatus(200));
    expect(await job(first.id)).toMatchObject({ overridden: [{ kind: 'day_locked', day: DAY }], pinned: true });
  });

  test('A job of less weight leaves the day for an emergency, and comes back with Undo', async () => {
    const low = await planned(north, '13:00', '16:00', { priority: 'low' });
    const { place, body } = await taken(storm.id);
    expect(place).toMatchObject({ takes_off: [{ job_id: low.id }], needs: [] });
    const { body: done } = await insert(body).then(expectStatus(200));
    expect(await job(low.id)).toMatchObject({ status: 'unscheduled' });
    const { category, id, commandId } = done;
    await owner.post('/api/undo', { category, id, commandId }).then(expectStatus(200));
    expect(await job(low.id)).toMatchObject({ status: 'scheduled', crewId: north });
  });

  test('Where a rule gives way a reason is asked for, and kept with the jobs', async () => {
    const { id } = await addJob({ requiredSkills: ['crane operator'], estimatedDuration: 5 });
    const { place, body } = await taken(id);
    expect(place.needs.map(({ kind }: { kind: string }) => kind)).toContain('skill');
    const refused = await insert(body);
    expect(refused).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'reason', message: expect.stringMatching(/crane operator.* Choose why/) }] },
    });
    expect(await insert({ ...body, reason: 'because' })).toMatchObject({ body: { issues: [{ path: 'reason' }] } });
    expect(await job(id)).toMatchObject({ status: 'unscheduled' });
    await insert({ ...body, reason: 'cannot_wait' }).then(expectStatus(200));
    const after = await job(id);
    expect(after).toMatchObject({ status: 'scheduled', overrideReason: 'It cannot wait.' });
    expect(after.overridden).toContainEqual({ kind: 'skill_missing', day: DAY });
  });

  test('A scheduled job is moved to the place that is taken', async () => {
    const south = await addCrew('South', 2);
    const { body } = await taken(first.id, { crew_id: south });
    await insert(body).then(expectStatus(200));
    expect(await job(first.id)).toMatchObject({ status: 'scheduled', crewId: south });
  });

  test('A place that is no more as it was shown is 409, and nothing is done', async () => {
    const { body } = await taken(storm.id);
    const gone = async (more: object = {}) => {
      expect(await insert({ ...body, ...more })).toMatchObject({ status: 409, body: { code: 'stale', moved: [] } });
      expect(await job(storm.id)).toMatchObject({ status: 'unscheduled' });
    };
    await gone({ start: `${DAY}T07:00` });
    await gone({ moves: [] });
    await gone({ takes_off: ['another'] });
    await planned(north, '13:00', '16:00', { pinned: true });
    await gone();
    expect((await owner.get('/api/plans')).body).toEqual([]);
  });

  test('A job whose customer was erased has no place to take, and its visit stays', async () => {
    const gone = (await add('/api/customers', { firstName: 'Grace', lastName: 'Gone' })).id;
    const { id } = await addJob({ customerId: gone });
    const { body } = await taken(id);
    const visit = await planned(north, '13:00', '15:00', { customerId: gone });
    await owner.post(`/api/customers/${gone}/erase`, { confirm: 'Grace Gone' }).then(expectStatus(200));
    const refused = { status: 410, body: { code: 'erased', message: expect.stringContaining('delete the job') } };
    expect(await ask({ job_id: id })).toMatchObject(refused);
    expect(await insert(body)).toMatchObject(refused);
    expect((await owner.get('/api/plans')).body).toEqual([]);
    const { place, body: others } = await taken(storm.id);
    expect(place.moves.map(({ job_id }: { job_id: string }) => job_id)).not.toContain(visit.id);
    await insert({ ...others, reason: 'cannot_wait' }).then(expectStatus(200));
    expect((await job(visit.id)).visits).toMatchObject([{ start: expect.stringContaining(`${DAY}T17:00`) }]);
  });

  test('A job that a colleague has placed meanwhile stays there, and who it was is told', async () => {
    const { revision } = (await placesOf({ job_id: storm.id })).job;
    const { body } = await taken(storm.id);
    const south = { ...body, crew_id: await addCrew('South', 2), start: `${DAY}T08:00`, moves: undefined };
    const all = [body, south, south].map((each) => insert({ ...each, expectedRevision: revision }));
    const answers = await Promise.all(all);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const first = await job(storm.id);
    const late = await insert({ ...south, expectedRevision: revision });
    expect(late).toMatchObject({ status: 409, body: { code: 'stale', record: { id: storm.id, status: 'scheduled' } } });
    const who = late.body.changes.at(-1).actorName;
    expect(late.body.message).toBe(
      `${who} has changed ${first.jobNumber} since its places were found. Look for places again.`,
    );
    expect(await job(storm.id)).toEqual(first);
    expect((await owner.get('/api/plans')).body).toMatchObject([{ status: 'applied' }]);
    expect(await insert({ ...body, expectedRevision: 'old' })).toMatchObject({
      body: { issues: [{ path: 'expectedRevision' }] },
    });
  });

  test('A job with a visit that is over and one to come has no place to take', async () => {
    const visits = ['2037-06-12', '2037-06-17'].map((day) => {
      return { start: `${day}T08:00:00-04:00`, end: `${day}T12:00:00-04:00` };
    });
    const { id } = await addJob({ crewId: north, visits });
    const refused = { status: 409, body: { message: expect.stringContaining('has a visit that is over') } };
    expect(await ask({ job_id: id })).toMatchObject(refused);
    const place = { job_id: id, crew_id: north, date: '2037-06-18', start: '2037-06-18T08:00' };
    expect(await insert(place)).toMatchObject(refused);
    // Nobody came: the whole job finds another day.
    const missed = await addJob({ crewId: north, visits: visits.slice(0, 1) });
    expect((await placesOf({ job_id: missed.id, date: '2037-06-18' })).insertions).not.toEqual([]);
  });

  test('A place that is taken again with the same key is taken once, and for another job that key is refused', async () => {
    const { body } = await taken(storm.id);
    const send = (more: object = {}) =>
      owner.send('/optimizer/schedule/insert', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
        body: JSON.stringify({ ...body, ...more }),
      });
    const done = await send().then(expectStatus(200));
    expect((await send().then(expectStatus(200))).body).toEqual(done.body);
    expect(await send({ job_id: first.id })).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  });
});

describe('a place that cannot be taken', () => {
  let north: string;
  let storm: { id: string };
  beforeAll(async () => {
    await start();
    [north, storm] = [await addCrew('North', 2), await addJob()];
  });
  afterAll(() => server.close());

  test.each([
    [{ start: 'noon' }, 'start'],
    [{ start: '2037-02-30T08:00' }, 'start'],
    [{ start: undefined }, 'start'],
    [{ date: undefined }, 'date'],
    [{ crew_id: undefined }, 'crew_id'],
    [{ crew_id: 'nobody' }, 'crew_id'],
    [{ to: '2037-06-01' }, 'to'],
    [{ moves: 'all' }, 'moves'],
  ])('A place taken with %o is 400 and names the field', async (body, field) => {
    const good = { job_id: storm.id, crew_id: north, date: DAY, start: `${DAY}T08:00` };
    expect(await insert({ ...good, ...body })).toMatchObject({ status: 400, body: { issues: [{ path: field }] } });
  });
});

describe('what cannot be asked', () => {
  let id: string;
  beforeAll(async () => {
    await start();
    ({ id } = await addJob());
  });
  afterAll(() => server.close());

  test.each([
    [{ date: '2037-02-30' }, 'date'],
    [{ date: 'tomorrow' }, 'date'],
    [{ to: '2037-06-01' }, 'to'],
    [{ to: '2038-06-01' }, 'to'],
    [{ job_id: undefined }, 'job_id'],
    [{ job_id: '' }, 'job_id'],
    [{ crew_id: 'nobody' }, 'crew_id'],
    [{ crew_id: 7 }, 'crew_id'],
  ])('Asking for places with %o is 400 and names the field', async (body, field) => {
    expect(await ask({ job_id: id, ...body })).toMatchObject({ status: 400, body: { issues: [{ path: field }] } });
  });

  test('A day after which none can be counted is refused for what it is', async () => {
    const refused = await ask({ job_id: id, date: '9999-12-31' }).then(expectStatus(400));
    const message = 'date must be before the year 9999.';
    expect(refused.body).toEqual({ message, code: 'invalid', issues: [{ path: 'date', message }] });
  });

  test('Asking for places of a job that is not there is 404, of one that has begun or is over 409', async () => {
    expect(await ask({ job_id: 'nothing' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const of = async (status: string) => {
      const made = await addJob();
      const act = { in_progress: 'start', cancelled: 'cancel', on_hold: 'hold' }[status];
      const why = act === 'start' ? {} : { reason: 'No more' };
      await owner.post(`/api/jobs/${made.id}/${act}`, why).then(expectStatus(200));
      return ask({ job_id: made.id });
    };
    expect(await of('in_progress')).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringMatching(/^J-\d+ has already started\./) },
    });
    expect(await of('cancelled')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('is cancelled') },
    });
    expect(await of('on_hold')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('is on hold') },
    });
    const { id: removed } = await addJob();
    await owner.delete(`/api/jobs/${removed}`).then(expectStatus(204));
    expect(await ask({ job_id: removed })).toMatchObject({ status: 404 });
  });

  test('Places cannot be asked for by whoever only reads', async () => {
    const { client } = await addSignedIn(server, owner, 'alex', { role: 'auditor' });
    expect(await client.post('/optimizer/schedule/insertions', { job_id: id })).toMatchObject({ status: 403 });
  });
});
