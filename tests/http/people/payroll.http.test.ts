import { afterAll, beforeAll, expect, test } from 'vitest';
import { timesheetIdOf } from '../../../domain/timesheet/terms.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let now: number;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  now = Date.parse('2026-06-08T15:00:00Z');
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
});
afterAll(() => server.close());

/** Signs in a day later. */
async function nextDay(): Promise<void> {
  now += 86_400_000;
  owner = await server.signIn();
}

/** The week of somebody new, with eight hours on its Monday, approved that day. */
async function eightHours(firstName: string, week: string) {
  now = Date.parse(`${week}T15:00:00Z`);
  owner = await server.signIn();
  const { id: personId } = (await owner.post('/api/staff', { firstName }).then(expectStatus(201))).body;
  const id = timesheetIdOf(personId, week);
  const path = `/api/timesheets/${id}`;
  const { body } = await owner.post(`${path}/entries`, { day: week, hours: 8, kind: 'yard' }).then(expectStatus(201));
  await owner.post(`${path}/submit`).then(expectStatus(200));
  await owner.post(`${path}/approve`).then(expectStatus(200));
  return { id, path, personId, entryId: body.entries[0].entryId };
}

/** What the file of each of some days has of somebody. */
function filesOf(personId: string, days: readonly string[]) {
  const fileOf = async (day: string) => {
    const { body } = await owner.get(`/api/timesheets/payroll?from=${day}&to=${day}`).then(expectStatus(200));
    const lines = body.lines.filter(({ employeeId }: { employeeId: string }) => employeeId === personId);
    return lines.map(({ entry, minutes }: { entry: string; minutes: number }) => `${entry} ${minutes}`);
  };
  return Promise.all(days.map(fileOf));
}

test('A correction that is taken back, or put back, on a later day is in the file of that day too', async () => {
  const { id, path, personId } = await eightHours('Noa', '2026-06-08');
  await nextDay();
  const more = { day: '2026-06-08', hours: '2', kind: 'yard', reason: 'Stayed late' };
  const made = await owner.post(`${path}/corrections`, more).then(expectStatus(201));
  await nextDay();
  const [correction] = made.body.corrections;
  const gone = await owner.delete(`${path}/corrections/${correction.correctionId}`).then(expectStatus(200));
  await nextDay();
  const commandId = gone.headers.get('x-command-id');
  await owner.post('/api/undo', { category: 'timesheet', id, commandId }).then(expectStatus(200));

  const days = ['2026-06-08', '2026-06-09', '2026-06-10', '2026-06-11'];
  expect(await filesOf(personId, days)).toEqual([
    ['hours 480'],
    ['correction 120'],
    ['correction -120'],
    ['correction 120'],
  ]);
});

test('A week that is opened again, changed, and approved anew is in the file of that day with the difference alone', async () => {
  const { path, personId, entryId } = await eightHours('Ida', '2026-06-15');
  const approveWith = async (hours: number) => {
    await owner.post(`${path}/entries`, { day: '2026-06-15', hours, kind: 'yard' }).then(expectStatus(201));
    await owner.post(`${path}/approve`).then(expectStatus(200));
  };
  // On the day of the approval it is as if it had never been.
  await owner.post(`${path}/reopen`).then(expectStatus(200));
  await approveWith(1);
  const days = ['2026-06-15', '2026-06-16', '2026-06-17'];
  expect(await filesOf(personId, days)).toEqual([['hours 540'], [], []]);

  await nextDay();
  await owner.post(`${path}/reopen`).then(expectStatus(200));
  expect(await filesOf(personId, days)).toEqual([['hours 540'], ['correction -540'], []]);
  await owner.delete(`${path}/entries/${entryId}`).then(expectStatus(200));
  await approveWith(5);
  await nextDay();
  await owner.post(`${path}/reopen`).then(expectStatus(200));
  await approveWith(0.5);
  expect(await filesOf(personId, days)).toEqual([['hours 540'], ['correction -180'], ['correction 30']]);
});

test('What is added to a week that was approved without hours is in the file of that day', async () => {
  now = Date.parse('2026-06-22T15:00:00Z');
  owner = await server.signIn();
  const { id: personId } = (await owner.post('/api/staff', { firstName: 'Uma' }).then(expectStatus(201))).body;
  const path = `/api/timesheets/${timesheetIdOf(personId, '2026-06-22')}`;
  for (const act of ['submit', 'approve']) await owner.post(`${path}/${act}`).then(expectStatus(200));
  await nextDay();
  await owner.post(`${path}/reopen`).then(expectStatus(200));
  await owner.post(`${path}/entries`, { day: '2026-06-22', hours: 8, kind: 'yard' }).then(expectStatus(201));
  await owner.post(`${path}/approve`).then(expectStatus(200));
  expect(await filesOf(personId, ['2026-06-22', '2026-06-23'])).toEqual([[], ['correction 480']]);
});
