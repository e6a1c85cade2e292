import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, addUser } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { inCompany } from '../../support/samples/company.ts';
import { companyDay } from '../../support/samples/company-day.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { tempFolder } from '../../support/temp-folder.ts';

let server: TestServer;
let owner: Client;
let staff: Client;
let auditor: Client;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  staff = (await addSignedIn(server, owner, 'sam')).client;
  auditor = (await addSignedIn(server, owner, 'alex', { role: 'auditor' })).client;
});
afterAll(() => server.close());

const head = async () => (await owner.get('/api/health')).body.head;
const add = async (rest: object) => (await staff.post('/api/staff', rest).then(expectStatus(201))).body;
const namesOf = (people: { firstName: string }[]) => people.map(({ firstName }) => firstName);

describe('people', () => {
  test('People are added with what they can do, without an account too', async () => {
    const certifications = [{ name: ' Arborist ', issuedOn: '2024-03-01', expiresOn: '2027-03-01' }, { name: 'CPR' }];
    const sent = { firstName: ' Grace ', lastName: '', email: 'grace@example.com', skills: ['Climbing', 'Climbing'] };
    const startedOn = '2021-03-01';
    const added = await staff.post('/api/staff', { ...sent, startedOn, certifications }).then(expectStatus(201));
    expect(added.body).toEqual({
      id: expect.any(String),
      erased: false,
      firstName: 'Grace',
      lastName: null,
      email: 'grace@example.com',
      phone: null,
      startedOn: '2021-03-01',
      emergencyName: null,
      emergencyPhone: null,
      emergencyRelationship: null,
      skills: ['Climbing'],
      certifications: [
        { name: 'Arborist', issuedOn: '2024-03-01', expiresOn: '2027-03-01' },
        { name: 'CPR', issuedOn: null, expiresOn: null },
      ],
      userId: null,
      checklist: [],
      certificateDocuments: [],
      createdAt: expect.any(String),
      revision: 0,
      removed: false,
    });
    const { body } = await auditor.get('/api/staff').then(expectStatus(200));
    expect(body).toEqual([added.body]);
  });

  test('People are added once where the request comes again', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await staff.post('/api/staff', { firstName: 'Once' }, key).then(expectStatus(201));
    const again = await staff.post('/api/staff', { firstName: 'Once' }, key).then(expectStatus(201));
    expect(again.body).toEqual(first.body);
  });

  test('People are changed by what is named, checked against what was seen, and the change is undone', async () => {
    const { id } = await add({ firstName: 'Walter', phone: '555-0142' });
    const changed = await staff.patch(`/api/staff/${id}`, { phone: '', skills: ['Rigging'], expectedRevision: 0 });
    expect(changed).toMatchObject({ status: 200, body: { firstName: 'Walter', phone: null, skills: ['Rigging'] } });
    const stale = await staff.patch(`/api/staff/${id}`, { phone: '1', expectedRevision: 0 });
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale', record: { skills: ['Rigging'] } } });
    const act = { category: 'staff', id, commandId: changed.headers.get('x-command-id') };
    const undone = await staff.post('/api/undo', act).then(expectStatus(200));
    expect(undone.body.record).toMatchObject({ phone: '555-0142', skills: [], userId: null });
  });

  test('People leave, cannot be changed then, and come back', async () => {
    const { id } = await add({ firstName: 'Irene' });
    const left = await staff.post(`/api/staff/${id}/archive`).then(expectStatus(200));
    expect(left.body.removed).toBe(true);
    expect(await staff.patch(`/api/staff/${id}`, { phone: '1' })).toMatchObject({
      status: 410,
      body: { message: 'This person left the company. Bring them back to change their record.' },
    });
    expect(namesOf((await staff.get('/api/staff')).body)).not.toContain('Irene');
    expect(namesOf((await staff.get('/api/staff?status=left')).body)).toEqual(['Irene']);
    expect(namesOf((await staff.get('/api/staff?status=all')).body)).toContain('Irene');
    expect(namesOf((await staff.get('/api/users')).body)).not.toContain('Irene');
    await staff.post(`/api/staff/${id}/restore`).then(expectStatus(200));
    expect(namesOf((await staff.get('/api/staff')).body)).toContain('Irene');
  });

  test('People are found by name and phone', async () => {
    await add({ firstName: 'Zelda', lastName: 'Quill', phone: '(413) 555-0177' });
    for (const search of ['zel quill', '5550177']) {
      const { body } = await staff.get(`/api/staff?search=${encodeURIComponent(search)}`).then(expectStatus(200));
      expect(namesOf(body)).toEqual(['Zelda']);
    }
  });

  test.each([
    [{}, 'firstName'],
    [{ firstName: ' ', lastName: null }, 'firstName'],
    [{ firstName: 'Kim', email: 'nowhere' }, 'email'],
    [{ firstName: 'Kim', startedOn: '2026-02-30' }, 'startedOn'],
    [{ firstName: 'Kim', skills: [''] }, 'skills.0'],
    [{ firstName: 'Kim', skills: 'Climbing' }, 'skills'],
    [{ firstName: 'Kim', certifications: [{ name: '' }] }, 'certifications.0.name'],
    [{ firstName: 'Kim', certifications: [{ name: 'CPR', expiresOn: '2026-02-30' }] }, 'certifications.0.expiresOn'],
    [{ firstName: 'Kim', certifications: [{ name: 'CPR', expiresOn: 'soon' }] }, 'certifications.0.expiresOn'],
    [
      { firstName: 'Kim', certifications: [{ name: 'CPR', issuedOn: '2026-05-02', expiresOn: '2026-05-01' }] },
      'certifications',
    ],
  ])('People from %j are refused, with the field, and nothing is appended', async (body, path) => {
    const before = await head();
    const refused = await staff.post('/api/staff', body).then(expectStatus(400));
    expect(refused.body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
    expect(await head()).toBe(before);
  });

  test('People began between 1950 and ten years ahead: any other first day is a slip of the year', async () => {
    const { id } = await add({ firstName: 'Kim', startedOn: '1950-01-01' });
    const early = await staff.post('/api/staff', { firstName: 'Kim', startedOn: '1949-12-31' }).then(expectStatus(400));
    const message = '1949-12-31 is before 1950-01-01. Check the year.';
    expect(early.body.issues).toEqual([{ path: 'startedOn', message }]);
    const late = await staff.patch(`/api/staff/${id}`, { startedOn: '9999-12-31' }).then(expectStatus(400));
    expect(late.body.message).toBe('9999-12-31 is more than 10 years ahead. Check the year.');
    await staff.patch(`/api/staff/${id}`, { startedOn: companyDay(9 * 365) }).then(expectStatus(200));
  });

  test('People who are unknown are not found; who only reads changes none', async () => {
    await staff.patch('/api/staff/nobody', { phone: '1' }).then(expectStatus(404));
    await staff.post('/api/staff/constructor/archive').then(expectStatus(404));
    const { body } = await staff.get('/api/history/staff/nobody').then(expectStatus(404));
    expect(body.message).toBe('There is no such person.');
    await auditor.post('/api/staff', { firstName: 'Kim' }).then(expectStatus(403));
  });
});

