import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, addUser, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let staff: Client;
let auditor: Client;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  staff = (await addSignedIn(server, owner, 'sam', { email: 'sam@example.com', firstName: 'Sam' })).client;
  auditor = (await addSignedIn(server, owner, 'alex', { role: 'auditor' })).client;
});
afterAll(() => server.close());

const head = async () => (await owner.get('/api/health')).body.head;

describe('the list of people', () => {
  test('The list of people tells the owner who may do what, the newest first', async () => {
    const { body } = await owner.get('/api/users').then(expectStatus(200));
    expect(body.map(({ username }: { username: string }) => username)).toEqual(['alex', 'sam', 'owner']);
    expect(body[1]).toEqual({
      id: expect.any(String),
      erased: false,
      username: 'sam',
      firstName: 'Sam',
      lastName: null,
      email: 'sam@example.com',
      role: 'office',
      disabled: false,
      hasPassword: true,
      hasSecondFactor: false,
      createdAt: expect.any(String),
      revision: 0,
    });
  });

  test('The list of people tells everybody else only names and email addresses', async () => {
    for (const client of [staff, auditor]) {
      const { body } = await client.get('/api/users').then(expectStatus(200));
      expect(body.map((person: object) => Object.keys(person))).toEqual(Array(3).fill(['id', 'username', 'email']));
    }
    await server.stranger.get('/api/users').then(expectStatus(401));
  });

  test('The list of people is searched and paged', async () => {
    const { body } = await owner.get('/api/users?search=SAM@').then(expectStatus(200));
    expect(body).toMatchObject([{ username: 'sam' }]);
    const page = await staff.get('/api/users?limit=2').then(expectStatus(200));
    const next = await staff.get(`/api/users?limit=2&cursor=${page.headers.get('x-next-cursor')}`);
    expect([...page.body, ...next.body].map(({ username }) => username)).toEqual(['alex', 'sam', 'owner']);
    await owner.get('/api/users?limit=none').then(expectStatus(400));
  });
});

describe('making an account', () => {
  test('Making an account answers with it; its first step says who made it', async () => {
    const body = { username: ' Robin ', email: 'robin@example.com', firstName: 'Robin', lastName: '', role: 'office' };
    const made = await owner.post('/api/users', body).then(expectStatus(201));
    expect(made.body).toMatchObject({
      username: 'Robin',
      email: 'robin@example.com',
      lastName: null,
      role: 'office',
      disabled: false,
      hasPassword: false,
    });
    const history = await auditor.get(`/api/history/user/${made.body.id}`).then(expectStatus(200));
    expect(history.body).toMatchObject([{ type: 'UserRegistered', actor: 'owner', actorName: 'owner' }]);
  });

  test('Making an account is answered as the first time where the request comes again', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await owner.post('/api/users', { username: 'once', role: 'office' }, key).then(expectStatus(201));
    const again = await owner.post('/api/users', { username: 'once', role: 'office' }, key).then(expectStatus(201));
    expect(again.body).toEqual(first.body);
    const other = await owner.post('/api/users', { username: 'twice', role: 'office' }, key).then(expectStatus(409));
    expect(other.body.code).toBe('idempotency_conflict');
    await addUser(owner, 'twice');
  });

  test('Making an account with a name that somebody has is refused, and nothing is kept', async () => {
    const before = await head();
    const taken = await owner.post('/api/users', { username: 'new', email: 'SAM@example.com', role: 'office' });
    expect(taken).toMatchObject({
      status: 409,
      body: { code: 'taken', issues: [{ path: 'email', message: expect.stringContaining('email') }] },
    });
    const alike = await owner.post('/api/users', { username: 'ÁLEX', role: 'office' });
    expect(alike).toMatchObject({ status: 409, body: { code: 'taken', issues: [{ path: 'username' }] } });
    expect(await head()).toBe(before);
    await addUser(owner, 'new');
  });

  test.each([
    [{}, 'username'],
    [{ username: '', role: 'office' }, 'username'],
    [{ username: 'two words', role: 'office' }, 'username'],
    [{ username: 'zero\u200bwidth', role: 'office' }, 'username'],
    [{ username: '--', role: 'office' }, 'username'],
    [{ username: 'x'.repeat(255), role: 'office' }, 'username'],
    [{ username: { $ne: '' }, role: 'office' }, 'username'],
    [{ username: 'ok' }, 'role'],
    [{ username: 'ok', role: 'admin' }, 'role'],
    [{ username: 'ok', role: 'office', email: 'nowhere' }, 'email'],
    [{ username: 'ok', role: 'office', firstName: 7 }, 'firstName'],
  ])('Making an account from %j is refused, and the answer says which field', async (body, path) => {
    const refused = await owner.post('/api/users', body).then(expectStatus(400));
    expect(refused.body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
    expect(refused.body.message).toMatch(/^[A-Z].*\.$/);
  });

  test('Making an account is the owner’s alone', async () => {
    for (const client of [staff, auditor])
      await client.post('/api/users', { username: 'mine', role: 'owner' }).then(expectStatus(403));
  });
});

