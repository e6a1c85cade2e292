import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  id = (await owner.post('/api/jobs', { address: '3 Elm St' }).then(expectStatus(201))).body.id;
});
afterAll(() => server.close());

const addJob = async () => (await owner.post('/api/jobs', { address: '3 Elm St' }).then(expectStatus(201))).body.id;
const undo = (category: string, of: string, commandId: string | null) =>
  owner.post('/api/undo', { category, id: of, commandId }).then(expectStatus(200));

describe('the hours of a job', () => {
  test('The hours of a job are those of people, each on a day, and are taken back', async () => {
    const person = (await owner.post('/api/staff', { firstName: 'Ada' }).then(expectStatus(201))).body.id;
    const first = { personId: person, hours: '3.5', day: '2026-06-15' };
    await owner.post(`/api/jobs/${id}/hours`, { personId: person, hours: 2 }).then(expectStatus(200));
    const { body, headers } = await owner.post(`/api/jobs/${id}/hours`, first).then(expectStatus(200));
    expect(body).toMatchObject({ actualHours: 5.5, estimatedDuration: null });
    const entered = { personId: person, hours: 3.5, day: '2026-06-15', enteredBy: 'owner' };
    expect(body.hours[0]).toEqual({ id: expect.any(String), ...entered });
    expect(body.hours[1].day).toMatch(/^\d{4}-\d\d-\d\d$/);
    const back = await undo('job', id, headers.get('x-command-id'));
    expect(back.body.record.actualHours).toBe(2);
    await owner.delete(`/api/jobs/${id}/hours/${body.hours[1].id}`).then(expectStatus(204));
    expect((await owner.get(`/api/jobs/${id}`)).body).toMatchObject({ hours: [], actualHours: 0 });
    for (const [wrong, path] of [
      [{ hours: 0 }, 'hours'],
      [{ hours: -2 }, 'hours'],
      [{ hours: '' }, 'hours'],
      [{ personId: 'nobody' }, 'personId'],
      [{ day: '2099-01-01' }, 'day'],
      [{ day: '1926-06-15' }, 'day'],
    ] as const) {
      const refused = await owner.post(`/api/jobs/${id}/hours`, { ...first, ...wrong }).then(expectStatus(400));
      expect(refused.body).toMatchObject({ issues: [{ path }] });
    }
  });
});

describe('the notes of a job', () => {
  test('The notes of a job say who wrote them, and when it was by the clock of the device', async () => {
    const at = new Date(Date.now() - 3_600_000).toISOString();
    const { body } = await owner
      .post(`/api/jobs/${id}/notes`, { note: ' The gate sticks ', at })
      .then(expectStatus(200));
    const [note] = body.notes;
    expect(note).toEqual({ id: expect.any(String), note: 'The gate sticks', addedBy: expect.any(String), addedAt: at });
    await owner.post(`/api/jobs/${id}/notes`, { note: ' ' }).then(expectStatus(400));
    await owner.delete(`/api/jobs/${id}/notes/${note.id}`).then(expectStatus(204));
    expect((await owner.get(`/api/jobs/${id}`)).body.notes).toEqual([]);
  });
});