describe('a person and their account', () => {
  test('A person and their account have one id where the account is made for the person', async () => {
    const person = await add({ firstName: 'Rosa', email: 'rosa@example.com' });
    expect(await addUser(owner, 'rosa', { personId: person.id })).toBe(person.id);
    const { body } = await staff.get('/api/staff?search=rosa').then(expectStatus(200));
    expect(body).toMatchObject([{ id: person.id, userId: person.id }]);
  });

  test('A person and their account have one id where the record is made for the account', async () => {
    const userId = await addUser(owner, 'hannah');
    const { body: person } = await owner.post('/api/staff', { firstName: 'Hannah', userId }).then(expectStatus(201));
    expect(person).toMatchObject({ id: userId, userId });
    expect(await owner.post('/api/staff', { firstName: 'Hannah', userId })).toMatchObject({
      status: 409,
      body: { message: 'This person already has a record.' },
    });
    expect(await owner.post('/api/staff', { firstName: 'Kim', userId: 'nobody' })).toMatchObject({
      status: 400,
      body: { message: 'There is no such account.', issues: [{ path: 'userId' }] },
    });
  });

  test('A person and their account are of the owner’s making: staff add no record for an account, and no email address to one', async () => {
    const before = await head();
    const forged = { firstName: 'Mallory', email: 'mallory@example.com' };
    for (const userId of ['owner', 'nobody']) {
      expect(await staff.post('/api/staff', { ...forged, userId })).toMatchObject({
        status: 403,
        body: { code: 'forbidden', issues: [{ path: 'userId' }] },
      });
    }
    expect(await head()).toBe(before);

    const userId = await addUser(owner, 'olga');
    await owner.post('/api/staff', { firstName: 'Olga', userId }).then(expectStatus(201));
    await staff.patch(`/api/staff/${userId}`, forged).then(expectStatus(200));
    for (const client of [staff, auditor, owner]) {
      const { body } = await client.get('/api/users').then(expectStatus(200));
      expect(body.find(({ id }: { id: string }) => id === userId)).toMatchObject({ username: 'olga', email: null });
      expect(body.find(({ id }: { id: string }) => id === 'owner')).toMatchObject({ username: 'owner', email: null });
    }
  });

  test('A person and their account are one to one: a second account, and one for nobody, are refused', async () => {
    const { id } = await add({ firstName: 'Luis' });
    const key = { 'idempotency-key': randomUUID() };
    const sent = { username: 'luis', role: 'office', personId: id };
    const made = await owner.post('/api/users', sent, key).then(expectStatus(201));
    expect((await owner.post('/api/users', sent, key).then(expectStatus(201))).body).toEqual(made.body);
    expect(await owner.post('/api/users', { ...sent, username: 'luis2' })).toMatchObject({
      status: 409,
      body: { message: 'This person already has an account.', issues: [{ path: 'personId' }] },
    });
    const { id: gone } = await add({ firstName: 'Frank' });
    await staff.post(`/api/staff/${gone}/archive`).then(expectStatus(200));
    for (const personId of ['nobody', gone]) {
      await owner.post('/api/users', { username: 'ghost', role: 'office', personId }).then(expectStatus(400));
    }
  });

  test('A person and their account are one where the account only has their email address or full name', async () => {
    const byEmail = await add({ firstName: 'Wilma', lastName: 'Reed', email: 'wilma@example.com' });
    const byName = await add({ firstName: 'Dale', lastName: 'Öst' });
    const key = { 'idempotency-key': randomUUID() };
    const sent = { username: 'wilma', email: 'WILMA@example.com', role: 'office' };
    const made = await owner.post('/api/users', sent, key).then(expectStatus(201));
    expect(made.body.id).toBe(byEmail.id);
    expect((await owner.post('/api/users', sent, key).then(expectStatus(201))).body).toEqual(made.body);
    expect(await addUser(owner, 'dale', { firstName: 'dale', lastName: 'Ost', email: 'dale@example.com' })).toBe(
      byName.id,
    );
    const { body } = await owner.get('/api/users?search=wilma').then(expectStatus(200));
    expect(body).toMatchObject([{ id: byEmail.id, username: 'wilma' }]);
    expect(await owner.post('/api/users', { ...sent, username: 'wilma2' })).toMatchObject({
      status: 409,
      body: { message: 'Wilma Reed already has an account.' },
    });
  });

  test('A person and their account are one where the owner adds somebody with an account to People', async () => {
    const account = await addUser(owner, 'petra', { firstName: 'Petra', lastName: 'Linden' });
    const key = { 'idempotency-key': randomUUID() };
    const sent = { firstName: 'Petra', lastName: 'Linden', phone: '413 555 0155' };
    const added = await owner.post('/api/staff', sent, key).then(expectStatus(201));
    expect(added.body).toMatchObject({ id: account, userId: account });
    expect((await owner.post('/api/staff', sent, key).then(expectStatus(201))).body).toEqual(added.body);
    // Nobody else decides whose account it is.
    const other = await addUser(owner, 'quentin', { firstName: 'Quentin', lastName: 'Rowan' });
    const { body } = await staff
      .post('/api/staff', { firstName: 'Quentin', lastName: 'Rowan' })
      .then(expectStatus(201));
    expect(body.id).not.toBe(other);
  });

  test('A person and their account are asked about where it may be for several, or for somebody else of the name', async () => {
    const father = await add({ firstName: 'John', lastName: 'Alder', email: 'john@example.com' });
    const named = { firstName: 'John', lastName: 'Alder', role: 'office' };
    const other = { ...named, username: 'junior', email: 'junior@example.com' };
    const asks = { status: 409, body: { code: 'conflict', issues: [{ path: 'personId' }] } };
    expect(await owner.post('/api/users', other)).toMatchObject(asks);
    const junior = await owner.post('/api/users', { ...other, personId: null }).then(expectStatus(201));
    expect(junior.body.id).not.toBe(father.id);
    await add({ firstName: 'John', lastName: 'Alder' });
    expect(await owner.post('/api/users', { ...named, username: 'john' })).toMatchObject(asks);
    // The address tells them apart.
    expect(await addUser(owner, 'john', { ...named, email: 'john@example.com' })).toBe(father.id);
    const { id: gone } = await add({ firstName: 'Left', lastName: 'Longago' });
    await staff.post(`/api/staff/${gone}/archive`).then(expectStatus(200));
    expect(await addUser(owner, 'longago', { firstName: 'Left', lastName: 'Longago' })).not.toBe(gone);
  });

  test('A person and their account stay together: a change names no other account, and takes none away', async () => {
    const { id } = await add({ firstName: 'Own account' });
    const before = await head();
    expect(await staff.patch(`/api/staff/${id}`, { userId: 'owner' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringContaining('has no account yet') },
    });
    expect(await head()).toBe(before);
    await owner.post('/api/users', { personId: id, username: 'own-account', role: 'office' }).then(expectStatus(201));
    await staff.patch(`/api/staff/${id}`, { userId: id, phone: '555-0100' }).then(expectStatus(200));
    expect(await staff.patch(`/api/staff/${id}`, { userId: '' })).toMatchObject({ status: 409 });
  });

  test('A person and their account are one line of the list of people, by username or else by name', async () => {
    const { body } = await staff.get('/api/users').then(expectStatus(200));
    const rosa = body.filter(({ username }: { username: string }) => username.toLowerCase().includes('rosa'));
    expect(rosa).toEqual([{ id: expect.any(String), username: 'rosa', email: null }]);
    expect(body).toContainEqual({ id: expect.any(String), username: 'Zelda Quill', email: null });
    expect(body).toContainEqual({ id: 'owner', username: 'owner', email: null });
    const { body: seen } = await owner.get('/api/users').then(expectStatus(200));
    expect(seen).toContainEqual({ id: expect.any(String), username: 'Zelda Quill', email: null });
    expect(seen.find(({ id }: { id: string }) => id === 'owner')).toMatchObject({ role: 'owner' });
  });

  test('Of several accounts that are made at once for one person one is made', async () => {
    const { id: raced } = await add({ firstName: 'Rosa' });
    const atOnce = ['rosa1', 'rosa2', 'rosa3'].map((username) =>
      owner.post('/api/users', { username, role: 'office', personId: raced }),
    );
    expect((await Promise.all(atOnce)).map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

test('The account of a person, and the record of an account, are sealed under the same key', async () => {
  const folder = await tempFolder();
  const other = await startTestServer({ DATA_DIR: folder.path });
  const client = await other.signIn();
  const person = (await client.post('/api/staff', { firstName: 'Rosa' }).then(expectStatus(201))).body.id;
  await addUser(client, 'rosa', { personId: person });
  const account = await addUser(client, 'hannah');
  await client.post('/api/staff', { firstName: 'Hannah', userId: account }).then(expectStatus(201));
  await other.close();
  await inCompany(folder.path, async ({ stores: { log } }) => {
    for (const id of [person, account]) {
      const firsts = await Promise.all(['staff', 'user'].map((kind) => log.readStream(`${kind}-${id}`)));
      const [one, two] = firsts.map((events) => events[0]?.metadata.subject);
      expect(one).toBeDefined();
      expect(two).toBe(one);
    }
  });
  await folder.remove();
});
