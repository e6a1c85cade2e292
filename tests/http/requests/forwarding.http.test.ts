import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

// What a trusted proxy passes on of a client's own forwarding headers.

let server: TestServer;
let owner: Client;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '127.0.0.1' }, () => now, { loginsPerMinute: 3 });
  owner = await server.signIn();
});
afterAll(() => server.close());
beforeEach(() => {
  now += 60_000;
});

let names = 0;

/** Fails to sign in as nobody in particular. @returns the statuses */
async function tries(visitors: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const visitor of visitors) {
    const wrong = { username: `nobody-${names++}`, password: 'wrong' };
    const { status } = await server.stranger.post('/api/auth/login', wrong, { 'x-forwarded-for': visitor });
    statuses.push(status);
  }
  return statuses;
}

async function addressesOfEvents(): Promise<Set<unknown>> {
  const { body } = await owner.get('/api/security-events').then(expectStatus(200));
  return new Set(body.map(({ address }: { address: unknown }) => address));
}

describe('the visitor’s address', () => {
  test.each([
    ['IPv4', ['192.0.2.1:55', '192.0.2.1:56', '192.0.2.1', '192.0.2.1:57'], '192.0.2.1'],
    ['IPv6', ['[2001:db8:1::1]:5', '[2001:db8:1::1]', '2001:db8:1::1', '[2001:db8:1::1]:6'], '2001:db8:1::1'],
    ['IPv6 with a zone', ['2001:db8::a%a', '[2001:db8::a%b]', '2001:db8::a', '2001:db8::a%c'], '2001:db8::a'],
  ])('The visitor’s address is the same with and without a port: %s', async (_, visitors, address) => {
    expect(await tries(visitors)).toEqual([401, 401, 401, 429]);
    expect(await addressesOfEvents()).toContain(address);
  });

  test('The visitor’s address is that of whoever connects, where the header holds none', async () => {
    expect(await tries(['"><script>', 'a'.repeat(3_000), 'unknown', '1.2.3.4, _hidden'])).toEqual([401, 401, 401, 429]);
    expect(await tries(['192.0.2.9, x, 127.0.0.1'])).toEqual([429]);
    expect(await tries(['x, 192.0.2.9'])).toEqual([401]);
    const known = ['127.0.0.1', '192.0.2.1', '192.0.2.9', '2001:db8:1::1', '2001:db8::a'];
    expect([...(await addressesOfEvents())].sort()).toEqual(known);
  });
});

describe('a password link', () => {
  test.each([
    [{ 'x-forwarded-proto': 'http://evil.com/?' }, 'http'],
    [{ 'x-forwarded-proto': 'javascript' }, 'http'],
    [{ 'x-forwarded-proto': 'https, null' }, 'http'],
    [{ 'x-forwarded-proto': 'HTTPS' }, 'https'],
    [{ 'x-forwarded-proto': 'http, https' }, 'https'],
    [{ 'x-forwarded-host': 'evil.com/' }, 'http'],
    [{ 'x-forwarded-host': 'localhost@evil.com' }, 'http'],
  ])('A password link asked for with %j leads here by %s', async (headers, scheme) => {
    const { body } = await owner.post('/api/users/owner/password-link', {}, headers).then(expectStatus(200));
    expect(body.url.split('/set-password#')[0]).toBe(server.url.replace('http', scheme));
  });
});

test.each([
  ['foo://z', 'bar'],
  ['null', 'bar'],
  ['foo://z', 'http'],
  ['file:///x', 'file'],
])('A page of the opaque origin %s acts for nobody, whatever scheme (%s) is handed on', async (origin, scheme) => {
  const headers = { origin, 'x-forwarded-proto': scheme };
  expect(await owner.post('/api/leads', { name: 'Oak' }, headers)).toMatchObject({
    status: 403,
    body: { code: 'cross_site' },
  });
});
