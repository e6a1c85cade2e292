import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../../domain/kit/times.ts';
import { addSignedIn } from '../../support/accounts.ts';
import { filesContaining } from '../../support/files.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let sam: { id: string; client: Client };
let leeId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  sam = await addSignedIn(server, owner, 'sam', { role: 'office' });
  leeId = (await owner.post('/api/staff', { firstName: 'Lee', lastName: 'Ash' }).then(expectStatus(201))).body.id;
});
afterAll(() => server.close());

const DAYS = { startDate: '2026-07-06', endDate: '2026-07-10' };
const PATH = '/api/hr/time-off';
let weeks = 0;
/** Monday to Friday of a week that nobody else asks for. */
const days = () => {
  weeks += 1;
  return { startDate: addDays('2029-01-01', 7 * weeks), endDate: addDays('2029-01-05', 7 * weeks) };
};
const request = (body: object = {}, client = owner) =>
  client.post(PATH, { requestType: 'vacation', ...days(), ...body });
const ask = (body: object = {}, client = owner) => request(body, client).then(expectStatus(201));
const decide = (id: string, status: string, client = owner, more: object = {}) =>
  client.patch(`${PATH}/${id}`, { status, ...more });
const undo = (answer: Answer, id: string, client = owner) =>
  client.post('/api/undo', { category: 'time_off', id, commandId: answer.headers.get('x-command-id') });
const seen = (answer: Answer) => ({ 'x-min-position': answer.headers.get('x-position') ?? '' });

