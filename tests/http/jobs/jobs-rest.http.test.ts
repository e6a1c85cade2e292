import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let office: Client;
let crew: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  office = (await addSignedIn(server, owner, 'elm', { role: 'office' })).client;
  crew = (await addSignedIn(server, owner, 'ash', { role: 'crew' })).client;
});
afterAll(() => server.close());

const visit = (day: string, from: string, to: string) => ({
  start: `2037-01-${day}T${from}:00-05:00`,
  end: `2037-01-${day}T${to}:00-05:00`,
});
const EIGHT = visit('05', '08:00', '16:00');

/** A job of 10 hours. */
async function addJob(body: object = {}): Promise<Answer['body']> {
  const asked = { address: '3 Elm St, Hadley', title: 'Oak', estimatedDuration: 10, ...body };
  return (await owner.post('/api/jobs', asked).then(expectStatus(201))).body;
}

const put = (id: string, body: object) => owner.put(`/api/jobs/${id}`, body).then(expectStatus(200));
const giveUp = (id: string, by = office, reason: unknown = 'The customer does it', key?: string) =>
  by.post(`/api/jobs/${id}/give-up-rest`, { reason }, key === undefined ? {} : { 'idempotency-key': key });
const undoOf = (answer: Answer, id: string) => ({
  category: 'job',
  id,
  commandId: answer.headers.get('x-command-id'),
});

async function read(path: string, after: Answer): Promise<Answer['body']> {
  const seen = { 'x-min-position': after.headers.get('x-position') ?? '' };
  return (await owner.get(path, seen).then(expectStatus(200))).body;
}

async function isListed(id: string, after: Answer, query = ''): Promise<boolean> {
  const found = await read(`/api/jobs?unscheduled=true${query}`, after);
  return found.some((job: { id: string }) => job.id === id);
}

describe('what is left of a job', () => {
  test('A job placed shorter than it was estimated is listed with what is left, to the minute, until all of it is placed', async () => {
    const { id, remainingHours } = await addJob();
    expect(remainingHours).toBe(10);
    const placed = await put(id, { visits: [visit('05', '08:00', '15:47')] });
    expect(Math.round(placed.body.remainingHours * 60)).toBe(133);
    expect(await isListed(id, placed)).toBe(true);
    expect((await read(`/api/jobs/${id}`, placed)).remainingHours).toBe(placed.body.remainingHours);
    const { jobs } = await read('/api/schedule?from=2037-01-05&to=2037-01-05', placed);
    expect(jobs.find((job: { id: string }) => job.id === id).remainingHours).toBe(placed.body.remainingHours);
    const rest = visit('06', '08:00', '10:13');
    const whole = await put(id, { visits: [visit('05', '08:00', '15:47'), rest] });
    expect(whole.body.remainingHours).toBe(0);
    expect(await isListed(id, whole)).toBe(false);
  });

  test('The list is found and narrowed as ever, in all of its orders, and is a file, too', async () => {
    const { id } = await addJob({ title: 'Zelkova', priority: 'urgent' });
    const placed = await put(id, { visits: [EIGHT] });
    expect(await isListed(id, placed, '&search=Zelkova&priority=urgent')).toBe(true);
    expect(await isListed(id, placed, '&priority=low')).toBe(false);
    for (const sort of ['priority', '-scheduledDate', 'customerName', 'estimatedDuration', 'crewName']) {
      expect(await isListed(id, placed, `&sort=${sort}`)).toBe(true);
    }
    const file = await owner.get('/api/jobs?unscheduled=true&format=csv', {
      'x-min-position': placed.headers.get('x-position') ?? '',
    });
    expect(file.status).toBe(200);
    expect(String(file.body)).toContain('Zelkova');
  });

  test('Home counts what the list shows', async () => {
    const { id } = await addJob();
    const placed = await put(id, { visits: [EIGHT] });
    const { groups } = await read('/api/dashboard/attention', placed);
    const { count } = groups.find((group: { id: string }) => group.id === 'jobs-without-date');
    expect(count).toBe((await read('/api/jobs?unscheduled=true', placed)).length);
  });

  test('Nothing is left of a job that is done; more work that is signed or estimated is left', async () => {
    const { id } = await addJob();
    await put(id, { visits: [EIGHT] });
    const raised = await put(id, { estimatedDuration: 12.5 });
    expect(raised.body.remainingHours).toBe(4.5);
    await owner.post(`/api/jobs/${id}/start`, {}).then(expectStatus(200));
    const done = await owner.post(`/api/jobs/${id}/complete`, {}).then(expectStatus(200));
    expect(done.body.remainingHours).toBe(0);
    expect(await isListed(id, done)).toBe(false);
  });
});

