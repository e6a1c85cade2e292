import { afterAll, beforeAll, expect, test } from 'vitest';
import { timesheetIdOf } from '../../../domain/timesheet/terms.ts';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let now = Date.parse('2026-06-01T12:00:00Z');
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
});
afterAll(() => server.close());

test('The hours of a quarter are told by week, person and crew, with overtime, corrections and what was on jobs', async () => {
  const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body;
  const { id: lee } = await add('/api/staff', { firstName: 'Lee' });
  const { id: kim } = await add('/api/staff', { firstName: 'Kim' });
  const { id: crewId } = await add('/api/crews', { name: 'North', memberIds: [lee] });
  const job = await add('/api/jobs', { title: 'Oak', address: '3 Elm St' });
  now = Date.parse('2026-06-15T12:00:00Z');
  owner = await server.signIn();

  const days = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04', '2026-06-05'];
  for (const day of days)
    await owner.post(`/api/jobs/${job.id}/hours`, { personId: lee, day, hours: 9 }).then(expectStatus(200));
  const week = `/api/timesheets/${timesheetIdOf(lee, '2026-06-01')}`;
  await owner.post(`${week}/submit`).then(expectStatus(200));
  await owner.post(`${week}/approve`).then(expectStatus(200));
  const less = { day: '2026-06-05', hours: '-1:00', kind: 'job', jobId: job.id, reason: 'Left early' };
  await owner.post(`${week}/corrections`, less).then(expectStatus(201));
  const yard = { day: '2026-06-08', hours: '2:30', kind: 'yard' };
  const { headers } = await owner
    .post(`/api/timesheets/${timesheetIdOf(kim, '2026-06-08')}/entries`, yard)
    .then(expectStatus(201));

  const seen = { 'x-min-position': headers.get('x-position') ?? '' };
  const { body } = await owner.get('/api/timesheets/figures', seen).then(expectStatus(200));
  const ofLee = { regular: 2_400, overtime: 240, onJobs: 44 * 60 };
  const ofKim = { regular: 150, overtime: 0, onJobs: 0 };
  expect(body.weeks).toHaveLength(13);
  expect(body.weeks.slice(-3)).toEqual([
    { week: '2026-06-01', ...ofLee },
    { week: '2026-06-08', ...ofKim },
    { week: '2026-06-15', regular: 0, overtime: 0, onJobs: 0 },
  ]);
  expect(body.people).toEqual([
    { personId: lee, person: 'Lee', ...ofLee },
    { personId: kim, person: 'Kim', ...ofKim },
  ]);
  expect(body.crews).toEqual([
    { crewId, crew: 'North', ...ofLee },
    { crewId: null, crew: null, ...ofKim },
  ]);
  const { client: climber } = await addSignedIn(server, owner, 'a-climber', { role: 'crew' });
  await climber.get('/api/timesheets/figures').then(expectStatus(403));
});
