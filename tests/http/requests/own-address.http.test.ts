import { hostname, networkInterfaces } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import type { Passwords } from '../../../platform/accounts/passwords.ts';
import { addSignedIn, addUser, linkToken, PASSWORD } from '../../support/accounts.ts';
import { quickPasswords } from '../../support/passwords.ts';
import { createClient } from '../../support/requests/client.ts';
import { expectStatus, OWNER, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
afterEach(() => server.close());

const HTTPS = { PUBLIC_URL: 'https://office.example.com' };
const BOUND = '__Host-heartwood_session';
const cookieHeaders = (headers: Headers) => headers.getSetCookie().filter((cookie) => cookie.includes('_session='));

describe('the session’s cookie', () => {
  test('The session’s cookie is bound to this host and to https where PUBLIC_URL is https', async () => {
    server = await startTestServer(HTTPS);
    const owner = createClient(server.url);
    const answer = await owner.post('/api/auth/login', OWNER).then(expectStatus(200));
    expect(cookieHeaders(answer.headers)).toEqual([
      expect.stringMatching(
        /^__Host-heartwood_session=owner\.[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    await owner.get('/api/auth/user-working').then(expectStatus(200));
    const left = await owner.get('/api/logout').then(expectStatus(302));
    expect(cookieHeaders(left.headers)).toEqual([expect.stringMatching(/^__Host-heartwood_session=;.*; Secure;/)]);
    const { body } = await owner.get('/api/docs/json');
    expect(body.components.securitySchemes.session.name).toBe(BOUND);
  });

  test('The session’s cookie of the release before is still read, gives way to the new one, and ends with it', async () => {
    server = await startTestServer(HTTPS);
    const owner = await server.signIn();
    const old = (owner.cookie() ?? '').replace(BOUND, 'heartwood_session');
    const visitor = createClient(server.url);
    await visitor.get('/api/auth/user-working', { cookie: old }).then(expectStatus(200));

    const again = await visitor.send('/api/auth/login', {
      method: 'POST',
      headers: { cookie: old, 'content-type': 'application/json' },
      body: JSON.stringify(OWNER),
    });
    expect(cookieHeaders(again.headers).map((cookie) => cookie.split(/=|; /, 2).join('='))).toEqual([
      'heartwood_session=',
      expect.stringMatching(/^__Host-heartwood_session=owner\./),
    ]);
    await server.stranger.get('/api/auth/user-working', { cookie: old }).then(expectStatus(401));
  });

  test('The session’s cookie has its plain name where PUBLIC_URL is http, whatever a proxy says', async () => {
    server = await startTestServer({ PUBLIC_URL: 'http://office.example.com', TRUST_PROXY: '127.0.0.1' });
    const headers = { 'x-forwarded-proto': 'https' };
    const answer = await createClient(server.url).post('/api/auth/login', OWNER, headers).then(expectStatus(200));
    expect(cookieHeaders(answer.headers)).toEqual([expect.stringMatching(/^heartwood_session=[^;]+(?!.*Secure)/)]);
    await createClient(server.url)
      .get('/api/auth/user-working', { cookie: (answer.headers.get('set-cookie') ?? '').replace(/^/, '__Host-') })
      .then(expectStatus(401));
  });
});

describe('another site', () => {
  async function change(headers: Record<string, string>): Promise<number> {
    const owner = await server.signIn();
    const cookie = owner.cookie() ?? '';
    const payload = { name: 'Oak' };
    return (
      await server.server.app.inject({ method: 'POST', url: '/api/leads', headers: { cookie, ...headers }, payload })
    ).statusCode;
  }

  test('Another site is also one that differs by the scheme, where PUBLIC_URL says it', async () => {
    server = await startTestServer(HTTPS);
    expect(await change({ origin: 'https://office.example.com' })).toBe(201);
    expect(await change({ origin: 'https://office.example.com:443' })).toBe(201);
    expect(await change({ origin: 'http://office.example.com' })).toBe(403);
    expect(await change({ origin: 'https://office.example.com:8443' })).toBe(403);
    expect(await change({ origin: 'null' })).toBe(403);
  });

  test('Another site is also one that differs by the scheme, where a trusted proxy says it', async () => {
    server = await startTestServer({ TRUST_PROXY: '127.0.0.1' });
    const host = { host: 'office.example.com' };
    const forwarded = { ...host, 'x-forwarded-proto': 'https' };
    expect(await change({ ...forwarded, origin: 'https://office.example.com' })).toBe(201);
    expect(await change({ ...forwarded, origin: 'http://office.example.com' })).toBe(403);
    expect(await change({ ...host, origin: 'http://office.example.com' })).toBe(201);
    expect(await change({ ...host, origin: 'https://office.example.com' })).toBe(403);
    const inside = { host: 'inside:8080', 'x-forwarded-host': 'office.example.com', 'x-forwarded-proto': 'https' };
    expect(await change({ ...inside, origin: 'https://office.example.com' })).toBe(201);
    expect(await change({ ...inside, origin: 'http://inside:8080' })).toBe(403);
  });

  test('Another site is known by its host alone where nothing says the scheme', async () => {
    server = await startTestServer();
    const headers = { host: 'office.example.com', 'x-forwarded-proto': 'https' };
    expect(await change({ ...headers, origin: 'https://office.example.com' })).toBe(201);
    expect(await change({ ...headers, origin: 'http://office.example.com' })).toBe(201);
    expect(await change({ ...headers, origin: 'http://elsewhere.example.com' })).toBe(403);
  });
});

describe('a password link', () => {
  async function linkAt(host: string): Promise<{ status: number; start: string; code: string }> {
    const owner = await server.signIn();
    const answer = await server.server.app.inject({
      method: 'POST',
      url: '/api/users/owner/password-link',
      headers: { cookie: owner.cookie() ?? '', host },
    });
    const { url = '', code } = answer.json();
    return { status: answer.statusCode, start: url.split('/set-password#')[0], code };
  }

  test('A password link leads to PUBLIC_URL, whatever the Host header says', async () => {
    server = await startTestServer(HTTPS);
    expect(await linkAt('elsewhere.example.com')).toMatchObject({ status: 200, start: 'https://office.example.com' });
  });

  test('A password link leads to this machine by its names and addresses, and to no other host', async () => {
    server = await startTestServer();
    const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
    const own = addresses.map(({ family, address }) => (family === 'IPv6' ? `[${address}]` : address));
    for (const host of [
      'localhost:8080',
      'LOCALHOST',
      'office.localhost',
      '127.0.0.1:1',
      '[::1]:8080',
      hostname(),
      ...own,
    ]) {
      expect(await linkAt(host), host).toMatchObject({ status: 200, start: `http://${host.toLowerCase()}` });
    }
    const before = (await (await server.signIn()).get('/api/health')).body.head;
    const others = ['elsewhere.example.com', 'localhost.example.com', '127.0.0.1.example.com', '203.0.113.9', 'a b'];
    for (const host of [...others, 'localhost@elsewhere.example.com', 'localhost/x', '[::2]', 'localhost:1:2']) {
      expect(await linkAt(host), host).toEqual({ status: 400, start: '', code: 'unknown_host' });
    }
    expect((await (await server.signIn()).get('/api/health')).body.head).toBe(before);
  });

  test('A password link leads to a host of ALLOWED_HOSTS, at its port where it names one', async () => {
    server = await startTestServer({ ALLOWED_HOSTS: 'office.lan, Yard.lan:8080' });
    for (const host of ['office.lan', 'OFFICE.lan:9000', 'yard.lan:8080']) {
      expect(await linkAt(host), host).toMatchObject({ status: 200, start: `http://${host.toLowerCase()}` });
    }
    for (const host of ['yard.lan', 'yard.lan:80', 'sub.office.lan', 'office.lan.example.com']) {
      expect(await linkAt(host), host).toMatchObject({ status: 400 });
    }
  });

  test('A password link is not spoiled where another one is refused for its host', async () => {
    server = await startTestServer();
    const owner = await server.signIn();
    const token = await linkToken(owner, await addUser(owner, 'robin'));
    await linkAt('elsewhere.example.com');
    await server.stranger.post('/api/auth/set-password', { token, password: PASSWORD }).then(expectStatus(200));
  });
});

test('A sign-in that checked the old password while it was replaced signs nobody in', async () => {
  const [begun, replaced] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  const passwords: Passwords = {
    ...quickPasswords,
    async verify(...checked) {
      if (isHeld) {
        begun.resolve();
        await replaced.promise;
      }
      return quickPasswords.verify(...checked);
    },
  };
  server = await startTestServer({}, Date.now, { passwords });
  const owner = await server.signIn();
  const { id } = await addSignedIn(server, owner, 'robin');
  const token = await linkToken(owner, id);

  isHeld = true;
  const late = server.stranger.post('/api/auth/login', { username: 'robin', password: PASSWORD });
  await begun.promise;
  await server.stranger
    .post('/api/auth/set-password', { token, password: 'quite another one' })
    .then(expectStatus(200));
  replaced.resolve();
  const refused = await late;
  expect(refused).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  expect(refused.headers.getSetCookie()).toEqual([]);
  const { body: sessions } = await owner.get(`/api/users/${id}/sessions`).then(expectStatus(200));
  expect(sessions).toHaveLength(1);
});