describe('giving up the rest', () => {
  test('What is left is given up with a reason, once, and is back with the undo', async () => {
    const { id } = await addJob();
    await put(id, { visits: [EIGHT] });
    const given = await giveUp(id, office, 'The customer does it', 'once').then(expectStatus(200));
    expect(given.body).toMatchObject({ remainingHours: 0, givenUp: { hours: 2, reason: 'The customer does it' } });
    expect(await isListed(id, given)).toBe(false);
    const again = await giveUp(id, office, 'The customer does it', 'once').then(expectStatus(200));
    expect(again.body.revision).toBe(given.body.revision);
    const undone = await office.post('/api/undo', undoOf(given, id)).then(expectStatus(200));
    expect(await isListed(id, undone)).toBe(true);
    expect(await read(`/api/jobs/${id}`, undone)).toMatchObject({ remainingHours: 2, givenUp: null });
  });

  test('The history says so', async () => {
    const { id } = await addJob();
    await put(id, { visits: [EIGHT] });
    await giveUp(id).then(expectStatus(200));
    const { body: steps } = await owner.get(`/api/history/job/${id}`).then(expectStatus(200));
    expect(steps.at(-1)).toMatchObject({ type: 'JobRestGivenUp' });
  });

  test('What is asked for later is left again, and all of it once it has no visit', async () => {
    const { id } = await addJob();
    await put(id, { visits: [EIGHT] });
    await giveUp(id).then(expectStatus(200));
    expect((await put(id, { estimatedDuration: 13 })).body.remainingHours).toBe(3);
    const off = await owner.post(`/api/jobs/${id}/unschedule`, {}).then(expectStatus(200));
    expect(off.body).toMatchObject({ remainingHours: 13, givenUp: null });
  });

  test.each([
    ['without a reason', { visits: [EIGHT] }, '', 400, 'Say why the rest is not to be done.'],
    ['with a reason that nobody sees', { visits: [EIGHT] }, ' \u200b ', 400, 'Say why the rest is not to be done.'],
    [
      'where nothing is left',
      { visits: [EIGHT, visit('06', '08:00', '10:00')] },
      'No',
      409,
      'Nothing of this job is left: its visits hold all of its hours.',
    ],
    [
      'where nothing is placed',
      {},
      'No',
      409,
      'None of this job has a day yet, so there is no rest to give up. Cancel it if it is not to be done.',
    ],
  ])('A rest is not given up %s', async (_, plan, reason, status, message) => {
    const { id } = await addJob();
    const { revision } = (await put(id, { ...plan, title: 'Ash' })).body;
    const refused = await giveUp(id, office, reason).then(expectStatus(status));
    expect(JSON.stringify(refused.body)).toContain(message);
    expect((await owner.get(`/api/jobs/${id}`)).body.revision).toBe(revision);
  });

  test('A rest is given up by those who schedule', async () => {
    const { id } = await addJob();
    await put(id, { visits: [EIGHT] });
    await giveUp(id, crew).then(expectStatus(403));
    await giveUp('nowhere').then(expectStatus(404));
  });

  test('A rest that somebody else changed meanwhile is not given up by one who has not seen that', async () => {
    const { id, revision } = await addJob();
    await put(id, { visits: [EIGHT] });
    const body = { reason: 'No', expectedRevision: revision };
    const refused = await owner.post(`/api/jobs/${id}/give-up-rest`, body).then(expectStatus(409));
    expect(refused.body.code).toBe('stale');
  });
});
