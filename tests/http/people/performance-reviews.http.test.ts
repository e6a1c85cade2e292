import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf } from '../../../api/kit/company-time.ts';
import { COMPANY_DEFAULTS } from '../../../domain/company/terms.ts';
import { addDays } from '../../../domain/kit/times.ts';
import { addSignedIn } from '../../support/accounts.ts';
import { filesContaining } from '../../support/files.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let sam: { id: string; client: Client };
let ada: { id: string; client: Client };
let leeId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  sam = await addSignedIn(server, owner, 'sam', { role: 'office' });
  ada = await addSignedIn(server, owner, 'ada', { role: 'auditor' });
  leeId = (await owner.post('/api/staff', { firstName: 'Lee', lastName: 'Ash' }).then(expectStatus(201))).body.id;
});
afterAll(() => server.close());

const PATH = '/api/hr/performance-reviews';
const PERIOD = { reviewPeriodStart: '2026-01-01', reviewPeriodEnd: '2026-03-31' };
const REVIEW = { ...PERIOD, overallRating: 4, strengths: 'Rigging', areasForImprovement: 'Paperwork', goals: 'Crane' };
const write = (body: object = {}, client = sam.client) => client.post(PATH, { ...REVIEW, employeeId: leeId, ...body });
const written = (body: object = {}, client = sam.client) => write(body, client).then(expectStatus(201));
const undo = (answer: Answer, id: string, client = owner) =>
  client.post('/api/undo', { category: 'performance_review', id, commandId: answer.headers.get('x-command-id') });
const seen = (answer: Answer) => ({ 'x-min-position': answer.headers.get('x-position') ?? '' });