describe('time off', () => {
  test('Time off is asked for by oneself, with the days counted by the server', async () => {
    const { body } = await ask({ ...DAYS, reason: 'The lake', totalDays: '99' }, sam.client);
    expect(body).toEqual({
      id: expect.any(String),
      employeeId: sam.id,
      employee: 'sam',
      requestedBy: sam.id,
      requestType: 'vacation',
      reason: 'The lake',
      ...DAYS,
      half: null,
      totalDays: '5',
      countedDays: 5,
      status: 'pending',
      decidedBy: null,
      decidedByName: null,
      decisionReason: null,
      withdrawnBy: null,
      withdrawnByName: null,
      isOwnDecision: false,
      erased: false,
      createdAt: expect.any(String),
      revision: 0,
      removed: false,
    });
    const { body: all } = await owner.get(PATH, seen(await ask())).then(expectStatus(200));
    expect(all.map(({ employee }: { employee: string }) => employee)).toEqual(['owner', 'sam']);
  });

  test('Time off is asked for somebody without an account, and approved by somebody else', async () => {
    const asked = await ask(
      { employeeId: leeId, requestType: 'sick', startDate: '2026-07-06T00:00:00.000Z', endDate: '2026-07-10' },
      sam.client,
    );
    expect(asked.body).toMatchObject({ employee: 'Lee Ash', requestedBy: sam.id, totalDays: '5' });
    const approved = await decide(asked.body.id, 'approved', sam.client).then(expectStatus(200));
    expect(approved.body).toMatchObject({ status: 'approved', decidedBy: sam.id, isOwnDecision: false });
    await decide(asked.body.id, 'denied').then(expectStatus(409));

    const { body: pending } = await owner.get(`${PATH}?status=approved&employeeId=${leeId}`, seen(approved));
    expect(pending.map(({ id }: { id: string }) => id)).toEqual([asked.body.id]);
    expect(await filesContaining(server.dataDir, ['sick'])).not.toEqual([]);
  });

  test('Time off is listed by the days on which somebody is away', async () => {
    const asked = await ask({ employeeId: leeId, startDate: '2026-11-02', endDate: '2026-11-04' });
    const listed = async (from: string, to: string) =>
      (await owner.get(`${PATH}?from=${from}&to=${to}&sort=startDate`, seen(asked)).then(expectStatus(200))).body
        .length;
    expect(await listed('2026-11-04', '2026-11-30')).toBe(1);
    expect(await listed('2026-10-01', '2026-11-02')).toBe(1);
    expect(await listed('2026-11-05', '2026-11-30')).toBe(0);
    expect(await listed('2026-10-01', '2026-11-01')).toBe(0);
    await owner.get(`${PATH}?from=soon`).then(expectStatus(400));
  });

  test('Time off of one’s own is approved by the owner alone, which is recorded', async () => {
    const own = await ask({}, sam.client);
    const { body } = await decide(own.body.id, 'approved', sam.client).then(expectStatus(403));
    expect(body.message).toBe('Someone else has to approve your own time off.');
    const approved = await decide((await ask()).body.id, 'approved').then(expectStatus(200));
    expect(approved.body.isOwnDecision).toBe(true);
  });

  test('Time off is not asked for twice for the same days of a person', async () => {
    const { body: first } = await ask({ employeeId: leeId, startDate: '2027-03-01', endDate: '2027-03-05' });
    const again = { employeeId: leeId, startDate: '2027-03-05', endDate: '2027-03-09' };
    const { body } = await request(again, sam.client).then(expectStatus(409));
    expect(body).toEqual({
      code: 'conflict',
      message:
        'The same person already has time off requested on these days: 2027-03-01 to 2027-03-05. Withdraw that first, or choose other days.',
    });
    // Others may be away, and the same person on other days.
    await ask({ startDate: '2027-03-01', endDate: '2027-03-05' });
    await ask({ employeeId: leeId, startDate: '2027-03-06', endDate: '2027-03-06' });
    await decide(first.id, 'approved').then(expectStatus(200));
    const approved = await request({ ...again, endDate: '2027-03-05' }).then(expectStatus(409));
    expect(approved.body.message).toContain('already has time off approved on these days');
    await owner.delete(`${PATH}/${first.id}`).then(expectStatus(204));
    const { body: second } = await ask({ ...again, endDate: '2027-03-05' });
    await decide(second.id, 'denied').then(expectStatus(200));
    await ask({ ...again, endDate: '2027-03-05' });
  });

  test('Time off is not asked for twice by two at once, by bringing it back, or by undoing a denial', async () => {
    const body = { employeeId: leeId, startDate: '2027-04-05', endDate: '2027-04-06' };
    const both = await Promise.all([request(body), request(body)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const first = both.find(({ status }) => status === 201)?.body;
    await owner.delete(`${PATH}/${first.id}`).then(expectStatus(204));
    const { body: second } = await ask(body);
    await owner.post(`${PATH}/${first.id}/restore`).then(expectStatus(409));
    const denied = await decide(second.id, 'denied').then(expectStatus(200));
    await owner.post(`${PATH}/${first.id}/restore`).then(expectStatus(200));
    await undo(denied, second.id).then(expectStatus(409));
    await decide(first.id, 'approved').then(expectStatus(200));
  });

  test('A decision on time off is undone, and the time off is withdrawn and brought back', async () => {
    const { body } = await ask({ employeeId: leeId, startDate: '2026-08-03', endDate: '2026-08-07' });
    const decisionReason = 'Two crews are short that week.';
    const denied = await decide(body.id, 'denied', owner, { decisionReason }).then(expectStatus(200));
    expect(denied.body).toMatchObject({ status: 'denied', decisionReason });
    expect(await filesContaining(server.dataDir, ['Two crews are short'])).not.toEqual([]);
    const reopened = await undo(denied, body.id).then(expectStatus(200));
    expect(reopened.body.record).toMatchObject({ status: 'pending', decisionReason: null });
    const again = await undo(reopened, body.id).then(expectStatus(200));
    expect(again.body.record).toMatchObject({ status: 'denied', decisionReason });
    await undo(again, body.id).then(expectStatus(200));
    await decide(body.id, 'approved').then(expectStatus(200));
    await owner.delete(`${PATH}/${body.id}`).then(expectStatus(204));
    await decide(body.id, 'denied').then(expectStatus(410));
    const back = await owner.post(`${PATH}/${body.id}/restore`).then(expectStatus(200));
    expect(back.body.status).toBe('approved');
    const { body: history } = await owner.get(`/api/history/time_off/${body.id}`, seen(back)).then(expectStatus(200));
    expect(history.length).toBeGreaterThanOrEqual(5);
  });

  test('Time off is withdrawn by whom it is for, by whoever asked, or by the owner', async () => {
    const kim = await addSignedIn(server, owner, 'kim', { role: 'office' });
    const { body: own } = await ask({}, kim.client);
    await decide(own.id, 'approved').then(expectStatus(200));
    const refused = await sam.client.delete(`${PATH}/${own.id}`).then(expectStatus(403));
    expect(refused.body.message).toBe(
      'Only the person it is for, the person who asked for it, or an owner can withdraw this time off.',
    );
    await kim.client.delete(`${PATH}/${own.id}`).then(expectStatus(204));
    await sam.client.post(`${PATH}/${own.id}/restore`).then(expectStatus(403));

    const { body: forLee } = await ask({ employeeId: leeId }, sam.client);
    await kim.client.delete(`${PATH}/${forLee.id}`).then(expectStatus(403));
    const gone = await sam.client.delete(`${PATH}/${forLee.id}`).then(expectStatus(204));
    const { body: told } = await owner.get(`${PATH}/${forLee.id}`, seen(gone)).then(expectStatus(200));
    expect(told).toMatchObject({ removed: true, withdrawnBy: sam.id, withdrawnByName: 'sam' });
    const back = await sam.client.post(`${PATH}/${forLee.id}/restore`).then(expectStatus(200));
    expect(back.body).toMatchObject({ removed: false, withdrawnBy: null });
  });

  test('Time off is not withdrawn or brought back by an undo of somebody who may not', async () => {
    const only = 'Only the person it is for, the person who asked for it, or an owner can';
    const asked = await ask();
    const { id } = asked.body;
    const refused = await undo(asked, id, sam.client).then(expectStatus(403));
    expect(refused.body).toEqual({ message: `${only} withdraw this time off.`, code: 'forbidden' });

    const withdrawn = await owner.delete(`${PATH}/${id}`).then(expectStatus(204));
    const kept = await undo(withdrawn, id, sam.client).then(expectStatus(403));
    expect(kept.body.message).toBe(`${only} bring this time off back.`);
    const back = await undo(withdrawn, id).then(expectStatus(200));
    await undo(back, id, sam.client).then(expectStatus(403));
    const { body: history } = await owner.get(`/api/history/time_off/${id}`, seen(back)).then(expectStatus(200));
    expect(history).toHaveLength(3);

    const own = await ask({ employeeId: leeId }, sam.client);
    const gone = await undo(own, own.body.id, sam.client).then(expectStatus(200));
    expect(gone.body.record.removed).toBe(true);
    await undo(gone, own.body.id).then(expectStatus(200));
  });

  test('Time off is not approved by oneself by undoing an undo, and who undoes one has decided', async () => {
    const { body } = await ask({}, sam.client);
    const approved = await decide(body.id, 'approved').then(expectStatus(200));
    const reopened = await undo(approved, body.id).then(expectStatus(200));
    const refused = await undo(reopened, body.id, sam.client).then(expectStatus(403));
    expect(refused.body.message).toBe('Someone else has to approve your own time off.');

    const lou = await addSignedIn(server, owner, 'lou', { role: 'office' });
    const again = await undo(reopened, body.id, lou.client).then(expectStatus(200));
    const decision = { status: 'approved', decidedBy: lou.id, isOwnDecision: false };
    expect(again.body.record).toMatchObject(decision);
    // When an undo is repeated, the first one counts.
    const repeated = await undo(reopened, body.id).then(expectStatus(200));
    expect(repeated.body.record).toMatchObject(decision);
  });

  test('Time off that is approved is in the schedule of its days, without why', async () => {
    const days = { startDate: '2026-09-10', endDate: '2026-09-14' };
    const { body } = await ask({ employeeId: leeId, ...days, reason: 'Surgery' });
    const asked = await decide(body.id, 'approved').then(expectStatus(200));
    const timeOff = async (from: string, to: string) =>
      (await owner.get(`/api/schedule?from=${from}&to=${to}`, seen(asked)).then(expectStatus(200))).body.timeOff;
    const away = [{ personId: leeId, from: '2026-09-10', to: '2026-09-14', half: null }];
    expect(await timeOff('2026-09-14', '2026-09-20')).toEqual(away);
    expect(await timeOff('2026-09-01', '2026-09-10')).toEqual(away);
    expect(await timeOff('2026-09-15', '2026-09-20')).toEqual([]);
  });

  test('Time off that nobody has decided waits on the first page, by whom it is for, until somebody does', async () => {
    const { body, headers } = await ask({ employeeId: leeId, startDate: '2027-01-11', endDate: '2027-01-12' });
    const waiting = async (after: Record<string, string>) => {
      const { groups } = (await owner.get('/api/dashboard/attention?limit=50', after).then(expectStatus(200))).body;
      const { records = [] } = groups.find(({ id }: { id: string }) => id === 'time-off-to-decide') ?? {};
      return records.filter(({ id }: { id: string }) => id === body.id);
    };
    const asked = { 'x-min-position': headers.get('x-position') ?? '' };
    expect(await waiting(asked)).toEqual([{ id: body.id, title: 'Lee Ash', note: 'Vacation from', day: '2027-01-11' }]);
    expect(await waiting(seen(await decide(body.id, 'denied')))).toEqual([]);
  });

  test.each([
    [{ requestType: '' }, 'requestType'],
    [{ requestType: 'strike' }, 'requestType'],
    [{ startDate: '' }, 'startDate'],
    [{ startDate: '2026-06-31' }, 'startDate'],
    [{ endDate: 'some day' }, 'endDate'],
    [{ endDate: '2026-07-05' }, 'endDate'],
    [{ endDate: '2029-07-05' }, 'endDate'],
    [{ half: 'morning' }, 'half'],
    [{ half: 'noon', endDate: DAYS.startDate }, 'half'],
    [{ startDate: '2062-07-06', endDate: '2062-07-10' }, 'startDate'],
    [{ startDate: '1926-07-06', endDate: '1926-07-10' }, 'startDate'],
    [{ employeeId: 'nobody' }, 'employeeId'],
  ])('Time off is refused with %j', async (body, path) => {
    const answer = await owner.post(PATH, { requestType: 'vacation', ...DAYS, ...body }).then(expectStatus(400));
    expect(answer.body.issues[0].path).toBe(path);
  });

  test('Time off for half a day leaves the other half free, and is in the file, the schedule and the effects', async () => {
    const day = { employeeId: leeId, startDate: '2027-05-03', endDate: '2027-05-03' };
    const morning = await ask({ ...day, half: 'morning' });
    expect(morning.body).toMatchObject({ half: 'morning', totalDays: '0.5' });
    const { body: refused } = await request({ ...day, half: 'morning' }).then(expectStatus(409));
    expect(refused.message).toContain('on these days: 2027-05-03, morning.');
    await request(day).then(expectStatus(409));
    await ask({ ...day, half: 'afternoon' });
    const approved = seen(await decide(morning.body.id, 'approved'));
    const { timeOff } = (await owner.get('/api/schedule?from=2027-05-03&to=2027-05-03', approved)).body;
    expect(timeOff).toEqual([{ personId: leeId, from: day.startDate, to: day.endDate, half: 'morning' }]);
    const file = await owner.get(`${PATH}?from=2027-05-03&to=2027-05-03&format=csv`, approved).then(expectStatus(200));
    expect(file.body).toContain('Morning');
  });

  test('Holidays of the company and days it never works on do not count', async () => {
    const holidays = [
      { day: '2027-07-05', name: 'Independence Day' },
      { day: '2027-01-01', name: 'New Year’s Day' },
    ];
    const { body } = await owner.patch('/api/settings', { holidays }).then(expectStatus(200));
    expect(body.holidays).toEqual([holidays[1], holidays[0]]);
    const week = { employeeId: leeId, startDate: '2027-07-03', endDate: '2027-07-07' };
    expect((await ask(week)).body).toMatchObject({ totalDays: '5', countedDays: 2 });
    await sam.client.patch('/api/settings', { holidays: [] }).then(expectStatus(403));
    for (const wrong of [
      [{ day: '2027-02-30', name: 'No day' }],
      [{ day: '2027-02-01', name: '' }],
      [holidays[0], holidays[0]],
    ])
      await owner.patch('/api/settings', { holidays: wrong }).then(expectStatus(400));
  });

  test('Time off is decided by one of two words', async () => {
    const { body } = await ask();
    await decide(body.id, 'pending').then(expectStatus(400));
    await decide(body.id, 'denied', owner, { decisionReason: 'x'.repeat(1001) }).then(expectStatus(400));
    await decide('nobody', 'approved').then(expectStatus(404));
  });
});
