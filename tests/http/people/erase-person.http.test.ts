import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { timesheetIdOf } from '../../../domain/timesheet/terms.ts';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { filesContaining } from '../../support/files.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const WEEK = '2037-10-26';
const PERSON = {
  firstName: 'Wilhelmina',
  lastName: 'Quercus',
  email: 'wilhelmina@example.com',
  phone: '555-0166',
  startedOn: '2031-02-03',
  emergencyName: 'Zelkova Serrata',
  emergencyPhone: '555-0177',
  emergencyRelationship: 'Hornbeam',
  skills: ['Pollarding'],
  certifications: [{ name: 'Sorbus course' }],
};
const NAMES = { firstName: PERSON.firstName, lastName: PERSON.lastName, email: PERSON.email };
const CONFIRM = { confirm: 'Wilhelmina Quercus' };
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<</Title (Carpinus)>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const MARKS = [
  'ilhelmina',
  'uercus',
  '555-0166',
  '5550166',
  '2031-02-03',
  'elkova',
  '555-0177',
  'ornbeam',
  'ollarding',
];
// The rate with what is before it: four digits alone may be a part of any id.
const MORE = ['orbus', 'arpinus', 'axodium', 'inkgo', '":4319', '43.19'];
const ALL = [...MARKS, ...MORE];
const CALLED = 'Erased person';

let now = Date.parse('2037-10-23T15:00:00Z');
let server: TestServer;
let owner: Client;
let office: Client;
beforeAll(async () => {
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
  await addSignedIn(server, owner, 'sam', { role: 'office' });
  now = Date.parse('2037-11-03T15:00:00Z');
  owner = await server.signIn();
  office = await server.signIn({ username: 'sam', password: PASSWORD });
});
afterAll(() => server.close());

const erase = (id: string, body: object = CONFIRM, client = owner) => client.post(`/api/staff/${id}/erase`, body);
const leave = (id: string, client = office) => client.post(`/api/staff/${id}/archive`).then(expectStatus(200));
const read = async (path: string, client = owner) => (await client.get(path).then(expectStatus(200))).body;
const undo = (category: string, id: string, answer: Answer) =>
  owner.post('/api/undo', { category, id, commandId: answer.headers.get('x-command-id') });

async function hire(person: object = PERSON): Promise<string> {
  return (await owner.post('/api/staff', person).then(expectStatus(201))).body.id;
}

function saveDocument(id: string, bytes = PDF): Promise<Answer> {
  const body = new FormData();
  body.append('document', new Blob([new Uint8Array(bytes)]), 'scan.pdf');
  const path = `/api/staff/${id}/certificates/${encodeURIComponent('Sorbus course')}/document`;
  return owner.send(path, { method: 'PUT', body }).then(expectStatus(200));
}

/** Somebody with a record of each kind that is about them, and with their name in all that shows names. */
async function worked() {
  const id = await hire();
  const { client } = await addSignedIn(server, owner, 'wquercus', { ...NAMES, role: 'crew', personId: id });
  const begun = await client.post('/api/auth/second-factor/begin', { password: PASSWORD }).then(expectStatus(200));
  const code = new TOTP({ secret: begun.body.secret }).generate({ timestamp: now });
  await client.post('/api/auth/second-factor/confirm', { code }).then(expectStatus(200));
  await saveDocument(id);
  const { onboardingItems } = await read('/api/settings');
  const tick = { list: 'onboarding', item: onboardingItems[0], done: true };
  await office.put(`/api/staff/${id}/checklist`, tick).then(expectStatus(200));
  await owner.post(`/api/pay/${id}/rates`, { from: '2037-11-01', rate: '43.19' }).then(expectStatus(200));
  const crew = (await owner.post('/api/crews', { name: 'North', memberIds: [id] }).then(expectStatus(201))).body;
  const saw = (await owner.post('/api/equipment', { name: 'Saw', category: 'Chainsaws' }).then(expectStatus(201))).body;
  await owner.post(`/api/equipment/${saw.id}/hand-out`, { heldBy: id }).then(expectStatus(200));

  const job = (await owner.post('/api/jobs', { address: '3 Elm St', crewId: crew.id }).then(expectStatus(201))).body;
  await client.post(`/api/jobs/${job.id}/notes`, { note: 'Done' }).then(expectStatus(200));
  await owner.post(`/api/jobs/${job.id}/hours`, { personId: id, day: WEEK, hours: 2 }).then(expectStatus(200));

  const days = { startDate: '2037-12-07', endDate: '2037-12-08', requestType: 'sick', reason: 'Taxodium' };
  const off = (await client.post('/api/hr/time-off', days).then(expectStatus(201))).body;
  const decision = { status: 'approved', decisionReason: 'Taxodium too' };
  await office.patch(`/api/hr/time-off/${off.id}`, decision).then(expectStatus(200));
  const review = {
    employeeId: id,
    reviewPeriodStart: '2037-01-01',
    reviewPeriodEnd: '2037-06-30',
    overallRating: 4,
    strengths: 'Ginkgo',
    goals: 'Ginkgo',
  };
  const reviewed = (await office.post('/api/hr/performance-reviews', review).then(expectStatus(201))).body;
  await client
    .post(`/api/hr/performance-reviews/${reviewed.id}/acknowledge`, { comment: 'Ginkgo' })
    .then(expectStatus(200));
  const sheet = timesheetIdOf(id, WEEK);
  const entry = { day: WEEK, hours: '1:30', kind: 'yard', note: 'Ginkgo' };
  await client.post(`/api/timesheets/${sheet}/entries`, entry).then(expectStatus(201));
  await client.post(`/api/timesheets/${sheet}/submit`).then(expectStatus(200));
  await office.post(`/api/timesheets/${sheet}/approve`).then(expectStatus(200));
  const correct = { day: WEEK, hours: '0:30', kind: 'yard', reason: 'Ginkgo' };
  await office.post(`/api/timesheets/${sheet}/corrections`, correct).then(expectStatus(201));
  return { id, jobId: job.id, crewId: crew.id, sawId: saw.id, offId: off.id, reviewId: reviewed.id, sheet };
}