describe('performance reviews', () => {
  test('A performance review is written by who is signed in, and listed', async () => {
    const { body } = await written();
    expect(body).toEqual({
      id: expect.any(String),
      ...REVIEW,
      employeeId: leeId,
      employee: 'Lee Ash',
      reviewerId: sam.id,
      reviewer: 'sam',
      status: 'completed',
      acknowledgedAt: null,
      canBeAcknowledged: false,
      acknowledgement: null,
      erased: false,
      createdAt: expect.any(String),
      revision: 0,
      removed: false,
    });
    const other = await written({ employeeId: sam.id, overallRating: ' 5.0 ', reviewPeriodEnd: '2026-02-28' }, owner);
    expect(other.body).toMatchObject({
      overallRating: 5,
      employee: 'sam',
      reviewer: 'owner',
      canBeAcknowledged: true,
    });
    const listed = async (query: string) =>
      (await owner.get(`${PATH}${query}`, seen(other)).then(expectStatus(200))).body.map(
        ({ id }: { id: string }) => id,
      );
    expect(await listed('')).toEqual([other.body.id, body.id]);
    expect(await listed(`?employeeId=${leeId}`)).toEqual([body.id]);
    expect(await listed('?sort=overallRating')).toEqual([body.id, other.body.id]);
    expect(await listed('?from=2026-03-01')).toEqual([body.id]);
    expect(await listed('?search=ash')).toEqual([body.id]);
    const { body: figures } = await owner.get(`${PATH}/figures`).then(expectStatus(200));
    expect(figures).toEqual({ completed: 2 });
    const csv = await owner.get(`${PATH}?format=csv`).then(expectStatus(200));
    expect(csv.body).toContain('Lee Ash');
  });

  test('A performance review takes instants for days, by the clock of the company', async () => {
    const { body } = await written({
      reviewPeriodStart: '2026-01-01T00:00:00.000Z',
      reviewPeriodEnd: '2026-04-01T02:00:00.000Z',
    });
    expect(body).toMatchObject(PERIOD);
  });

  test('A performance review is sealed, also its rating', async () => {
    await written({ strengths: 'Zelkovastrength', goals: 'Zelkovagoal', overallRating: 1 });
    const marks = ['Zelkovastrength', 'Zelkovagoal', '"overallRating":1'];
    expect(await filesContaining(server.dataDir, marks, (name) => !name.startsWith('read-models'))).toEqual([]);
    const { body } = await owner.get('/api/search?q=Zelkovastrength').then(expectStatus(200));
    expect(JSON.stringify(body)).not.toContain('Zelkova');
  });

  test.each([
    [{ employeeId: '' }, 'employeeId'],
    [{ employeeId: 'nobody' }, 'employeeId'],
    [{ reviewPeriodStart: '' }, 'reviewPeriodStart'],
    [{ reviewPeriodEnd: null }, 'reviewPeriodEnd'],
    [{ reviewPeriodStart: '2026-02-30' }, 'reviewPeriodStart'],
    [{ reviewPeriodEnd: 'some day' }, 'reviewPeriodEnd'],
    [{ reviewPeriodEnd: '2025-12-31' }, 'reviewPeriodEnd'],
    [{ reviewPeriodStart: '2023-01-01' }, 'reviewPeriodEnd'],
    [{ reviewPeriodEnd: '2999-01-01' }, 'reviewPeriodEnd'],
    [{ overallRating: 6 }, 'overallRating'],
    [{ overallRating: 0 }, 'overallRating'],
    [{ overallRating: 3.5 }, 'overallRating'],
    [{ overallRating: '3.5' }, 'overallRating'],
    [{ overallRating: '' }, 'overallRating'],
    [{ overallRating: undefined }, 'overallRating'],
    [{ overallRating: 'Outstanding' }, 'overallRating'],
  ])('A performance review is refused with %j', async (body, path) => {
    const answer = await write(body).then(expectStatus(400));
    expect(answer.body.issues[0].path).toBe(path);
  });

  test('A performance review of oneself is refused', async () => {
    const { body } = await write({ employeeId: sam.id }).then(expectStatus(400));
    expect(body.issues).toEqual([{ path: 'employeeId', message: 'Nobody reviews themselves. Choose somebody else.' }]);
  });

  test('A performance review of somebody who left is refused', async () => {
    const { body } = await owner.post('/api/staff', { firstName: 'Gone' }).then(expectStatus(201));
    await owner.post(`/api/staff/${body.id}/archive`).then(expectStatus(200));
    await write({ employeeId: body.id }).then(expectStatus(400));
  });

  test('A performance review is corrected, removed and brought back, each with its undo', async () => {
    const { body } = await written();
    const at = `${PATH}/${body.id}`;
    const corrected = await sam.client.patch(at, { overallRating: '2', goals: '' }).then(expectStatus(200));
    expect(corrected.body).toMatchObject({ overallRating: 2, goals: null, strengths: 'Rigging' });
    await sam.client.patch(at, { reviewPeriodEnd: '2025-01-01' }).then(expectStatus(400));
    await sam.client.patch(at, { reviewPeriodStart: '' }).then(expectStatus(400));
    await sam.client.patch(at, { overallRating: 6 }).then(expectStatus(400));
    await sam.client.patch(at, { overallRating: 3, expectedRevision: 0 }).then(expectStatus(409));
    const back = await undo(corrected, body.id).then(expectStatus(200));
    expect(back.body.record).toMatchObject({ overallRating: 4, goals: 'Crane' });

    const removed = await sam.client.delete(at).then(expectStatus(204));
    await sam.client.patch(at, { overallRating: 3 }).then(expectStatus(410));
    const { body: gone } = await owner.get(`${PATH}?removed=true`, seen(removed)).then(expectStatus(200));
    expect(gone.map(({ id }: { id: string }) => id)).toContain(body.id);
    const restored = await sam.client.post(`${at}/restore`).then(expectStatus(200));
    await undo(restored, body.id).then(expectStatus(200));
    const { body: history } = await owner
      .get(`/api/history/performance_review/${body.id}`, seen(restored))
      .then(expectStatus(200));
    expect(history.length).toBeGreaterThanOrEqual(5);
  });

  test('A performance review is acknowledged by the person it is about alone, whatever their role, and then stays', async () => {
    const { body } = await written({ employeeId: ada.id });
    const at = `${PATH}/${body.id}`;
    const refused = await sam.client.post(`${at}/acknowledge`).then(expectStatus(403));
    expect(refused.body.message).toBe('Only the person this review is about can acknowledge it.');
    await owner.post(`${at}/acknowledge`, { comment: 'For her' }).then(expectStatus(403));
    await sam.client.patch(at, { strengths: 'Rigging, also in wind' }).then(expectStatus(200));
    const stale = await ada.client.post(`${at}/acknowledge`, { expectedRevision: 0 }).then(expectStatus(409));
    expect(stale.body.record.strengths).toBe('Rigging, also in wind');
    const answer = await ada.client.post(`${at}/acknowledge`, { comment: 'Agreed' }).then(expectStatus(200));
    expect(answer.body).toMatchObject({ acknowledgement: 'Agreed', acknowledgedAt: expect.any(String) });
    await ada.client.post(`${at}/acknowledge`).then(expectStatus(200));
    const { body: late } = await sam.client.patch(at, { overallRating: 1 }).then(expectStatus(409));
    expect(late.message).toBe('This review has been acknowledged, so it stays as it is. Write another one.');
    await undo(answer, body.id, sam.client).then(expectStatus(403));
    expect((await ada.client.get(at).then(expectStatus(200))).body.overallRating).toBe(4);
    await ada.client.post(`${PATH}/nothing/acknowledge`).then(expectStatus(404));
  });

  test('A performance review is not changed by the person it is about, nor by an undo of theirs', async () => {
    const answer = await written({ employeeId: sam.id }, owner);
    const { id } = answer.body;
    await sam.client.patch(`${PATH}/${id}`, { overallRating: 5 }).then(expectStatus(403));
    await sam.client.delete(`${PATH}/${id}`).then(expectStatus(403));
    const refused = await undo(answer, id, sam.client).then(expectStatus(403));
    expect(refused.body.message).toBe('Somebody else has to change or remove a review of yourself.');
    const read = await sam.client.post(`${PATH}/${id}/acknowledge`).then(expectStatus(200));
    const reopened = await undo(read, id, sam.client).then(expectStatus(200));
    expect(reopened.body.record.acknowledgedAt).toBeNull();
  });

  test('Who writes no reviews reads their own alone, with its figures, and changes none', async () => {
    const others = (await written()).body;
    const own = (await written({ employeeId: ada.id })).body;
    const { body: list } = await ada.client.get(PATH).then(expectStatus(200));
    expect(list.every(({ employeeId }: { employeeId: string }) => employeeId === ada.id)).toBe(true);
    await ada.client.get(`${PATH}/${own.id}`).then(expectStatus(200));
    await ada.client.get(`${PATH}/${others.id}`).then(expectStatus(404));
    await ada.client.get(`/api/history/performance_review/${others.id}`).then(expectStatus(404));
    await ada.client.post(`${PATH}/${others.id}/acknowledge`).then(expectStatus(404));
    await ada.client.get(`${PATH}/figures`).then(expectStatus(403));
    const period = 'from=2026-01-01&to=2026-03-31';
    await ada.client.get(`${PATH}/facts?employeeId=${ada.id}&${period}`).then(expectStatus(200));
    await ada.client.get(`${PATH}/facts?employeeId=${leeId}&${period}`).then(expectStatus(403));
    await write({}, ada.client).then(expectStatus(403));
    await ada.client.patch(`${PATH}/${own.id}`, { overallRating: 1 }).then(expectStatus(403));
    const read = await ada.client.post(`${PATH}/${own.id}/acknowledge`).then(expectStatus(200));
    const taken = { category: 'performance_review', id: own.id, commandId: read.headers.get('x-command-id') };
    expect((await ada.client.post('/api/undo', taken).then(expectStatus(200))).body.record).toMatchObject({
      acknowledgedAt: null,
    });
  });
});