describe('the costs of a job', () => {
  const chips = { category: 'disposal', amount: '120.50', day: '2026-06-15', description: 'Chips to the yard' };

  test('The costs of a job are entries of the one ledger of the company', async () => {
    const made = await owner.post(`/api/jobs/${id}/costs`, chips).then(expectStatus(201));
    expect(made.body).toMatchObject({ ...chips, jobId: id, erased: false, removed: false });
    await owner.post(`/api/jobs/${id}/costs`, { category: 'labor', amount: 300 }).then(expectStatus(201));
    const rent = await owner.post('/api/costs', { category: 'other', amount: 900 }).then(expectStatus(201));
    expect(rent.body).toMatchObject({ jobId: null, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    const seen = { 'x-min-position': rent.headers.get('x-position') ?? '' };
    const read = async (path: string) => (await owner.get(path, seen).then(expectStatus(200))).body;
    expect((await read(`/api/costs?jobId=${id}&sort=amount`)).map(({ amount }: { amount: string }) => amount)).toEqual([
      '120.50',
      '300.00',
    ]);
    expect(await read('/api/costs?general=true')).toMatchObject([{ id: rent.body.id }]);
    expect(await read(`/api/jobs/${id}`)).toMatchObject({ actualCost: '420.50', laborCost: null });
    const [relations] = await read('/api/jobs?with_relations=true');
    expect(relations.job.actualCost).toBe('420.50');

    const revised = await owner.patch(`/api/costs/${made.body.id}`, { amount: 100, expectedRevision: 0 });
    expect(revised).toMatchObject({ status: 200, body: { amount: '100.00', description: chips.description } });
    const back = await undo('cost', made.body.id, revised.headers.get('x-command-id'));
    expect(back.body.record.amount).toBe('120.50');
    const gone = await owner.delete(`/api/costs/${made.body.id}`).then(expectStatus(204));
    seen['x-min-position'] = gone.headers.get('x-position') ?? '';
    expect(await read(`/api/jobs/${id}`)).toMatchObject({ actualCost: '300.00' });
  });

  test('The costs of a job are refused with a wrong amount or category, and for a job that is not there', async () => {
    for (const [wrong, path] of [
      [{ amount: -1 }, 'amount'],
      [{ amount: '' }, 'amount'],
      [{ category: 'fun' }, 'category'],
    ] as const) {
      const refused = await owner.post(`/api/jobs/${id}/costs`, { ...chips, ...wrong }).then(expectStatus(400));
      expect(refused.body).toMatchObject({ issues: [{ path }] });
    }
    await owner.post('/api/jobs/nothing/costs', chips).then(expectStatus(404));
    await owner.post('/api/costs', { ...chips, jobId: 'nothing' }).then(expectStatus(400));
    const removed = (await owner.post('/api/jobs', { address: 'Gone' }).then(expectStatus(201))).body.id;
    await owner.delete(`/api/jobs/${removed}`).then(expectStatus(204));
    await owner.post(`/api/jobs/${removed}/costs`, chips).then(expectStatus(410));
  });
});

test('Photos are taken of a job', async () => {
  const taken = await upload(owner, `job/${id}`, await samplePhoto({}), { caption: 'Before' }).then(expectStatus(201));
  expect(taken.body).toMatchObject({ category: 'job', recordId: id, caption: 'Before' });
});

test('The hours of a person on all jobs of a day are no more than the day has', async () => {
  const person = (await owner.post('/api/staff', { firstName: 'Grace', lastName: 'Hall' }).then(expectStatus(201))).body
    .id;
  const [one, other] = [await addJob(), await addJob()];
  const add = (job: string, hours: number, more: object = {}, headers = {}) =>
    owner.post(`/api/jobs/${job}/hours`, { personId: person, hours, day: '2026-06-15', ...more }, headers);
  await add(one, 15, {}, { 'idempotency-key': 'a' }).then(expectStatus(200));
  const { body } = await add(other, 24).then(expectStatus(400));
  const message =
    'Grace Hall has 15 hours on 2026-06-15 already: with these it would be 39. Correct the day, or what is recorded.';
  expect(body).toEqual({ message, code: 'invalid', issues: [{ path: 'hours', message }] });
  // The same hours sent again are no further ones.
  await add(one, 15, {}, { 'idempotency-key': 'a' }).then(expectStatus(200));
  await add(other, 24, { day: '2026-06-14' }).then(expectStatus(200));
  await add(other, 9).then(expectStatus(200));
  await add(other, 0.25).then(expectStatus(400));
  const atOnce = await Promise.all([one, other].map((job) => add(job, 20, { day: '2026-06-13' })));
  expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('The hours of a day are no more than it has after an undone withdrawal of some', async () => {
  const personId = (await owner.post('/api/staff', { firstName: 'Mary' }).then(expectStatus(201))).body.id;
  const [one, other] = [await addJob(), await addJob()];
  const add = (job: string, hours: number) =>
    owner.post(`/api/jobs/${job}/hours`, { personId, hours, day: '2026-06-15' }).then(expectStatus(200));
  const { body } = await add(one, 15);
  const withdrawn = await owner.delete(`/api/jobs/${one}/hours/${body.hours[0].id}`).then(expectStatus(204));
  await add(other, 15);
  const commandId = withdrawn.headers.get('x-command-id');
  const refused = await owner.post('/api/undo', { category: 'job', id: one, commandId }).then(expectStatus(400));
  expect(refused.body.message).toBe(
    'Mary has 15 hours on 2026-06-15 already: with these it would be 30. Correct the day, or what is recorded.',
  );
});

test('Hours count for the day of a person where the company’s labor costs nothing', async () => {
  const { body } = await owner.patch('/api/settings', { labourRate: '0' }).then(expectStatus(200));
  expect(body.labourRate).toBe('0.00');
  const personId = (await owner.post('/api/staff', { firstName: 'Joan' }).then(expectStatus(201))).body.id;
  const [one, other] = [await addJob(), await addJob()];
  const add = (job: string) => owner.post(`/api/jobs/${job}/hours`, { personId, hours: 15, day: '2026-06-15' });
  expect((await add(one).then(expectStatus(200))).body.actualCost).toBe('0.00');
  await add(other).then(expectStatus(400));
});
