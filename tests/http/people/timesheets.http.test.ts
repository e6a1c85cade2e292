import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { timesheetIdOf } from '../../../domain/timesheet/terms.ts';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

/** In New York the clocks go back in the night to Sunday, November 1: that day has 25 hours. */
const WEEK = '2037-10-26';
let now = Date.parse('2037-10-23T15:00:00Z');
let server: TestServer;
let owner: Client;
let office: Client;
let ash: { id: string; client: Client };
let leeId: string;
let crewId: string;

beforeAll(async () => {
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
  const added = async (firstName: string) =>
    (await owner.post('/api/staff', { firstName }).then(expectStatus(201))).body.id as string;
  ash = await addSignedIn(server, owner, 'ash', { role: 'crew', personId: await added('Ash') });
  await addSignedIn(server, owner, 'sam', { role: 'office' });
  leeId = await added('Lee');
  crewId = (await owner.post('/api/crews', { name: 'North', memberIds: [ash.id, leeId] }).then(expectStatus(201))).body
    .id;
  now = Date.parse('2037-11-03T15:00:00Z');
  owner = await server.signIn();
  office = await server.signIn({ username: 'sam', password: PASSWORD });
  ash.client = await server.signIn({ username: 'ash', password: PASSWORD });
});
afterAll(() => server.close());

const seen = (answer: Answer) => ({ 'x-min-position': answer.headers.get('x-position') ?? '' });
const pathOf = (personId: string, week = WEEK) => `/api/timesheets/${timesheetIdOf(personId, week)}`;
const ADD = { day: WEEK, hours: '1:30', kind: 'yard' };

/** A job of the crew whose clock ran, UTC. */
async function worked(
  ...spells: [from: string, to: string | null][]
): Promise<{ id: string; number: string; answer: Answer }> {
  const made = await owner.post('/api/jobs', { title: 'Oak', address: '3 Elm St', crewId }).then(expectStatus(201));
  const { id, jobNumber: number } = made.body;
  let answer: Answer = made;
  for (const [index, [from, to]] of spells.entries()) {
    answer = await ash.client
      .post(`/api/jobs/${id}/${index ? 'resume' : 'start'}`, { at: from })
      .then(expectStatus(200));
    if (to) answer = await ash.client.post(`/api/jobs/${id}/pause`, { at: to }).then(expectStatus(200));
  }
  return { id, number, answer };
}

const approvedWeek = async (personId: string, week: string) => {
  await office.post(`${pathOf(personId, week)}/submit`).then(expectStatus(200));
  return office.post(`${pathOf(personId, week)}/approve`).then(expectStatus(200));
};