const FIGURES = ['minutes', 'regular', 'overtime', 'days'] as const;

describe('POST /api/staff/{id}/erase', () => {
  test('Erasing a person leaves nothing of them in any answer and any file; hours, days, costs and steps stay', async () => {
    const { id, jobId, crewId, sawId, offId, reviewId, sheet } = await worked();
    await leave(id);
    const about = [
      `staff/${id}`,
      `user/${id}`,
      `pay/${id}`,
      `time_off/${offId}`,
      `performance_review/${reviewId}`,
      `timesheet/${sheet}`,
      `job/${jobId}`,
      `crew/${crewId}`,
      `equipment/${sawId}`,
    ];
    const paths = [
      ...about.map((each) => `/api/history/${each}`),
      `/api/staff/${id}`,
      '/api/staff?status=all',
      `/api/staff/${id}/crews`,
      '/api/users',
      `/api/pay/${id}`,
      '/api/hr/time-off',
      `/api/hr/time-off/${offId}`,
      '/api/hr/performance-reviews',
      `/api/hr/performance-reviews/${reviewId}`,
      `/api/timesheets/${sheet}`,
      `/api/timesheets?week=${WEEK}`,
      `/api/timesheets/figures`,
      `/api/timesheets/payroll?from=${WEEK}&to=2037-11-01`,
      `/api/jobs/${jobId}`,
      `/api/costs?jobId=${jobId}`,
      '/api/costs',
      '/api/crews',
      '/api/equipment',
      '/api/activity',
      '/api/search?q=quercus',
      '/api/security-events',
      '/api/hr/absence',
    ];
    for (const path of paths) await read(path);
    expect(JSON.stringify(await read(`/api/timesheets/${sheet}`))).toContain('Wilhelmina Quercus');
    const before = {
      sheet: await read(`/api/timesheets/${sheet}`),
      costs: (await read(`/api/costs?jobId=${jobId}`)).map(({ amount }: { amount: string }) => amount),
      steps: (await read(`/api/history/staff/${id}`)).length,
    };

    const { body } = await erase(id).then(expectStatus(200));
    expect(body).toMatchObject({ isComplete: true, person: { id, erased: true, removed: true } });
    expect(await filesContaining(server.dataDir, ALL)).toEqual([]);
    for (const path of paths) {
      const told = JSON.stringify(await read(path));
      for (const mark of ALL) expect(told, path).not.toContain(mark);
    }

    const after = await read(`/api/timesheets/${sheet}`);
    for (const figure of FIGURES) expect(after[figure]).toEqual(before.sheet[figure]);
    const hours = await read(`/api/costs?jobId=${jobId}`);
    expect(hours.map(({ amount }: { amount: string }) => amount)).toEqual(before.costs);
    expect(await read(`/api/history/staff/${id}`)).toHaveLength(before.steps + 1);
    expect(after.person).toBe(CALLED);
    expect(hours[0].personName).toBe(CALLED);
    expect(await read(`/api/hr/time-off/${offId}`)).toMatchObject({
      employee: CALLED,
      requestType: '[erased]',
      startDate: '2037-12-07',
    });
    const noted = (await read(`/api/history/job/${jobId}`)).find(({ type }: { type: string }) => /Note/.test(type));
    expect(noted.actorName).toBe(CALLED);
    expect(await read(`/api/equipment/${sawId}`)).toMatchObject({ heldBy: id, heldByName: CALLED });
    const csv = await owner.get(`/api/timesheets/payroll?from=${WEEK}&to=2037-11-01&format=csv`);
    expect(csv.status).toBe(200);
    expect((await read('/api/users')).map((each: { id: string }) => each.id)).not.toContain(id);
  });

  test('The login name, the email address and the password of somebody who was erased are nobody’s', async () => {
    const id = await hire({ ...PERSON, email: 'birch@example.com' });
    await addSignedIn(server, owner, 'birch', { email: 'birch@example.com', role: 'owner', personId: id });
    await leave(id, owner);
    await erase(id).then(expectStatus(200));
    const login = { username: 'birch', password: PASSWORD };
    await server.stranger.post('/api/auth/login', login).then(expectStatus(401));
    for (const change of [{ disabled: false }, { email: 'back@example.com' }, { role: 'owner' }])
      expect(await owner.patch(`/api/users/${id}`, change)).toMatchObject({ status: 410, body: { code: 'erased' } });
    await owner.post(`/api/users/${id}/password-link`).then(expectStatus(409));
    const { id: other } = await addSignedIn(server, owner, 'birch', { email: 'birch@example.com' });
    expect(other).not.toBe(id);
    await server.stranger.post('/api/auth/login', { ...login, username: 'birch@example.com' }).then(expectStatus(200));
  });

  test('Nobody is erased while they work here, while their account is open, or by anybody but an owner', async () => {
    const id = await hire();
    expect(await erase(id)).toMatchObject({
      status: 409,
      body: { message: 'This person still works here. Mark them as having left first.' },
    });
    await leave(id);
    await erase(id, CONFIRM, office).then(expectStatus(403));
    await erase(randomUUID()).then(expectStatus(404));
    for (const confirm of ['', 'Wilhelmina', 'wilhelmina quercus'])
      expect(await erase(id, { confirm })).toMatchObject({ status: 400, body: { issues: [{ path: 'confirm' }] } });
    expect((await read(`/api/staff/${id}`)).erased).toBe(false);

    const mistake = (await owner.post('/api/staff', PERSON).then(expectStatus(201))).headers.get('x-command-id');
    const [{ id: open }] = (await read('/api/staff')).filter(({ lastName }: { lastName: string }) => lastName);
    await addSignedIn(server, owner, 'open', { role: 'crew', personId: open });
    await owner.post('/api/undo', { category: 'staff', id: open, commandId: mistake }).then(expectStatus(200));
    expect(await erase(open)).toMatchObject({
      status: 409,
      body: { message: 'Their account is enabled. Disable it on Users first.' },
    });
    await owner.patch(`/api/users/${open}`, { disabled: true }).then(expectStatus(200));
    await erase(open).then(expectStatus(200));
  });

  test('Nobody is erased while hours of theirs wait for an approval, which they could never get', async () => {
    const on = await hire({ ...PERSON, firstName: 'Mina' });
    const { id: alone } = await addSignedIn(server, owner, 'alone', { role: 'crew', personId: null });
    const erasures: [string, () => Promise<Answer>][] = [
      [on, () => erase(on, { confirm: 'Mina Quercus' })],
      [alone, () => owner.post(`/api/users/${alone}/erase`, { confirm: 'alone' })],
    ];
    for (const [id, eraseThem] of erasures) {
      const sheet = `/api/timesheets/${timesheetIdOf(id, WEEK)}`;
      await office.post(`${sheet}/entries`, { day: WEEK, hours: '1:30', kind: 'yard' }).then(expectStatus(201));
      const submitted = await office.post(`${sheet}/submit`).then(expectStatus(200));
      await (id === on ? leave(on) : owner.patch(`/api/users/${id}`, { disabled: true })).then(expectStatus(200));
      const seen = { 'x-min-position': submitted.headers.get('x-position') ?? '' };
      await office.get('/api/timesheets/submitted', seen).then(expectStatus(200));
      expect(await eraseThem()).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining(`Their hours of the week of ${WEEK} wait for an approval.`) },
      });
      const approved = await office.post(`${sheet}/approve`).then(expectStatus(200));
      await office.get(sheet, { 'x-min-position': approved.headers.get('x-position') ?? '' }).then(expectStatus(200));
      await eraseThem().then(expectStatus(200));
    }
  });

  test('Nothing brings back somebody who was erased, by an undo either, and erasing them again answers alike', async () => {
    const id = await hire();
    const rate = await owner.post(`/api/pay/${id}/rates`, { from: '2037-01-01', rate: '30' }).then(expectStatus(200));
    const left = await leave(id);
    const both = await Promise.all([erase(id), erase(id), office.post(`/api/staff/${id}/restore`)]);
    const [first, second, back] = both.map(({ status }) => status);
    // Whoever comes first: they are back and not erased, or erased and not back.
    if (back === 200) await leave(id);
    else expect([first, second, back]).toEqual([200, 200, 410]);
    for (const body of [CONFIRM, { confirm: 'whatever' }])
      expect((await erase(id, body).then(expectStatus(200))).body).toMatchObject({ person: { erased: true } });
    const { onboardingItems } = await read('/api/settings');
    const refused = [
      await owner.post(`/api/staff/${id}/restore`),
      await owner.patch(`/api/staff/${id}`, { phone: '1' }),
      await owner.put(`/api/staff/${id}/checklist`, { list: 'onboarding', item: onboardingItems[0], done: true }),
      await owner.post(`/api/pay/${id}/rates`, { from: '2037-01-01', rate: '31' }),
    ];
    for (const { status, body } of refused) expect({ status, body }).toMatchObject({ status: 410 });
    expect(await undo('staff', id, left)).toMatchObject({ status: 409, body: { code: 'erased' } });
    expect(await undo('pay', id, rate)).toMatchObject({ status: 409, body: { code: 'erased' } });
    const types = (await read(`/api/history/staff/${id}`)).map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type === 'StaffMemberErased')).toHaveLength(1);
  });

  test('The document of a certificate that somebody else has too stays theirs', async () => {
    const sheet = Buffer.concat([PDF, Buffer.from('%%EOF for two\n')]);
    const [one, other] = [await hire(), await hire({ ...PERSON, firstName: 'Mina' })];
    await saveDocument(one, sheet);
    const { body } = await saveDocument(other, sheet);
    await leave(one);
    await erase(one).then(expectStatus(200));
    const { url } = body.certificateDocuments[0];
    expect((await fetch(new URL(url, server.url), { headers: { cookie: owner.cookie() ?? '' } })).status).toBe(200);
    await leave(other);
    await erase(other, { confirm: 'Mina Quercus' }).then(expectStatus(200));
    expect(await filesContaining(server.dataDir, ['EOF for two'])).toEqual([]);
  });
});

