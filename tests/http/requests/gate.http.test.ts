import { mkdir, writeFile } from 'node:fs/promises';
import { METHODS } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GuardedRoute } from '../../../platform/http/access.ts';
import { isDeep } from '../../support/depth.ts';
import type { Client } from '../../support/requests/client.ts';
import { type RawAnswer, type RawRequest, sendRaw } from '../../support/requests/raw-socket.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

/** In every record, and so in every answer that leaks something. */
const SECRET = 'Nobody may read this';
const PAGE = '<h1>The console</h1>';
const IN_ONE_GO = 500;

let folder: TempFolder;
let server: TestServer;
let owner: Client;
let ids: Record<string, string>;
let before: unknown;

beforeAll(async () => {
  folder = await tempFolder();
  const pages = ['landing', 'terms', 'privacy', 'quote', 'invoice', 'review', 'notice', 'portal', 'widget'].map(
    (name) => `public/${name}.html`,
  );
  const files = ['index.html', 'assets/console.js', ...pages];
  for (const file of files) {
    await mkdir(join(folder.path, file, '..'), { recursive: true });
    await writeFile(join(folder.path, file), PAGE);
  }
  server = await startTestServer({}, Date.now, { consoleFolder: folder.path, loginsPerMinute: 1_000_000 });
  owner = await server.signIn();
  const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
  ids = {
    lead: await add('/api/leads', { name: SECRET }),
    customers: await add('/api/customers', { firstName: SECRET, lastName: 'Oak' }),
    equipment: await add('/api/equipment', { name: SECRET, category: 'Chippers' }),
    staff: await add('/api/staff', { firstName: SECRET, lastName: 'Elm' }),
    crews: await add('/api/crews', { name: SECRET }),
    users: 'owner',
  };
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});
beforeEach(async () => {
  before = await everything();
});

/**
 * The head of the log, and every record of the state except those the server maintains on its own and its counts of
 * tries.
 */
async function everything(): Promise<unknown> {
  const { body } = await owner.get('/api/health').then(expectStatus(200));
  const state = new DatabaseSync(join(server.dataDir, 'state.db'), { readOnly: true });
  const records = state.prepare('SELECT key, version FROM records ORDER BY key').all();
  state.close();
  const isOwn = ({ key }: Record<string, unknown>) =>
    /^(lease|reactor|log|generations|address-tries)\//.test(String(key));
  return { head: body.head, records: records.filter((record) => !isOwn(record)) };
}

/** A path that matches the route, with the ids of existing records. */
function pathOf({ url }: GuardedRoute): string {
  const area = url.split('/')[2] ?? '';
  const values: Record<string, string> = { category: 'lead', recordId: ids['lead'] ?? '', session: 'a'.repeat(64) };
  const id = url.startsWith('/api/history/') ? ids['lead'] : (ids[area] ?? ids['lead']);
  return url.replace(/:(\w+)/g, (_, name: string) => values[name] ?? id ?? '').replace('*', 'nothing.html');
}

const routes = () => server.server.app.guardedRoutes;
const closed = () => routes().filter(({ access }) => access !== 'public' && access !== 'anyone');

/** All spellings of a path; in `npm test` itself and one other, a different one for the next path. */
function triedOf(path: string): string[] {
  const [plain = path, ...others] = spellings(path);
  return isDeep ? [plain, ...others] : [plain, others[turn++ % others.length] ?? plain];
}
let turn = 0;

/** Other ways to write a path below /api or /optimizer. */
function spellings(path: string): string[] {
  const name = path.split('/')[1] ?? '';
  const rest = path.slice(1 + name.length);
  const tail = name.slice(1);
  const first = name.charCodeAt(0).toString(16);
  const encoded = (text: string) => text.replace(/./g, (each) => `%${each.charCodeAt(0).toString(16)}`);
  return [
    path,
    `/%${first}${tail}${rest}`,
    `/%25${first}${tail}${rest}`,
    `/%2525${first}${tail}${rest}`,
    `/${encoded(name)}/${encoded(rest.slice(1))}`,
    `/%2f${name}${rest}`,
    `/${name}%2f${rest.slice(1)}`,
    `/${name}%252F${rest.slice(1)}`,
    `/${name.toUpperCase()}${rest}`,
    path.toUpperCase(),
    `/${name.slice(0, -1)}%${name.charCodeAt(name.length - 1).toString(16)}${rest}`,
    `//${name}${rest}`,
    `/${name}/${rest}`,
    `${path}/`,
    `${path}//`,
    `/./${name}${rest}`,
    `/leads/../${name}${rest}`,
    `/leads/%2e%2e/${name}${rest}`,
    `/leads%2f..%2f${name}${rest}`,
    `/${name}/../leads/../${name}${rest}`,
    `/;v=1/${name}${rest}`,
    `/${name};v=1${rest}`,
    `${path};v=1`,
    `${path}%3bv=1`,
    `/${name}\\${rest.slice(1)}`,
    `/%00${name}${rest}`,
    `/${name}%20${rest}`,
    `${path}%20`,
    `${path}.json`,
    `${path}?format=csv`,
    `${path}#top`,
    `http://x${path}`,
    `HTTPS://elsewhere.example:99${path}`,
    `http://x/%${first}${tail}${rest}`,
  ];
}

/**
 * One after another on one connection; a request with a body gets its own, which ends after an answer that reads no
 * body.
 */
