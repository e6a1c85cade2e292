import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, addUser, linkToken, PASSWORD } from '../../support/accounts.ts';
import { filesContaining } from '../../support/files.ts';
import { type Client, createClient } from '../../support/requests/client.ts';
import { expectStatus, OWNER, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let now = Date.now();
/** Lines of the log. */
const lines: string[] = [];

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  server = await startTestServer({}, () => now, { log });
  owner = await server.signIn();
});
afterAll(() => server.close());

const DAY = 24 * 60 * 60 * 1000;
const EXPIRED = {
  status: 410,
  body: { code: 'link_expired', message: 'This link was already used or has expired. Ask the owner for a new one.' },
};

const visitor = () => createClient(server.url);
const setPassword = (token: string, password = PASSWORD, by = visitor()) =>
  by.post('/api/auth/set-password', { token, password });
const look = (token: unknown) => visitor().post('/api/auth/password-link', { token });

describe('a link to set a password', () => {
  test('A link to set a password leads its person to a password, and signs them in', async () => {
    const id = await addUser(owner, 'sam');
    const made = await owner.post(`/api/users/${id}/password-link`).then(expectStatus(200));
    expect(made.body.url).toMatch(new RegExp(`^${server.url}/set-password#${id}\\.[\\w-]{43}$`));
    expect(made.body.expiresAt).toBe(new Date(now + 7 * DAY).toISOString());
    const token = made.body.url.split('#')[1];

    expect(await look(token)).toMatchObject({ status: 200, body: { username: 'sam' } });
    const client = visitor();
    expect(await setPassword(token, PASSWORD, client)).toMatchObject({ status: 200, body: { id, role: 'office' } });
    await client.get('/api/leads-working').then(expectStatus(200));
    await server.signIn({ username: 'sam', password: PASSWORD });
    expect((await owner.get(`/api/users?search=sam`)).body).toMatchObject([{ hasPassword: true }]);
  });

  test('A link to set a password is good once, also where two use it at once', async () => {
    const token = await linkToken(owner, await addUser(owner, 'robin'));
    const answers = await Promise.all([setPassword(token, 'one password'), setPassword(token, 'other password')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    const won = answers[0]?.status === 200 ? 'one password' : 'other password';
    await server.signIn({ username: 'robin', password: won });
    expect(await setPassword(token)).toMatchObject(EXPIRED);
    expect(await look(token)).toMatchObject(EXPIRED);
  });

  test('A link to set a password is good for seven days, until there is a newer one, and while the account is enabled', async () => {
    const id = await addUser(owner, 'kim');
    const first = await linkToken(owner, id);
    const second = await linkToken(owner, id);
    expect(await look(first)).toMatchObject(EXPIRED);
    await look(second).then(expectStatus(200));
    now += 7 * DAY;
    owner = await server.signIn();
    expect(await setPassword(second)).toMatchObject(EXPIRED);

    const third = await linkToken(owner, id);
    await owner.patch(`/api/users/${id}`, { disabled: true }).then(expectStatus(200));
    expect(await setPassword(third)).toMatchObject(EXPIRED);
    expect(await owner.post(`/api/users/${id}/password-link`)).toMatchObject({
      status: 409,
      body: { message: 'This account is disabled. Enable it first, then create a link.' },
    });
    await owner.patch(`/api/users/${id}`, { disabled: false }).then(expectStatus(200));
    expect(await look(third)).toMatchObject(EXPIRED);
  });

  test('A link to set a password ends every session that its person had', async () => {
    const { id, client } = await addSignedIn(server, owner, 'lou');
    await setPassword(await linkToken(owner, id), 'another password').then(expectStatus(200));
    await client.get('/api/leads-working').then(expectStatus(401));
  });

  test('A link to set a password survives a password that is refused', async () => {
    const token = await linkToken(owner, await addUser(owner, 'long-username', { email: 'lu@example.com' }));
    for (const password of ['short', 'x'.repeat(1_001), 'LONG-username', 'lu@example.com', '', null, 12345678]) {
      const refused = await setPassword(token, password as string).then(expectStatus(400));
      expect(refused.body.issues[0].path).toBe('password');
    }
    await setPassword(token).then(expectStatus(200));
  });

  test('A link to set a password takes no password that is guessed first, and says why', async () => {
    await owner.patch('/api/settings', { name: 'Oakley Tree Care' }).then(expectStatus(200));
    const names = { email: 'mailbox@example.com', firstName: 'Teresa', lastName: 'Stone' };
    const token = await linkToken(owner, await addUser(owner, 'climber', names));
    const common = 'The password must not be one of the most common passwords.';
    for (const [password, message] of [
      ['password', common],
      ['12345678', common],
      ['qwertyuiop', common],
      ['        ', 'The password must not be one character repeated.'],
      ['heartwood', /“Heartwood”/],
      ['Oakley-2026', /“Oakley”/],
      ['climber99', /“climber”/],
      ['my mailbox', /“mailbox”/],
      ['teresa1990', /“Teresa”/],
      ['stone.stone', /“Stone”/],
    ] as const) {
      const refused = await setPassword(token, password).then(expectStatus(400));
      expect(refused.body).toMatchObject({ code: 'invalid', issues: [{ path: 'password' }] });
      expect(refused.body.message).toMatch(message);
    }
    await setPassword(token, 'stone by stone up the hill').then(expectStatus(200));
  });

  test('A link to set a password that is made up is nobody’s', async () => {
    for (const token of ['owner', 'owner.', '.', 'nobody.aaaa', '../state', `owner.${'a'.repeat(43)}`])
      expect(await look(token)).toMatchObject(EXPIRED);
    for (const token of ['', undefined, null, 7, { $ne: '' }, 'x'.repeat(301)])
      expect(await look(token)).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });

  test('A link to set a password is the owner’s to make, for somebody who is there', async () => {
    const { id, client } = await addSignedIn(server, owner, 'pat');
    await client.post(`/api/users/${id}/password-link`).then(expectStatus(403));
    await owner.post('/api/users/nobody/password-link').then(expectStatus(404));
    await visitor().post(`/api/users/${id}/password-link`).then(expectStatus(401));
  });

  test('A link to set a password is in no file and no line of the log, and neither is the password', async () => {
    const token = await linkToken(owner, await addUser(owner, 'quinn'));
    const password = 'unmistakable words';
    await setPassword(token, password).then(expectStatus(200));
    const secrets = [token.split('.')[1] as string, password];
    expect(await filesContaining(server.dataDir, secrets)).toEqual([]);
    expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
  });
});

describe('changing one’s password', () => {
  const change = (client: Client, currentPassword: unknown, newPassword: unknown) =>
    client.post('/api/auth/change-password', { currentPassword, newPassword });

  test('Changing one’s password ends all other sessions, and a link that is still good', async () => {
    const { id, client } = await addSignedIn(server, owner, 'ada');
    const other = await server.signIn({ username: 'ada', password: PASSWORD });
    const token = await linkToken(owner, id);
    await change(client, PASSWORD, 'a better password').then(expectStatus(200));
    await client.get('/api/leads-working').then(expectStatus(200));
    await other.get('/api/leads-working').then(expectStatus(401));
    expect(await look(token)).toMatchObject(EXPIRED);
    await server.signIn({ username: 'ada', password: 'a better password' });
    await visitor().post('/api/auth/login', { username: 'ada', password: PASSWORD }).then(expectStatus(401));
  });

  test('Changing one’s password needs the current one; a wrong one counts as a failed sign-in', async () => {
    const { client } = await addSignedIn(server, owner, 'bob');
    const wrong = await change(client, 'not this one', 'a better password');
    expect(wrong).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    for (let tries = 1; tries < 5; tries++)
      await change(client, 'nor this', 'a better password').then(expectStatus(403));
    // The browser's own tries are used up: the next five come from a stranger.
    for (let tries = 0; tries < 5; tries++)
      await change(client, 'nor this', 'a better password').then(expectStatus(403));
    await change(client, PASSWORD, 'a better password').then(expectStatus(429));
    // Not checked: nobody outside learns that somebody inside used up the tries.
    await visitor().post('/api/auth/login', { username: 'bob', password: PASSWORD }).then(expectStatus(401));
    now += 31_000;
    await change(client, PASSWORD, 'a better password').then(expectStatus(200));
  });

  test('Changing one’s password to one that is too short or one’s name, or from none, is refused', async () => {
    const { id, client } = await addSignedIn(server, owner, 'carol-anne');
    for (const [current, next, path] of [
      [PASSWORD, 'short', 'newPassword'],
      [PASSWORD, 'Carol-Anne', 'newPassword'],
      [PASSWORD, 'sunshine', 'newPassword'],
      [PASSWORD, null, 'newPassword'],
      ['', 'a better password', 'currentPassword'],
      [{ $ne: '' }, 'a better password', 'currentPassword'],
    ]) {
      const refused = await change(client, current, next).then(expectStatus(400));
      expect(refused.body.issues[0].path).toBe(path);
    }
    await visitor().post('/api/auth/change-password', {}).then(expectStatus(401));
    expect((await owner.get(`/api/history/user/${id}`)).body).toHaveLength(1);
  });
});

test('Guessing a link or a password is slowed down as at the sign-in', async () => {
  const strict = await startTestServer({}, Date.now, { loginsPerMinute: 2 });
  const client = await strict.signIn();
  const calls = [
    ['/api/auth/password-link', { token: 'owner.guessed' }],
    ['/api/auth/set-password', { token: 'owner.guessed', password: PASSWORD }],
    ['/api/auth/change-password', { currentPassword: OWNER.password, newPassword: OWNER.password }],
  ] as const;
  for (const [path, body] of calls) {
    for (let tries = 0; tries < 2; tries++) expect((await client.post(path, body)).status).not.toBe(429);
    expect(await client.post(path, body)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  }
  await strict.close();
});
