import { afterAll, beforeAll, expect, test } from 'vitest';
import { timesheetIdOf } from '../../../domain/timesheet/terms.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let now = Date.parse('2026-06-08T15:00:00Z');
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, () => now);
});
afterAll(() => server.close());

const WEEK = '2026-06-08';

test('A correction that is taken back, or put back, on a later day is in the file of that day too', async () => {
  let owner = await server.signIn();
  const nextDay = async () => {
    now += 86_400_000;
    owner = await server.signIn();
  };
  const { body: noa } = await owner.post('/api/staff', { firstName: 'Noa' }).then(expectStatus(201));
  const id = timesheetIdOf(noa.id, WEEK);
  const path = `/api/timesheets/${id}`;
  await owner.post(`${path}/entries`, { day: WEEK, hours: 8, kind: 'yard' }).then(expectStatus(201));
  await owner.post(`${path}/submit`).then(expectStatus(200));
  await owner.post(`${path}/approve`).then(expectStatus(200));
  await nextDay();
  const more = { day: WEEK, hours: '2', kind: 'yard', reason: 'Stayed late' };
  const made = await owner.post(`${path}/corrections`, more).then(expectStatus(201));
  await nextDay();
  const [correction] = made.body.corrections;
  const gone = await owner.delete(`${path}/corrections/${correction.correctionId}`).then(expectStatus(200));
  await nextDay();
  const commandId = gone.headers.get('x-command-id');
  await owner.post('/api/undo', { category: 'timesheet', id, commandId }).then(expectStatus(200));

  const paidOn = async (day: string): Promise<number[]> => {
    const { body } = await owner.get(`/api/timesheets/payroll?from=${day}&to=${day}`).then(expectStatus(200));
    return body.lines.map(({ minutes }: { minutes: number }) => minutes);
  };
  const days = ['2026-06-08', '2026-06-09', '2026-06-10', '2026-06-11'];
  expect(await Promise.all(days.map(paidOn))).toEqual([[480], [120], [-120], [120]]);
});