async function ask(requests: readonly RawRequest[]): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = [];
  while (answers.length < requests.length) {
    const left = requests.slice(answers.length, answers.length + IN_ONE_GO);
    const withBody = left.findIndex(({ body }) => body !== undefined);
    const some = withBody === -1 ? left : left.slice(0, Math.max(1, withBody));
    const answered = await sendRaw(server.url, some);
    expect(answered).toHaveLength(some.length);
    answers.push(...answered);
  }
  return answers;
}

/** The body sent with a change. */
const body = (method: string) => (['GET', 'HEAD'].includes(method) ? {} : { body: '{}' });
const HOST = 'Host: x';

/** @returns the first of the other answers, as readable text */
async function answeredOtherwise(requests: readonly RawRequest[], statuses: readonly number[]): Promise<string[]> {
  const answers = await ask(requests);
  const otherwise = answers.flatMap((answer, at) => {
    const text = answer.head + answer.body;
    const gaveAway = [SECRET, PAGE, 'heartwood_session='].some((each) => text.includes(each));
    const asked = `${requests[at]?.method} ${requests[at]?.target}`;
    return statuses.includes(answer.status) && !gaveAway ? [] : [`${asked}: ${answer.status} ${answer.body}`];
  });
  return otherwise.slice(0, 20);
}

describe('a stranger', () => {
  test('A stranger is refused by every closed route, by every method, however it is spelled', {
    tags: ['more'],
  }, async () => {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
    const paths = new Set(closed().map(pathOf));
    const requests = [...paths].flatMap((path) =>
      triedOf(path).flatMap((target) => methods.map((method) => ({ method, target, headers: [HOST] }))),
    );
    expect(paths.size).toBeGreaterThan(40);
    expect(await answeredOtherwise(requests, [401])).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test('A stranger is refused with what a change takes, too', async () => {
    const requests = closed().flatMap((route) => {
      const { method } = route;
      const path = pathOf(route);
      const targets = [path, spellings(path)[1] ?? '', `http://x${path}`, `/leads/..${path}`];
      return targets.map((target) => ({ method, target, headers: [HOST], ...body(method) }));
    });
    expect(await answeredOtherwise(requests, [401])).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test('A stranger is refused by methods that nobody uses', async () => {
    const odd = METHODS.filter((method) => method !== 'CONNECT');
    const requests = closed().flatMap((route) =>
      odd.map((method) => ({ method, target: pathOf(route), headers: [HOST] })),
    );
    expect(await answeredOtherwise(requests, [401])).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test('A stranger is refused whatever the Host header says, or where there is none', async () => {
    const hosts = ['', 'localhost', 'elsewhere.example', 'a b', '[::1', 'x, y', '/api', '%61', '127.0.0.1:99999'];
    const requests = closed().flatMap((route) => {
      const asked = { method: route.method, target: pathOf(route) };
      return hosts.map((host): RawRequest => ({ ...asked, headers: [`Host: ${host}`] }));
    });
    expect(await answeredOtherwise(requests, [401])).toEqual([]);
    for (const route of closed()) {
      const asked = { method: route.method, target: pathOf(route) };
      const [none] = await sendRaw(server.url, [{ ...asked, headers: ['Connection: close'] }]);
      expect(none?.status, route.url).toBe(400);
      const [old] = await sendRaw(server.url, [{ ...asked, version: '1.0' }]);
      expect(old?.status, route.url).toBe(401);
    }
    expect(await everything()).toEqual(before);
  });

  test('A stranger gets no data from what is open, and changes nothing there', async () => {
    const open = routes().filter(({ access }) => access === 'public' || access === 'anyone');
    const requests = open.flatMap((route) => {
      const path = pathOf(route);
      const targets = path.startsWith('/api/') ? triedOf(path) : [path, `/%2561/..${path}`, `http://x${path}`];
      return targets.map((target) => ({ method: route.method, target, headers: [HOST], ...body(route.method) }));
    });
    // The key that signs form tokens is made with the first of them.
    await server.stranger.get('/api/public/form-token').then(expectStatus(200));
    const before = await everything();
    const answers = await ask(requests);
    answers.forEach(({ status, head, body }, at) => {
      const asked = `${requests[at]?.method} ${requests[at]?.target}`;
      expect(status, asked).toBeLessThan(500);
      expect(head + body, asked).not.toContain(SECRET);
      expect(head, asked).not.toMatch(/heartwood_session=[^;]/);
    });
    expect(await everything()).toEqual(before);
  });

  test('A stranger is refused where nothing is, as below what is there', async () => {
    const docs = ['/api/docs/nothing/here', '/api/docs/static/nothing.js', '/api/docs/static/..%2fpackage.json'];
    const unknown = ['/api/', '/api/nothing', '/api/users/owner/nothing', ...docs];
    const optimizer = ['/optimizer', '/optimizer/plans', '/%6fptimizer', '//OPTIMIZER;x', '/x/..%2foptimizer/plans'];
    const deep = `/%${'25'.repeat(4_000)}61pi`;
    const targets = [...unknown.flatMap(spellings), '/api', '/%61pi', '/API', ...optimizer, deep];
    const requests = targets.map((target) => ({ method: 'GET', target, headers: [HOST] }));
    expect(await answeredOtherwise(requests, [401])).toEqual([]);
  });
});