describe('changing an account', () => {
  test('Changing an account changes what is named, and says what it is now', async () => {
    const id = await addUser(owner, 'kim', { firstName: 'Kim', email: 'kim@example.com' });
    const changed = await owner.patch(`/api/users/${id}`, { lastName: 'Lee', email: '', role: 'auditor' });
    expect(changed).toMatchObject({
      status: 200,
      body: { firstName: 'Kim', lastName: 'Lee', email: null, role: 'auditor', disabled: false },
    });
    await addUser(owner, 'kim2', { email: 'kim@example.com' });
    const back = await owner.patch(`/api/users/${id}`, { email: 'kim@example.com' });
    expect(back).toMatchObject({ status: 409, body: { code: 'taken' } });
  });

  test('Changing an account that somebody else changed meanwhile is refused, with who changed what', async () => {
    const id = await addUser(owner, 'lou');
    await owner.patch(`/api/users/${id}`, { role: 'auditor', expectedRevision: 0 }).then(expectStatus(200));
    const stale = await owner.patch(`/api/users/${id}`, { firstName: 'Lou', expectedRevision: 0 });
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'stale', record: { role: 'auditor' }, changes: [{ changes: [{ field: 'role' }] }] },
    });
  });

  test('Changing an account takes effect at once', async () => {
    const { id, client } = await addSignedIn(server, owner, 'pat');
    await client.post('/api/leads', { name: 'Oak' }).then(expectStatus(201));
    await owner.patch(`/api/users/${id}`, { role: 'auditor' }).then(expectStatus(200));
    await client.post('/api/leads', { name: 'Oak' }).then(expectStatus(403));
    await owner.patch(`/api/users/${id}`, { role: 'owner' }).then(expectStatus(200));
    await client.get(`/api/users/${id}/sessions`).then(expectStatus(200));
    await owner.patch(`/api/users/${id}`, { role: 'office' }).then(expectStatus(200));
  });

  test.each([{ role: 'admin' }, { role: null }, { disabled: 'yes' }, { email: 'x' }, { expectedRevision: -1 }])(
    'Changing an account to %j is refused',
    async (body) => {
      expect(await owner.patch('/api/users/owner', body)).toMatchObject({ status: 400, body: { code: 'invalid' } });
    },
  );

  test('Changing an account of nobody finds none, and changing one is the owner’s alone', async () => {
    await owner.patch('/api/users/nobody', { role: 'office' }).then(expectStatus(404));
    await owner.patch('/api/users/nobody', {}).then(expectStatus(404));
    await staff.patch('/api/users/owner', { role: 'office' }).then(expectStatus(403));
  });
});

describe('disabling an account', () => {
  test('Disabling an account ends every session at once; enabled again, its person signs in anew', async () => {
    const { id, client } = await addSignedIn(server, owner, 'joe');
    await client.get('/api/leads-working').then(expectStatus(200));
    await owner.patch(`/api/users/${id}`, { disabled: true }).then(expectStatus(200));
    await client.get('/api/leads-working').then(expectStatus(401));
    await server.stranger.post('/api/auth/login', { username: 'joe', password: PASSWORD }).then(expectStatus(401));
    await owner.patch(`/api/users/${id}`, { disabled: false }).then(expectStatus(200));
    await client.get('/api/leads-working').then(expectStatus(401));
    await server.signIn({ username: 'joe', password: PASSWORD });
    const { body } = await owner.get(`/api/history/user/${id}`).then(expectStatus(200));
    expect(body.map(({ type }: { type: string }) => type)).toEqual(['UserRegistered', 'UserDisabled', 'UserEnabled']);
  });

  test('Nobody disables their own account, nor is the last owner ever without the role, by a change or by its undo', async () => {
    const own = await owner.patch('/api/users/owner', { disabled: true });
    expect(own).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await owner.patch('/api/users/owner', { role: 'office' })).toMatchObject({ status: 409 });

    const { id, client } = await addSignedIn(server, owner, 'partner');
    const made = await owner.patch(`/api/users/${id}`, { role: 'owner' }).then(expectStatus(200));
    const left = await client.patch('/api/users/owner', { role: 'auditor' }).then(expectStatus(200));
    const undo = (commandId: string | null) => client.post('/api/undo', { category: 'user', id, commandId });
    expect(await undo(made.headers.get('x-command-id'))).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const commandId = left.headers.get('x-command-id');
    await client.post('/api/undo', { category: 'user', id: 'owner', commandId }).then(expectStatus(200));
    await owner.patch(`/api/users/${id}`, { role: 'office' }).then(expectStatus(200));
  });

  test('Disabling an account ends the sessions also where it is the undo of enabling', async () => {
    const { id } = await addSignedIn(server, owner, 'max');
    await owner.patch(`/api/users/${id}`, { disabled: true }).then(expectStatus(200));
    const enabled = await owner.patch(`/api/users/${id}`, { disabled: false }).then(expectStatus(200));
    const client = await server.signIn({ username: 'max', password: PASSWORD });
    const commandId = enabled.headers.get('x-command-id');
    await owner.post('/api/undo', { category: 'user', id, commandId }).then(expectStatus(200));
    await client.get('/api/leads-working').then(expectStatus(401));
  });
});