describe('POST /api/users/{id}/erase', () => {
  test('A disabled account of somebody who is not on People is erased; that of who is there goes with them', async () => {
    const { id, client } = await addSignedIn(server, owner, 'taxodium', { role: 'office', personId: null });
    const days = { startDate: '2038-01-04', endDate: '2038-01-05', requestType: 'sick', reason: 'Ginkgo' };
    const off = (await client.post('/api/hr/time-off', days).then(expectStatus(201))).body;
    const eraseUser = (of: string, confirm: string) => owner.post(`/api/users/${of}/erase`, { confirm });
    expect(await eraseUser(id, 'taxodium')).toMatchObject({ status: 409 });
    expect((await read('/api/hr/time-off/figures')).pending).toBe(1);
    await owner.patch(`/api/users/${id}`, { disabled: true }).then(expectStatus(200));
    expect(await eraseUser(id, 'taxo')).toMatchObject({ status: 400 });
    expect((await eraseUser(id, 'taxodium').then(expectStatus(200))).body).toMatchObject({
      isComplete: true,
      user: { id, erased: true, disabled: true },
    });
    expect(await filesContaining(server.dataDir, ['axodium', 'inkgo'])).toEqual([]);
    expect(await read(`/api/hr/time-off/${off.id}`)).toMatchObject({
      employee: CALLED,
      reason: '[erased]',
      removed: true,
    });
    expect((await read('/api/hr/time-off/figures')).pending).toBe(0);

    const there = await hire({ ...PERSON, firstName: 'Mina' });
    await addSignedIn(server, owner, 'mina', { role: 'crew', personId: there });
    await owner.patch(`/api/users/${there}`, { disabled: true }).then(expectStatus(200));
    expect(await eraseUser(there, 'mina')).toMatchObject({
      status: 409,
      body: { message: 'This person is on People. Mark them as having left there, then erase them there.' },
    });
  });

  test('Nobody gets a record on People by the account that is being erased', async () => {
    const both = async (username: string) => {
      const { id } = await addSignedIn(server, owner, username, { role: 'office', personId: null });
      await owner.patch(`/api/users/${id}`, { disabled: true }).then(expectStatus(200));
      const [erased, added] = await Promise.all([
        owner.post(`/api/users/${id}/erase`, { confirm: username }),
        owner.post('/api/staff', { firstName: 'Ostrya', userId: id }),
      ]);
      return [erased.status, added.status];
    };
    for (const username of ['alder', 'aspen', 'hazel'])
      expect([
        [200, 410],
        [409, 201],
      ]).toContainEqual(await both(username));
  });
});
