import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AREA_LABELS, AREAS, type Area, ROLES } from '../../../domain/user/terms.ts';
import { belongsToApi, type GuardedRoute, guardAccess } from '../../../platform/http/access.ts';
import { requestCommandId } from '../../../platform/runtime/ids.ts';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { differences, expectNone } from '../../support/findings.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, OWNER, startTestServer, type TestServer } from '../../support/server.ts';

const PEOPLE = ['stranger', ...ROLES] as const;
type Person = (typeof PEOPLE)[number];

/** The table of docs/design/calls.md#access: for each area, the right of each role. */
const TABLE = await documentedRights();

async function documentedRights(): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const page = await readFile(new URL('../../../docs/design/calls.md', import.meta.url), 'utf8');
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '));
  const [head = [], ...areas] = rows;
  return new Map(
    areas.map(([label = '', ...rights]) => [
      label,
      Object.fromEntries(rights.map((right, at) => [head[at + 1], right])),
    ]),
  );
}

/** Whether somebody is to be let in, by the page (docs/design/calls.md#access). */
function isLetIn(who: Person, { access, own }: GuardedRoute): boolean {
  if (access === 'public' || access === 'anyone') return true;
  if (who === 'stranger') return false;
  if (access === 'signedIn') return true;
  if (access === 'owner') return who === 'owner';
  const [area, level] = access.split(':') as [Area, string];
  const right = TABLE.get(AREA_LABELS[area])?.[who];
  return right === 'change' || (right === 'read' && level === 'read') || (right === 'own' && own);
}

/** What is open to strangers. */
const OPEN = [
  'GET /api/auth/options',
  'GET /api/health',
  'GET /api/login',
  'GET /api/login/callback',
  'GET /api/logout',
  // Whoever has a calendar's link.
  'GET /api/public/calendar/:token.ics',
  // Whoever has the mail of a campaign.
  'GET /api/public/campaign-clicks/:token',
  'GET /api/public/campaign-opens/:token.gif',
  'GET /api/public/form-token',
  // Whoever has the link of an invoice or a quote.
  'GET /api/public/invoices/:token',
  'GET /api/public/invoices/:token/pdf',
  'GET /api/public/logo',
  'GET /api/public/quotes/:token',
  'GET /api/public/quotes/:token/photos/:photoId/image',
  'GET /api/public/quotes/:token/photos/:photoId/thumbnail',
  // What the company says in public.
  'GET /api/public/reviews',
  'GET /api/public/social-posts/:id/before-picture',
  'GET /api/public/social-posts/:id/picture',
  // Whoever has the link of a mail of marketing.
  'GET /api/public/unsubscribe/:token',
  'HEAD /api/public/calendar/:token.ics',
  'HEAD /api/public/campaign-clicks/:token',
  'HEAD /api/public/campaign-opens/:token.gif',
  'HEAD /api/public/social-posts/:id/before-picture',
  'HEAD /api/public/social-posts/:id/picture',
  // Browsers asking on behalf of another site's page.
  'OPTIONS /api/analyze-image',
  'OPTIONS /api/public/form-token',
  'OPTIONS /api/public/submit-lead',
  // The public forms: whoever asks for work.
  'POST /api/analyze-image',
  'POST /api/auth/login',
  'POST /api/auth/password-link',
  'POST /api/auth/set-password',
  'POST /api/leads/customer-portal',
  // Whoever passes on mail that came back to a signed address.
  'POST /api/public/bounces',
  'POST /api/public/funnel',
  'POST /api/public/quotes/:token/approve',
  'POST /api/public/quotes/:token/decline',
  'POST /api/public/quotes/:token/question',
  // Whoever has the link in a request for a review.
  'POST /api/public/review-requests/:token',
  'POST /api/public/submit-lead',
  'POST /api/public/unsubscribe/:token',
];

let server: TestServer;
let routes: GuardedRoute[];
const people: Partial<Record<Person, Client>> = {};
beforeAll(async () => {
  server = await startTestServer();
  routes = server.server.app.guardedRoutes.filter(({ url }) => belongsToApi(url));
  const owner = await server.signIn();
  for (const role of ROLES.filter((role) => role !== 'owner')) await addSignedIn(server, owner, role, { role });
});
afterAll(() => server.close());

/** A client with a valid session, whatever it called before. */
async function clientOf(person: Person): Promise<Client> {
  if (person === 'stranger') return server.stranger;
  const known = people[person];
  if (known?.cookie() && (await known.get('/api/auth/user-working')).status === 200) return known;
  const as = person === 'owner' ? OWNER : { username: person, password: PASSWORD };
  const client = await server.signIn(as);
  people[person] = client;
  return client;
}

/** The status, and the error's code if it is an error; a stream of events is not read to its end. */
async function call(person: Person, { method, url }: GuardedRoute): Promise<{ status: number; code: unknown }> {
  const cookie = (await clientOf(person)).cookie();
  const response = await fetch(server.url + url.replace(/:\w+/g, 'nobody-has-this-id'), {
    method,
    redirect: 'manual',
    headers: { ...(cookie && { cookie }), ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }),
  });
  if (response.ok) {
    await response.body?.cancel();
    return { status: response.status, code: null };
  }
  const text = await response.text();
  return { status: response.status, code: text.startsWith('{') ? JSON.parse(text).code : null };
}

