import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempConsole } from '../../support/console-folder.ts';
import type { Client } from '../../support/requests/client.ts';
import { type RawAnswer, sendRaw } from '../../support/requests/raw-socket.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import type { TempFolder } from '../../support/temp-folder.ts';

const PUBLIC_URL = 'https://office.example.com';
const ELSEWHERE = 'https://elsewhere.example';

let folder: TempFolder;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  folder = await tempConsole();
  server = await startTestServer({ PUBLIC_URL }, Date.now, { consoleFolder: folder.path });
  owner = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const HSTS = /^strict-transport-security: max-age=31536000; includeSubDomains\r?$/im;
const NOSNIFF = /^x-content-type-options: nosniff\r?$/im;
const OF_DATA = /^content-security-policy: default-src 'none'; frame-ancestors 'none'\r?$/im;

/** Every route, and addresses without one, requested by strangers and by the owner, from another site. */
async function answers(): Promise<{ asked: string; answer: RawAnswer }[]> {
  const routes = server.server.app.guardedRoutes.map(({ method, url }) => ({
    method,
    target: url.replace('*', 'x.js'),
  }));
  const none = ['/api/none', '/none', '/%zz', '/api/%zz', '/.git/config'].map((target) => ({ method: 'GET', target }));
  const headers = ['Host: office.example.com', `Origin: ${ELSEWHERE}`];
  const asStranger = [...routes, ...none].flatMap((request) => [
    { ...request, headers },
    { method: 'OPTIONS', target: request.target, headers: [...headers, 'Access-Control-Request-Method: POST'] },
  ]);
  // Leaves out endless streams and whatever ends the session.
  const reads = [...routes, ...none].filter(
    ({ method, target }) => method === 'GET' && !/changes|events$|logout|login/.test(target),
  );
  const asOwner = reads.map((request) => ({ ...request, headers: [...headers, `Cookie: ${owner.cookies()}`] }));
  const requests = [...asStranger, ...asOwner];
  const answered = await sendRaw(server.url, requests);
  expect(answered).toHaveLength(requests.length);
  return answered.map((answer, at) => {
    const { method, target } = requests[at] ?? { method: '', target: '' };
    return { asked: `${method} ${target}: ${answer.status}`, answer };
  });
}

describe('every answer', () => {
  let all: Awaited<ReturnType<typeof answers>>;
  beforeAll(async () => {
    all = await answers();
  });
  const without = (line: RegExp) => all.filter(({ answer }) => !line.test(answer.head)).map(({ asked }) => asked);

  test('Every answer is of the type that it says, and of https from now on', () => {
    expect(all.length).toBeGreaterThan(200);
    expect(without(NOSNIFF)).toEqual([]);
    expect(without(HSTS)).toEqual([]);
  });

  test('Every answer is nothing that runs or is framed, unless it is a page', () => {
    const isPage = ({ asked, answer }: (typeof all)[number]) =>
      !/ \/(api(?!\/none: 404)|optimizer)|%zz/.test(asked) || (/^\w+ \/api\/docs/.test(asked) && answer.status !== 401);
    expect(all.filter((each) => !isPage(each) && !OF_DATA.test(each.answer.head)).map(({ asked }) => asked)).toEqual(
      [],
    );
    for (const { asked, answer } of all.filter(isPage)) {
      const [, policy = ''] = /^content-security-policy: (.*)$/im.exec(answer.head) ?? [];
      if (!OF_DATA.test(answer.head)) expect(policy, asked).toMatch(/^default-src 'self';.*base-uri 'none'/);
    }
  });

  test('No answer is for another site to read, unless the widget stands there and asks', () => {
    const isOfWidget = ({ asked }: (typeof all)[number]) =>
      / \/api\/(analyze-image|public\/form-token|public\/reviews|public\/submit-lead)\b/.test(asked);
    const open = all.filter(({ answer }) => /^access-control-/im.test(answer.head));
    expect(open.filter((each) => !isOfWidget(each)).map(({ asked }) => asked)).toEqual([]);
    expect(open.filter(({ answer }) => /^access-control-allow-credentials/im.test(answer.head))).toEqual([]);
  });
});

test('The stream of changes is kept by nobody, and is nothing but that', async () => {
  const abort = new AbortController();
  const init = { headers: { cookie: owner.cookies() }, signal: abort.signal };
  const { headers } = await fetch(`${server.url}/api/changes`, init);
  abort.abort();
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  });
});

test('What is no request at all is answered with the headers of data', async () => {
  const [refused] = await sendRaw(server.url, [{ method: 'GET', target: '/', headers: ['Host: x', 'A : b'] }]);
  expect(refused?.status).toBe(400);
  expect(refused?.head).toMatch(OF_DATA);
  expect(refused?.head).toMatch(NOSNIFF);
});

test('Nobody is led to another site, whatever a request names', async () => {
  const named = ['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)'];
  const queries = named.map((to) => `?next=${to}&returnTo=${to}&redirect_uri=${to}&url=${to}`);
  const paths = server.server.app.guardedRoutes.filter(({ method }) => method === 'GET').map(({ url }) => url);
  const odd = [
    '//elsewhere.example',
    '//elsewhere.example/%2e%2e',
    '/\\elsewhere.example',
    '/%2f%2felsewhere.example/',
  ];
  const targets = [...paths.flatMap((path) => queries.map((query) => path.replace('*', '') + query)), ...odd];
  const headers = [
    'Host: elsewhere.example',
    'X-Forwarded-Host: elsewhere.example',
    'Referer: https://elsewhere.example',
  ];
  const requests = targets.map((target) => ({ method: 'GET', target, headers }));
  const answered = await sendRaw(server.url, requests);
  expect(answered).toHaveLength(requests.length);
  const led = answered.flatMap(({ head }) => /^location: (.*?)\r?$/im.exec(head)?.[1] ?? []);
  expect(led.length).toBeGreaterThan(2);
  const here = 'http://here.example/api/docs';
  expect(led.filter((location) => new URL(location, here).host !== 'here.example')).toEqual([]);
});

test('Pages send nobody where they were followed from', async () => {
  const { headers } = await server.stranger.get('/landing').then(expectStatus(200));
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

test('On plain http nothing asks for https', async () => {
  const plain = await startTestServer({}, Date.now, { consoleFolder: folder.path });
  try {
    for (const path of ['/', '/api/health', '/api/docs']) {
      expect((await plain.stranger.get(path)).headers.get('strict-transport-security'), path).toBeNull();
    }
  } finally {
    await plain.close();
  }
});