describe('the facts of a performance review', () => {
  const today = dayOf(Date.now(), COMPANY_DEFAULTS.timeZone);
  const yesterday = addDays(today, -1);
  const factsOf = async (query: string, after?: Answer) =>
    owner.get(`${PATH}/facts?${query}`, after ? seen(after) : {});

  test('The facts of a performance review are hours, jobs, estimates, callbacks, safety notes and certificates, with their rows', async () => {
    const certifications = [
      { name: 'First aid', issuedOn: null, expiresOn: addDays(today, -10) },
      { name: 'CDL', issuedOn: null, expiresOn: null },
    ];
    const { body: kim } = await owner.post('/api/staff', { firstName: 'Kim', certifications }).then(expectStatus(201));
    const customerId = (
      await owner.post('/api/customers', { firstName: 'Jo', lastName: 'Oak' }).then(expectStatus(201))
    ).body.id;
    const jobBody = { customerId, address: '3 Elm St', estimatedDuration: 4, amount: 500, hazards: ['Power line'] };
    const { body: job } = await owner.post('/api/jobs', jobBody).then(expectStatus(201));
    const worked = (day: string, hours: number, personId = kim.id) =>
      owner.post(`/api/jobs/${job.id}/hours`, { personId, day, hours }).then(expectStatus(200));
    await worked(yesterday, 3.5);
    await worked(today, 2);
    await worked(today, 8, leeId);
    await worked(addDays(today, -40), 1);
    const startedAt = new Date(Date.now() - 90 * 60_000).toISOString();
    await owner.post(`/api/jobs/${job.id}/start`, { at: startedAt }).then(expectStatus(200));
    await owner.post(`/api/jobs/${job.id}/complete`).then(expectStatus(200));
    const { body: paid } = await owner
      .post('/api/jobs', { customerId, address: '3 Elm St', amount: 90 })
      .then(expectStatus(201));
    const back = await owner.post('/api/jobs', { customerId, address: '3 Elm St' }).then(expectStatus(201));

    const { body } = await factsOf(`employeeId=${kim.id}&from=${addDays(today, -30)}&to=${today}`, back).then(
      expectStatus(200),
    );
    const named = { jobId: job.id, jobNumber: job.jobNumber, title: expect.any(String) };
    expect(body.hours).toEqual({
      total: 5.5,
      days: [
        { ...named, day: yesterday, hours: 3.5 },
        { ...named, day: today, hours: 2 },
      ],
    });
    expect(body.jobs).toEqual([{ ...named, firstDay: yesterday, lastDay: today, hours: 5.5 }]);
    expect(body.quoted).toMatchObject({ quoted: 4, actual: 1.5, jobs: [{ ...named, quoted: 4, actual: 1.5 }] });
    expect(body.callbacks).toMatchObject([{ jobId: back.body.id, afterJobId: job.id, afterJobNumber: job.jobNumber }]);
    expect(JSON.stringify(body.callbacks)).not.toContain(paid.id);
    expect(body.safety).toEqual([{ ...named, safetyNotes: null, hazards: ['Power line'] }]);
    expect(body.certificates.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
      ['First aid', 'expired'],
      ['CDL', 'valid'],
    ]);
  });

  test('The facts of a performance review are zeros for somebody without work, and refused for a period backwards', async () => {
    const none = await factsOf(`employeeId=${ada.id}&from=2026-01-01&to=2026-01-31`).then(expectStatus(200));
    expect(none.body).toMatchObject({ hours: { total: 0, days: [] }, jobs: [], callbacks: [], certificates: [] });
    for (const query of [
      `employeeId=${leeId}&from=2026-02-01&to=2026-01-31`,
      `employeeId=${leeId}&from=2023-01-01&to=2026-01-31`,
      `employeeId=${leeId}&from=2026-02-30&to=2026-03-31`,
      'from=2026-01-01&to=2026-01-31',
    ]) {
      await factsOf(query).then(expectStatus(400));
    }
  });
});