test.each(PEOPLE)('The %s is let in where the route says so', async (who) => {
  const wrong: string[] = [];
  for (const route of routes) {
    const { status, code } = await call(who, route);
    // A route may have its own reasons for a 403; the gate's is "forbidden".
    const refused = status === 401 || (status === 403 && code === 'forbidden');
    const isRight = isLetIn(who, route)
      ? !refused && status < 500
      : refused && status === (who === 'stranger' ? 401 : 403);
    if (!isRight) {
      wrong.push(`${route.method} ${route.url} (${route.access}): ${status} ${code}`);
    }
  }
  expectNone(wrong);
});

test('Every area and role has its place in the documented table', () => {
  expect([...TABLE.keys()]).toEqual(AREAS.map((area) => AREA_LABELS[area]));
  for (const [area, rights] of TABLE) expect(Object.keys(rights), area).toEqual([...ROLES]);
});

test('Only the routes that are listed here are open to strangers', () => {
  const open = routes.filter((route) => isLetIn('stranger', route));
  const names = open.map(({ method, url }) => `${method} ${url}`).filter((name) => !name.includes(' /api/docs'));
  expectNone(
    differences(names, OPEN, {
      unlisted: (names) =>
        `Open to strangers: ${names}. If that is meant, list it in tests/http/accounts/role-matrix.http.test.ts and say so in ` +
        'docs/security.md; else give the route another access.',
      gone: (names) =>
        `Not open to strangers any more: ${names}. Take it out of tests/http/accounts/role-matrix.http.test.ts.`,
    }),
  );
});

describe('a signed-in person', () => {
  test.each([
    '/api/nothing',
    '/API/leads-working',
    '/%61pi/nothing',
    '/x%2f..%2fapi/leads-working',
    '/api/leads-working/',
  ])('A signed-in person learns that nothing is at %s', async (path) => {
    const missing = await (await clientOf('owner')).get(path).then(expectStatus(404));
    expect(missing.body.code).toBe('not_found');
    expect(missing.headers.get('x-content-type-options')).toBe('nosniff');
    expect(missing.headers.get('cache-control')).toBe('no-store');
  });

  test('A signed-in person reads by any spelling of a path what the plain one gives, with the headers of data', async () => {
    const answer = await (await clientOf('auditor')).get('/%61pi/leads-working').then(expectStatus(200));
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('A signed-in person sends the same command again by any spelling of a path, and that of a plain path keeps its id', async () => {
    const owner = await clientOf('owner');
    const key = { 'idempotency-key': 'the same one' };
    const first = await owner.post('/api/leads', { name: 'Oak' }, key).then(expectStatus(201));
    expect(first.headers.get('x-command-id')).toBe(requestCommandId('owner', 'POST', '/api/leads', 'the same one'));
    const again = await owner.post('/%61pi/leads?', { name: 'Oak' }, key).then(expectStatus(201));
    expect(again.body.id).toBe(first.body.id);

    const path = `/api/leads/${first.body.id}`;
    const spelled = path.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`);
    const changed = await owner.patch(spelled, { status: 'Won' }, key).then(expectStatus(200));
    expect(changed.headers.get('x-command-id')).toBe(requestCommandId('owner', 'PATCH', path, 'the same one'));
  });

  test('A signed-in person is protected against other sites by any spelling of a path', async () => {
    const owner = await clientOf('owner');
    for (const [method, path] of [
      ['POST', '/%61pi/leads'],
      ['GET', '/api/log%6Fut'],
      ['POST', '/api/users/%6Fwner/password-link'],
    ] as const) {
      const answer = await owner.send(path, { method, headers: { origin: 'https://elsewhere.example' } });
      expect(answer, path).toMatchObject({ status: 403, body: { code: 'cross_site' } });
    }
  });
});

describe('a route that does not say who may call it', () => {
  function guarded() {
    const app = Fastify();
    const sessions = { find: async () => null } as never;
    const none = { findUser: async () => null, isSecondFactorDue: async () => false };
    guardAccess(app, { sessions, ...none, publicUrl: null, isBehindProxy: false });
    return app;
  }

  test.each(['/api/secret', '/secret', '/', '/*', '/API/secret'])(
    'A route that does not say who may call it is not registered at %s',
    (url) => {
      expect(() => guarded().get(url, async () => 'secret')).toThrow(
        `The route GET ${url} does not say who may call it. Give it a config with access, such as`,
      );
    },
  );

  test('A route that does not say who may call it is not registered by a plugin either, unless its scope says it for all routes', async () => {
    const app = guarded();
    void app.register((scope, _options, done) => {
      scope.decorate('routesAccess', 'public');
      void scope.register((inner, _ofInner, innerDone) => {
        inner.get('/open', async () => 'open');
        innerDone();
      });
      done();
    });
    void app.register((scope, _options, done) => {
      expect(() => scope.get('/closed', async () => 'closed')).toThrow('GET /closed does not say who may call it.');
      done();
    });
    await app.ready();
    expect(app.guardedRoutes).toEqual(
      ['GET', 'HEAD'].map((method) => ({ method, url: '/open', access: 'public', own: false })),
    );
  });
});
