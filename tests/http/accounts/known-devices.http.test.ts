import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, linkToken, PASSWORD } from '../../support/accounts.ts';
import { type Answer, type Client, createClient } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let now = Date.now();

beforeAll(async () => {
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
});
afterAll(() => server.close());

const login = (client: Client, username: string, password = PASSWORD): Promise<Answer> =>
  client.post('/api/auth/login', { username, password });

/** Fails to sign in this often from a browser. @returns the statuses */
async function fail(client: Client, username: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let tries = 0; tries < times; tries++) statuses.push((await login(client, username, 'wrong')).status);
  return statuses;
}

/** A person whose browser is known and whom strangers have locked out. */
async function lockedOut(username: string): Promise<{ id: string; client: Client }> {
  const { id, client } = await addSignedIn(server, owner, username);
  await client.get('/api/logout').then(expectStatus(302));
  expect(await fail(server.stranger, username, 6)).toEqual([401, 401, 401, 401, 401, 429]);
  return { id, client };
}

describe('a browser that somebody has signed in from', () => {
  test('A browser that somebody has signed in from lets them in while strangers are refused', async () => {
    const { client } = await lockedOut('ada');
    await login(client, 'ada').then(expectStatus(200));
    expect(await fail(server.stranger, 'ada', 1)).toEqual([429]);
  });

  test('A browser that somebody has signed in from has five tries of its own, and is a stranger after them', async () => {
    const { client } = await lockedOut('bob');
    expect(await fail(client, 'bob', 6)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await login(client, 'bob')).toMatchObject({ status: 429 });
    now += 31_000;
    await login(client, 'bob').then(expectStatus(200));
    expect(await fail(client, 'bob', 5)).toEqual([401, 401, 401, 401, 401]);
  });

  test('A browser that somebody has signed in from gives nobody more than five tries at once', async () => {
    const { client } = await lockedOut('carol');
    const answers = await Promise.all(Array.from({ length: 50 }, () => login(client, 'carol', 'wrong')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  test('A browser that somebody has signed in from is known for its person only, and for several people who share it', async () => {
    const { client: shared } = await lockedOut('dan');
    const { client: other } = await lockedOut('eve');
    expect(await login(other, 'dan')).toMatchObject({ status: 429 });
    now += 31_000;
    await login(shared, 'eve').then(expectStatus(200));
    await shared.get('/api/logout').then(expectStatus(302));
    await fail(server.stranger, 'dan', 6);
    await login(shared, 'dan').then(expectStatus(200));
  });

  test('A browser that somebody has signed in from is a stranger where its cookie was tampered with', async () => {
    const { client } = await lockedOut('fay');
    const { client: other } = await addSignedIn(server, owner, 'gil');
    const deviceOf = (from: Client) => /heartwood_device=([^;]+)/.exec(from.cookies())?.[1] ?? '';
    const [userId = '', device = '', signature = ''] = deviceOf(client).split('.');
    const theirs = deviceOf(other).split('.');
    for (const forged of [
      `${userId}.${device}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `${userId}.${theirs[1]}.${theirs[2]}`,
      `${userId}.${device}`,
      `${userId}..`,
      '~~~',
      '%00',
      'x'.repeat(4_000),
    ]) {
      const answer = await createClient(server.url).post(
        '/api/auth/login',
        { username: 'fay', password: PASSWORD },
        { cookie: `heartwood_device=${forged}` },
      );
      expect(answer.status, forged).toBe(429);
    }
    await login(client, 'fay').then(expectStatus(200));
  });

  test('A browser that somebody has signed in from signs nobody in by itself', async () => {
    const { client } = await lockedOut('hal');
    expect(client.cookies()).toMatch(/^heartwood_device=/);
    await client.get('/api/auth/user-working').then(expectStatus(401));
  });
});

describe('a browser is a stranger again', () => {
  test('A browser is a stranger again where its person signs out everywhere elsewhere, and known where they do so', async () => {
    const { client } = await addSignedIn(server, owner, 'ida');
    const other = await server.signIn({ username: 'ida', password: PASSWORD });
    await other.post('/api/auth/sign-out-everywhere').then(expectStatus(200));
    await fail(server.stranger, 'ida', 6);
    expect(await login(client, 'ida')).toMatchObject({ status: 429 });
    await login(other, 'ida').then(expectStatus(200));
  });

  test('A browser is a stranger again where the password changes elsewhere, and known where it is changed', async () => {
    const { client } = await addSignedIn(server, owner, 'joe');
    const other = await server.signIn({ username: 'joe', password: PASSWORD });
    const changed = { currentPassword: PASSWORD, newPassword: 'a better password' };
    await other.post('/api/auth/change-password', changed).then(expectStatus(200));
    await fail(server.stranger, 'joe', 6);
    expect(await login(client, 'joe', changed.newPassword)).toMatchObject({ status: 429 });
    await login(other, 'joe', changed.newPassword).then(expectStatus(200));
  });

  test('A browser is a stranger again where a link set the password, or the owner signs its person out everywhere', async () => {
    const { id, client } = await addSignedIn(server, owner, 'kay');
    await owner.delete(`/api/users/${id}/sessions`).then(expectStatus(204));
    await fail(server.stranger, 'kay', 6);
    expect(await login(client, 'kay')).toMatchObject({ status: 429 });
    const fresh = createClient(server.url);
    const token = await linkToken(owner, id);
    await fresh.post('/api/auth/set-password', { token, password: PASSWORD }).then(expectStatus(200));
    expect(await login(client, 'kay')).toMatchObject({ status: 429 });
    await login(fresh, 'kay').then(expectStatus(200));
  });
});

test('The cookie of a known browser lasts a year, is for this origin alone on https, and no script reads it', async () => {
  const cookieOf = (answer: Answer) => answer.headers.getSetCookie().find((set) => /heartwood_device=/.test(set));
  const plain = await createClient(server.url).post('/api/auth/login', { username: 'hal', password: PASSWORD });
  expect(plain.status).toBe(429);
  const secure = await startTestServer({ PUBLIC_URL: 'https://office.example.com' });
  const body = { username: 'owner', password: 'a long enough password' };
  const overHttps = await createClient(secure.url).post('/api/auth/login', body).then(expectStatus(200));
  expect(cookieOf(overHttps)).toMatch(
    /^__Host-heartwood_device=owner\.[\w-]{22}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  await secure.close();
});
