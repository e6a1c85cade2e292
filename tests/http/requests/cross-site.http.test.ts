import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GuardedRoute } from '../../../platform/http/access.ts';
import type { Client } from '../../support/requests/client.ts';
import { type RawRequest, sendRaw } from '../../support/requests/raw-socket.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const IN_ONE_GO = 500;

let server: TestServer;
let owner: Client;
let host: string;
beforeAll(async () => {
  server = await startTestServer({}, Date.now, { loginsPerMinute: 1_000_000 });
  owner = await server.signIn();
  host = new URL(server.url).host;
});
afterAll(() => server.close());

/** Each header as a request may have it; null: not at all. */
const ownOrigins = () => [null, `http://${host}`];
const otherOrigins = () => [
  'https://elsewhere.example',
  'null',
  '',
  'no address',
  `http://${host}.elsewhere.example`,
  `http://${host}@elsewhere.example`,
  `http://elsewhere.example/${host}`,
  'http://127.0.0.1:1',
  'file:///etc/hosts',
  `http://${host}, https://elsewhere.example`,
];
const OWN_SITES = [null, 'same-origin', 'none'];
const OTHER_SITES = ['same-site', 'cross-site', 'same-origin, none', ''];

/** By origin and site, what a browser would send with a request from another site. */
function fromElsewhere(): (string | null)[][] {
  return [
    ...otherOrigins().flatMap((origin) => [...OWN_SITES, ...OTHER_SITES].map((site) => [origin, site])),
    ...ownOrigins().flatMap((origin) => OTHER_SITES.map((site) => [origin, site])),
  ];
}

function headersOf([origin = null, site = null]: (string | null)[]): string[] {
  const headers = [`Host: ${host}`];
  if (origin !== null) headers.push(`Origin: ${origin}`);
  if (site !== null) headers.push(`Sec-Fetch-Site: ${site}`);
  return headers;
}

/** Every change, and so signing out too; public calls are made in nobody's name. */
function changes(): GuardedRoute[] {
  const isRead = ({ method }: GuardedRoute) => ['GET', 'HEAD', 'OPTIONS'].includes(method);
  const isChange = (route: GuardedRoute) => !isRead(route) || route.url === '/api/logout';
  return server.server.app.guardedRoutes.filter((route) => isChange(route) && route.access !== 'public');
}

/** @returns the requests that were not refused as another site's, readable */
async function letThrough(routes: readonly GuardedRoute[], cookie: string[]): Promise<string[]> {
  const requests: RawRequest[] = routes.flatMap(({ method, url }) => {
    const target = url.replace(/:\w+/g, 'nobody-has-this-id');
    return fromElsewhere().map((from) => ({ method, target, headers: [...headersOf(from), ...cookie] }));
  });
  const wrong: string[] = [];
  for (let at = 0; at < requests.length; at += IN_ONE_GO) {
    const some = requests.slice(at, at + IN_ONE_GO);
    const answers = await sendRaw(server.url, some);
    expect(answers).toHaveLength(some.length);
    answers.forEach(({ status, head, body }, each) => {
      const isRefused = status === 403 && body.includes('"code":"cross_site"') && !/^set-cookie:/im.test(head);
      const { method, target, headers = [] } = some[each] ?? { method: '', target: '' };
      if (!isRefused) wrong.push(`${method} ${target} ${headers.join(' ')}: ${status} ${body}`);
    });
  }
  return wrong.slice(0, 10);
}

const headOfLog = async () => (await owner.get('/api/health').then(expectStatus(200))).body.head;

test('No change in a signed-in person’s name comes from another site, by whatever route and header', async () => {
  const before = await headOfLog();
  expect(changes().length * fromElsewhere().length).toBeGreaterThan(1_500);
  expect(await letThrough(changes(), [`Cookie: ${owner.cookies()}`])).toEqual([]);
  expect(await headOfLog()).toBe(before);
});

test('Nobody is signed in or out from another site', async () => {
  const open = changes().filter(({ access }) => access === 'anyone');
  expect(open.map(({ url }) => url)).toContain('/api/auth/login');
  expect(await letThrough(open, [])).toEqual([]);
});

test('Our own pages, and programs that are no browser, change things', async () => {
  for (const origin of ownOrigins()) {
    for (const site of OWN_SITES) {
      const headers = { ...(origin !== null && { origin }), ...(site !== null && { 'sec-fetch-site': site }) };
      await owner.post('/api/leads', { name: 'Oak' }, headers).then(expectStatus(201));
    }
  }
});

test('A page is opened from a sibling site and any other', async () => {
  for (const site of ['same-site', 'cross-site']) {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' };
    await server.stranger.get('/api/docs/', headers).then(expectStatus(200));
    await owner.get('/api/leads-working', headers).then(expectStatus(200));
  }
});
