import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUser, linkToken, PASSWORD } from '../../support/accounts.ts';
import { type Client, createClient } from '../../support/requests/client.ts';
import { expectStatus, OWNER, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

const sessionIn = (headers: Headers) =>
  headers
    .getSetCookie()
    .find((cookie) => /^heartwood_session=[^;]/.test(cookie))
    ?.split(';', 1)[0] ?? '';
const isGood = async (cookie: string) =>
  (await createClient(server.url).get('/api/auth/user-working', { cookie })).status === 200;

describe('a sign-in that brings a session along', () => {
  test.each([
    ['that somebody made up', `heartwood_session=owner.${'A'.repeat(43)}`],
    ['of another shape', 'heartwood_session=known-to-another'],
    ['that is empty', 'heartwood_session='],
  ])(
    'A sign-in that brings along a session %s gets one of its own, and that one stays nobody’s',
    async (_what, planted) => {
      const { headers } = await createClient(server.url)
        .post('/api/auth/login', OWNER, { cookie: planted })
        .then(expectStatus(200));
      expect(sessionIn(headers)).toMatch(/^heartwood_session=owner\.[\w-]{43}$/);
      expect(sessionIn(headers)).not.toBe(planted);
      expect(await isGood(sessionIn(headers))).toBe(true);
      expect(await isGood(planted)).toBe(false);
    },
  );

  test('A sign-in that brings along a session of the same person gets another, and the one before ends', async () => {
    const before = (await server.signIn()).cookie() ?? '';
    const { headers } = await createClient(server.url)
      .post('/api/auth/login', OWNER, { cookie: before })
      .then(expectStatus(200));
    expect(await isGood(sessionIn(headers))).toBe(true);
    expect(await isGood(before)).toBe(false);
  });

  test('A password link ends the session of somebody else that the browser brings along', async () => {
    const before = (await server.signIn()).cookie() ?? '';
    const token = await linkToken(owner, await addUser(owner, 'sam'));
    const { headers } = await createClient(server.url)
      .post('/api/auth/set-password', { token, password: PASSWORD }, { cookie: before })
      .then(expectStatus(200));
    expect(sessionIn(headers)).toMatch(/^heartwood_session=(?!owner\.)/);
    expect(await isGood(before)).toBe(false);
  });

  test('A sign-in that fails changes nothing of the session that it brings along', async () => {
    const before = (await server.signIn()).cookie() ?? '';
    const wrong = { ...OWNER, password: 'not this one' };
    const { headers } = await createClient(server.url)
      .post('/api/auth/login', wrong, { cookie: before })
      .then(expectStatus(401));
    expect(headers.getSetCookie()).toEqual([]);
    expect(await isGood(before)).toBe(true);
  });
});

test('A session is taken from a cookie and from nowhere else', async () => {
  const secret = (owner.cookie() ?? '').split('=', 2)[1] ?? '';
  for (const [path, headers] of [
    [`/api/leads-working?heartwood_session=${secret}`, {}],
    ['/api/leads-working', { authorization: `Bearer ${secret}` }],
    ['/api/leads-working', { heartwood_session: secret }],
    ['/api/leads-working', { cookie: `session=${secret}; HEARTWOOD_SESSION=${secret}` }],
  ] as const) {
    await createClient(server.url).get(path, headers).then(expectStatus(401));
  }
});

test('No cookie is longer than browsers keep, whoever signs in at one browser', async () => {
  const browser = createClient(server.url);
  const longest = Array.from({ length: 7 }, (_, index) => `${index}${'x'.repeat(240)}@example.com`);
  for (const username of longest) {
    const token = await linkToken(owner, await addUser(owner, username));
    const answer = await browser.post('/api/auth/set-password', { token, password: PASSWORD }).then(expectStatus(200));
    for (const cookie of answer.headers.getSetCookie()) expect(Buffer.byteLength(cookie)).toBeLessThan(4_096);
  }
  expect(browser.cookies()).toContain('heartwood_device=');
  // All headers of a request together may take 16 KiB.
  expect(browser.cookies().length).toBeLessThan(4_096);
});