describe('a week of hours', () => {
  let late: { id: string; number: string };

  test('A week is what clocks and people say, to the minute, also with the day of 25 hours', async () => {
    // Monday to Friday 7:00 to 15:31 in New York, and the whole night in which the clocks go back.
    const days = ['26', '27', '28', '29', '30'].map((day) => [`2037-10-${day}T11:00:20Z`, `2037-10-${day}T19:31:50Z`]);
    await worked(...(days as [string, string][]), ['2037-11-01T03:00:00Z', '2037-11-01T10:15:00Z']);
    const added = await ash.client.post(`${pathOf(ash.id)}/entries`, { ...ADD, note: 'Saws' }).then(expectStatus(201));
    expect(added.body).toMatchObject({
      person: 'Ash',
      status: 'open',
      // 5 × 8:31, 7:15 over the change, 1:30 in the yard.
      minutes: 5 * 511 + 435 + 90,
      regular: 2_400,
      overtime: 5 * 511 + 435 + 90 - 2_400,
      entries: [{ day: WEEK, minutes: 90, kind: 'yard', note: 'Saws' }],
      running: [],
      differences: [],
    });
    const { body: week } = await office.get(`/api/timesheets?week=2037-10-28`, seen(added)).then(expectStatus(200));
    expect(week).toMatchObject({ week: WEEK, today: '2037-11-03' });
    // 25 hours from midnight to midnight: the night began at 23:00 on Saturday.
    expect(week.sheets[0].days.map(({ minutes }: { minutes: number }) => minutes)).toEqual([
      601, 511, 511, 511, 511, 60, 375,
    ]);
    expect(week.sheets.map(({ person }: { person: string }) => person)).toEqual(['Ash', 'Lee']);
    const { body: own } = await ash.client.get(`/api/timesheets?week=${WEEK}`).then(expectStatus(200));
    expect(own.sheets.map(({ personId }: { personId: string }) => personId)).toEqual([ash.id]);
  });

  test('Hours entered on a job stand instead of its clock, and time off takes a person from it', async () => {
    const { id, answer } = await worked(['2037-10-27T20:00:00Z', '2037-10-27T22:00:00Z']);
    const before = await ash.client.get(pathOf(ash.id), seen(answer)).then(expectStatus(200));
    expect(before.body.days[1].minutes).toBe(631);
    const entered = await ash.client.post(`/api/jobs/${id}/hours`, {
      personId: ash.id,
      hours: 0.25,
      day: '2037-10-27',
    });
    const { body } = await ash.client.get(pathOf(ash.id), seen(entered));
    expect(body.days[1].minutes).toBe(526);
    const byHand = { by: 'hand', enteredByName: null };
    expect(body.days[1].sources).toMatchObject([{ by: 'clock', enteredByName: null }, byHand]);
    const { body: lee } = await office.get(pathOf(leeId), seen(entered));
    expect(lee.days[1].minutes).toBe(631);
    const off = { employeeId: leeId, requestType: 'sick', startDate: '2037-10-27', endDate: '2037-10-27' };
    const asked = await office.post('/api/hr/time-off', off).then(expectStatus(201));
    const approved = await office.patch(`/api/hr/time-off/${asked.body.id}`, { status: 'approved' });
    expect((await office.get(pathOf(leeId), seen(approved))).body.days[1].minutes).toBe(0);
  });

  test.each([
    [{ ...ADD, day: '2037-11-02' }, 'day'],
    [{ ...ADD, day: '2037-11-31' }, 'day'],
    [{ ...ADD, hours: '25' }, 'hours'],
    [{ ...ADD, hours: 'all day' }, 'hours'],
    [{ ...ADD, hours: '0:00' }, 'hours'],
    // With 8:31 on the clock and 1:30 in the yard it is more than a day.
    [{ ...ADD, hours: '14' }, 'hours'],
    [{ ...ADD, kind: 'lunch' }, 'kind'],
  ])('What is no time of that week is refused: %j', async (body, path) => {
    const refused = await ash.client.post(`${pathOf(ash.id)}/entries`, body).then(expectStatus(400));
    expect(refused.body.issues).toMatchObject([{ path }]);
  });

  test('Hours of a day to come, and of a week that is none, are refused', async () => {
    const path = pathOf(ash.id, '2037-11-02');
    await ash.client.post(`${path}/entries`, { ...ADD, day: '2037-11-04' }).then(expectStatus(400));
    await ash.client.post(`${pathOf(ash.id, '2037-10-27')}/entries`, ADD).then(expectStatus(400));
    await office.post(`${pathOf('nobody')}/entries`, ADD).then(expectStatus(400));
    await office.get(pathOf('nobody')).then(expectStatus(404));
    await ash.client.post(`${pathOf(ash.id, '2037-11-09')}/submit`).then(expectStatus(409));
  });

  test('Hours are withdrawn, and a withdrawal is undone like any step', async () => {
    const added = await ash.client.post(`${pathOf(ash.id)}/entries`, { ...ADD, hours: 2 }).then(expectStatus(201));
    const { entryId } = added.body.entries.at(-1);
    const taken = await ash.client
      .delete(`${pathOf(ash.id)}/entries/${added.body.entries[1].entryId}`)
      .then(expectStatus(200));
    expect(taken.body.entries).toHaveLength(1);
    const undo = {
      category: 'timesheet',
      id: timesheetIdOf(ash.id, WEEK),
      commandId: taken.headers.get('x-command-id'),
    };
    await ash.client.post('/api/undo', undo).then(expectStatus(200));
    const { body } = await ash.client.delete(`${pathOf(ash.id)}/entries/${entryId}`).then(expectStatus(200));
    expect(body.entries).toHaveLength(1);
  });

  test('A week with a running clock is not submitted, and nobody approves their own or what is not submitted', async () => {
    const running = await worked(['2037-11-01T14:00:00Z', null]);
    late = running;
    const refused = await ash.client.post(`${pathOf(ash.id)}/submit`).then(expectStatus(409));
    expect(refused.body.message).toContain(running.number);
    await ash.client.post(`/api/jobs/${running.id}/pause`, { at: '2037-11-01T14:20:00Z' }).then(expectStatus(200));
    await office.post(`${pathOf(ash.id)}/approve`).then(expectStatus(409));
    const submitted = await ash.client.post(`${pathOf(ash.id)}/submit`).then(expectStatus(200));
    expect(submitted.body).toMatchObject({ status: 'submitted', submittedByName: 'Ash' });
    const id = timesheetIdOf(ash.id, WEEK);
    const { groups } = (await office.get('/api/dashboard/attention', seen(submitted)).then(expectStatus(200))).body;
    expect(groups.find((group: { id: string }) => group.id === 'hours-to-approve')).toMatchObject({
      count: 1,
      records: [{ id, title: 'Ash', note: 'Week of', day: WEEK }],
    });
    const { body: waiting } = await office.get('/api/timesheets/submitted').then(expectStatus(200));
    expect(waiting.sheets).toMatchObject([{ id, person: 'Ash', week: WEEK, minutes: submitted.body.minutes }]);
    await ash.client.get('/api/timesheets/submitted').then(expectStatus(403));
    await ash.client.post(`${pathOf(ash.id)}/approve`).then(expectStatus(403));
  });

  test('Of two approvals at once one wins, and a repeated one changes nothing', async () => {
    const { body } = await office.get(pathOf(ash.id));
    const both = await Promise.all(
      [office, owner].map((client) => client.post(`${pathOf(ash.id)}/approve`, { expectedRevision: body.revision })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { body: after } = await office.post(`${pathOf(ash.id)}/approve`).then(expectStatus(200));
    expect(after).toMatchObject({ status: 'approved', revision: body.revision + 1 });
    // What is known of each line is still known.
    expect(after.days[1].sources.map(({ by }: { by: string }) => by)).toEqual(['clock', 'hand']);
    expect(after.entries).toMatchObject([{ note: 'Saws', enteredByName: null }]);
    expect((await office.get('/api/timesheets/submitted').then(expectStatus(200))).body.sheets).toEqual([]);
  });

  test('An approved week is locked, for hours on jobs too, and says what to do', async () => {
    const locked = [
      await ash.client.post(`${pathOf(ash.id)}/entries`, ADD),
      await office.post(`/api/jobs/${late.id}/hours`, { personId: ash.id, hours: 1, day: WEEK }),
    ];
    for (const { status, body } of locked) {
      expect(status).toBe(409);
      expect(body.message).toContain('The office can record a correction');
    }
    const ofLee = await office
      .post(`/api/jobs/${late.id}/hours`, { personId: leeId, hours: 1, day: WEEK })
      .then(expectStatus(200));
    const { body } = await office.get(pathOf(leeId), seen(ofLee));
    expect(body.days[0].sources).toContainEqual(
      expect.objectContaining({ jobId: late.id, by: 'hand', enteredByName: 'sam' }),
    );
  });

  test('A later rule changes nothing of it, and a late clock shows as a difference that is corrected', async () => {
    const { body: before } = await office.get(pathOf(ash.id));
    await owner.patch('/api/settings', { overtimeDayHours: 8 }).then(expectStatus(200));
    const stopped = await worked(['2037-10-31T13:00:00Z', '2037-10-31T13:40:00Z']);
    const { body } = await office.get(pathOf(ash.id), seen(stopped.answer));
    expect(body).toMatchObject({ minutes: before.minutes, regular: 2_400, rule: { weekHours: 40, dayHours: null } });
    expect(body.differences).toMatchObject([{ day: '2037-10-31', jobId: stopped.id, minutes: 40 }]);
    await owner.patch('/api/settings', { overtimeDayHours: null }).then(expectStatus(200));

    const correct = {
      day: '2037-10-31',
      hours: '0:40',
      kind: 'job',
      jobId: stopped.id,
      reason: 'The phone had no signal',
    };
    await office.post(`${pathOf(ash.id)}/corrections`, { ...correct, reason: ' ' }).then(expectStatus(400));
    await office.post(`${pathOf(ash.id)}/corrections`, { ...correct, hours: '-0:40' }).then(expectStatus(400));
    await ash.client.post(`${pathOf(ash.id)}/corrections`, correct).then(expectStatus(403));
    const corrected = await office.post(`${pathOf(ash.id)}/corrections`, correct).then(expectStatus(201));
    expect(corrected.body).toMatchObject({
      minutes: before.minutes + 40,
      overtime: before.overtime + 40,
      differences: [],
      corrections: [{ minutes: 40, overtime: 40, regular: 0, reason: correct.reason, correctedByName: 'sam' }],
    });
    await office.post(`${pathOf(ash.id)}/reopen`).then(expectStatus(409));
  });

  test('The file for payroll has approved hours and corrections once each, and says what is not approved', async () => {
    const { body: sheet } = await office.get(pathOf(ash.id));
    const { body } = await office.get(`/api/timesheets/payroll?from=${WEEK}&to=2037-11-01`).then(expectStatus(200));
    const sum = (lines: { minutes: number }[]) => lines.reduce((all, { minutes }) => all + minutes, 0);
    expect(sum(body.lines)).toBe(sheet.minutes - 40);
    expect(body.waiting).toMatchObject([{ personId: leeId, week: WEEK, status: 'open' }]);
    const next = await office.get('/api/timesheets/payroll?from=2037-11-02&to=2037-11-08').then(expectStatus(200));
    expect(next.body.lines).toMatchObject([
      { employee: 'Ash', weekStart: WEEK, payType: 'overtime', minutes: 40, hours: '0.67', entry: 'correction' },
    ]);
    const csv = await office
      .get(`/api/timesheets/payroll?from=${WEEK}&to=2037-11-01&format=csv`)
      .then(expectStatus(200));
    expect(csv.body).toContain(`Ash,${WEEK},2037-11-01,regular,40.00,2400,hours,`);
    await office.get(`/api/timesheets/payroll?from=2037-11-02&to=${WEEK}`).then(expectStatus(400));
    await ash.client.get(`/api/timesheets/payroll?from=${WEEK}&to=2037-11-01`).then(expectStatus(403));
  });

  test('An approval is taken back where nothing was corrected, and nobody reaches the hours of others', async () => {
    await approvedWeek(leeId, WEEK);
    const open = await office.post(`${pathOf(leeId)}/reopen`).then(expectStatus(200));
    expect(open.body).toMatchObject({ status: 'submitted', approvedBy: null });
    await ash.client.get(pathOf(leeId)).then(expectStatus(404));
    await ash.client.post(`${pathOf(leeId)}/entries`, ADD).then(expectStatus(404));
    await ash.client.post(`${pathOf(ash.id)}/reopen`).then(expectStatus(403));
  });

  test('Nobody but an owner unlocks or takes away what others approved and corrected of their own hours', async () => {
    const { id, client } = await addSignedIn(server, owner, 'kim', { role: 'office' });
    const { body: added } = await owner.post('/api/staff', { firstName: 'Kim', userId: id }).then(expectStatus(201));
    const path = pathOf(added.id);
    await client.post(`${path}/entries`, { ...ADD, hours: 8 }).then(expectStatus(201));
    await approvedWeek(id, WEEK);
    await client.post(`${path}/reopen`).then(expectStatus(403));
    const less = { day: WEEK, hours: '-2', kind: 'yard', reason: 'Left early' };
    const corrected = await office.post(`${path}/corrections`, less).then(expectStatus(201));
    expect(corrected.body.differences).toEqual([]);
    const own = `${path}/corrections/${corrected.body.corrections[0].correctionId}`;
    await client.delete(own).then(expectStatus(403));
    const step = {
      category: 'timesheet',
      id: timesheetIdOf(id, WEEK),
      commandId: corrected.headers.get('x-command-id'),
    };
    await client.post('/api/undo', step).then(expectStatus(403));
    const { body: after } = await office.delete(own).then(expectStatus(200));
    expect(after).toMatchObject({ minutes: 480, corrections: [] });
  });

  test('Hours that come at once are no more than a day has, and none of them slips past an approval', async () => {
    const at = '2037-11-02';
    const add = async (firstName: string) =>
      (await owner.post('/api/staff', { firstName }).then(expectStatus(201))).body;
    const { id: jobId } = await worked();
    const [long, late] = [await add('Max'), await add('Ned')];
    const onJob = (personId: string, hours: number) =>
      office.post(`/api/jobs/${jobId}/hours`, { personId, hours, day: at });
    const yard = { day: at, hours: 14, kind: 'yard' };
    const both = await Promise.all([owner.post(`${pathOf(long.id, at)}/entries`, yard), onJob(long.id, 14)]);
    expect(both.map(({ status }) => status).filter((status) => status === 400)).toHaveLength(1);

    const path = pathOf(late.id, at);
    await owner.post(`${path}/entries`, { ...yard, hours: 1 }).then(expectStatus(201));
    const submitted = await owner.post(`${path}/submit`).then(expectStatus(200));
    await owner.get(path, seen(submitted));
    const raced = await Promise.all([onJob(late.id, 2), owner.post(`${path}/approve`)]);
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { body } = await owner.get(path, seen(raced.find(({ status }) => status === 200) as Answer));
    expect(body.differences).toEqual([]);
  });

  test('A crew has one clock at a time, except for what a phone without signal did earlier: that counts once', async () => {
    now = Date.parse('2037-11-03T16:00:00Z');
    const first = await worked(['2037-11-03T15:00:00Z', null]);
    const made = await owner.post('/api/jobs', { title: 'Elm', address: '5 Elm St', crewId }).then(expectStatus(201));
    const path = `/api/jobs/${made.body.id}`;
    const refused = await ash.client.post(`${path}/start`).then(expectStatus(409));
    expect(refused.body.message).toContain(`Pause or complete ${first.number} first`);
    await ash.client.post(`${path}/start`, { at: '2037-11-03T15:30:00Z' }).then(expectStatus(200));
    await ash.client.post(`/api/jobs/${first.id}/pause`).then(expectStatus(200));
    const stopped = await ash.client.post(`${path}/pause`).then(expectStatus(200));
    const { body } = await ash.client.get(pathOf(ash.id, '2037-11-02'), seen(stopped));
    expect(body.days[1]).toMatchObject({ minutes: 60, overlapping: 30 });
    await ash.client.post(`/api/jobs/${first.id}/resume`).then(expectStatus(200));
  });
});
