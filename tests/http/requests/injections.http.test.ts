import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDeep } from '../../support/depth.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { descriptionOf } from '../../support/requests/described.ts';
import { sendRaw } from '../../support/requests/raw-socket.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

/** In every record; none of the texts below asks for it. */
const KEPT = 'Zyxwvutsr';

/** Texts that would break queries, paths, look-ups and headers. */
const TEXTS = {
  SQL: ["' OR '1'='1", "'; DROP TABLE records;--", '" OR ""="', "x') UNION SELECT key, value FROM records--", '1;--'],
  'full-text search': ['NEAR(a b', 'name : *', '"', 'a AND NOT', '*', '^a', 'a* OR *', '{a b} : c', '-a', '(((('],
  MongoDB: ['{"$ne":null}', '$where', '$gt', 'a.b.$', '{"$regex":".*"}', 'function(){return true}'],
  paths: ['../../state.db', '..\\..\\state.db', '/etc/passwd', '....//....//log.db', 'file:///etc/passwd', '.', '..'],
  prototypes: ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'constructor.prototype', 'valueOf'],
  lines: ['\u0000', 'a\r\nSet-Cookie: heartwood_session=x', '\u2028', '\ud800', 'a\u0000b', '\u202e'],
  templates: ['$' + '{7*7}', '{{7*7}}', '%s%s%n', '`id`', '$(id)', '| id', '%00', '%2e%2e%2f'],
};
const IN_ONE_GO = 500;
const texts = Object.values(TEXTS).flat();

/**
 * The texts that are tried at a place: all of them, or one of each kind, so that each is tried at the next place or one
 * after it.
 */
function textsAt(place: number): string[] {
  return isDeep ? texts : Object.values(TEXTS).map((kind) => kind[place % kind.length] as string);
}

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer({}, Date.now, { loginsPerMinute: 1_000_000 });
  owner = await server.signIn();
  const add = (path: string, body: object) => owner.post(path, body).then(expectStatus(201));
  await add('/api/leads', { name: KEPT });
  await add('/api/customers', { lastName: KEPT });
  await add('/api/equipment', { name: KEPT, category: 'Chippers' });
  await add('/api/staff', { lastName: KEPT });
  await add('/api/crews', { name: KEPT });
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(await samplePhoto())]), 'logo');
  await owner.send('/api/settings/logo', { method: 'PUT', body }).then(expectStatus(200));
});
afterAll(() => server.close());

/** Ten at once. @returns what was wrong, readable */
async function wrongOf<Case>(cases: readonly Case[], check: (one: Case) => Promise<string | null>): Promise<string[]> {
  const left = [...cases];
  const wrong: string[] = [];
  const work = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      const found = await check(one);
      if (found !== null) wrong.push(found);
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  return wrong.slice(0, 10);
}

function said({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body).slice(0, 200)}`;
}

/** Nothing was added to an answer or to what every object has. */
function isClean(hasCookie: boolean): boolean {
  return !hasCookie && Object.keys(Object.prototype).length === 0 && !('polluted' in {});
}

/** Sent verbatim, since a client would tidy it up, by the owner. @returns the wrong answers, readable */
async function answeredOtherwise(
  targets: readonly { method: string; target: string }[],
  isRight: (status: number, body: string, at: number) => boolean,
): Promise<string[]> {
  const headers = ['Host: x', `Cookie: ${owner.cookies()}`];
  const wrong: string[] = [];
  for (let from = 0; from < targets.length; from += IN_ONE_GO) {
    const some = targets.slice(from, from + IN_ONE_GO);
    const answers = await sendRaw(
      server.url,
      some.map((each) => ({ ...each, headers })),
    );
    expect(answers).toHaveLength(some.length);
    answers.forEach(({ status, head, body }, at) => {
      if (isRight(status, body, from + at) && isClean(/^set-cookie:/im.test(head))) return;
      wrong.push(`${some[at]?.method} ${some[at]?.target}: ${status} ${body.slice(0, 200)}`);
    });
  }
  return wrong.slice(0, 10);
}

const headOfLog = async () => (await owner.get('/api/health').then(expectStatus(200))).body.head;
const asPart = (text: string) => encodeURIComponent(text.toWellFormed());

test('Hostile text in place of an id finds nothing, and nothing happens', { tags: ['more'] }, async () => {
  // Waits for the progress of a run, since it may be requested before the run.
  const waits = '/optimizer/runs/:id/events';
  const routes = server.server.app.guardedRoutes.filter(({ url }) => url.includes(':') && url !== waits);
  const targets = routes.flatMap(({ method, url }, place) =>
    textsAt(place).map((text) => ({ method, target: url.replace(/:\w+/g, asPart(text)) })),
  );
  expect(targets.length).toBeGreaterThan(1_000);
  const before = await headOfLog();
  const wrong = await answeredOtherwise(targets, (status) => [400, 404, 415].includes(status));
  expect(wrong).toEqual([]);
  expect(await headOfLog()).toBe(before);
});

describe('in a query', { tags: ['more'] }, () => {
  interface Parameter {
    path: string;
    name: string;
  }

  async function parameters(): Promise<Parameter[]> {
    const { document } = await descriptionOf(server.url);
    const of = Object.entries(document.paths).flatMap(([path, { get }]) =>
      (get?.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => ({ path, name })),
    );
    return of.filter(({ path }) => !path.includes('{') && !['/api/changes', '/api/login/callback'].includes(path));
  }

  test('Hostile text in a query finds nothing that it does not name', async () => {
    const cases = (await parameters()).flatMap((each, place) => textsAt(place).map((text) => ({ ...each, text })));
    expect(cases.length).toBeGreaterThan(500);
    const targets = cases.map(({ path, name, text }) => ({ method: 'GET', target: `${path}?${name}=${asPart(text)}` }));
    const wrong = await answeredOtherwise(targets, (status, body, at) => {
      const { name, text } = cases[at] ?? { name: '', text: '' };
      // Text without a word is a search for nothing, which shows everything.
      const found = name === 'search' && /[a-z0-9]/i.test(text) && body.includes(KEPT);
      return [200, 400].includes(status) && !found;
    });
    expect(wrong).toEqual([]);
  });

  test('A name in a query is a name, and no place in an object', async () => {
    const ways = ['[$ne]=x', '[]=x', '[__proto__][polluted]=x', '.$gt=', '=a&NAME=b'];
    const cases = (await parameters()).flatMap(({ path, name }) => [
      ...ways.map((way) => `${path}?${name}${way.replace('NAME', name)}`),
      `${path}?__proto__[polluted]=x&__proto__=x&constructor=x`,
    ]);
    const targets = cases.map((target) => ({ method: 'GET', target }));
    const wrong = await answeredOtherwise(targets, (status) => [200, 400].includes(status));
    expect(wrong).toEqual([]);
  });
});

test('Hostile text as a name or a password signs nobody in', async () => {
  const wrong = await wrongOf(texts, async (text) => {
    const asName = await server.stranger.post('/api/auth/login', { username: text, password: text });
    const asPassword = await server.stranger.post('/api/auth/login', { username: `nobody ${text}`, password: text });
    const isRefused = [asName, asPassword].every(({ status }) => status === 401 || status === 400);
    return isRefused ? null : `${JSON.stringify(text)}: ${said(asName)} ${said(asPassword)}`;
  });
  expect(wrong).toEqual([]);
});

test('An operator in place of a text is refused', async () => {
  const values: unknown[] = [{ $ne: null }, { $gt: '' }, ['a'], { toString: 'x' }, { length: 1 }, true, 7];
  for (const value of values) {
    for (const [path, body] of [
      ['/api/auth/login', { username: value, password: 'x' }],
      ['/api/auth/login', { username: 'owner', password: value }],
      ['/api/leads', { name: value }],
      ['/api/undo', { category: value, id: value, commandId: value }],
    ] as const) {
      const answer = await owner.post(path, body);
      expect(answer.status, `${path} ${JSON.stringify(body)}`).toBe(400);
    }
  }
});

test('Hostile text in a header stands there for nothing else', async () => {
  const printable = texts.filter((text) => /^[\x20-\x7e]+$/.test(text));
  const names = ['x-min-position', 'cookie', 'user-agent'];
  const cases = printable.flatMap((text) => names.map((name) => ({ name, text })));
  const wrong = await wrongOf(cases, async ({ name, text }) => {
    const value = name === 'cookie' ? `heartwood_session=${text}; heartwood_device=${text}` : text;
    const client = name === 'cookie' ? server.stranger : owner;
    const answer = await client.get('/api/leads-working', { [name]: value });
    return answer.status < 500 && isClean(answer.headers.has('set-cookie'))
      ? null
      : `${name}: ${value}: ${said(answer)}`;
  });
  expect(wrong).toEqual([]);
  const keys = await wrongOf(printable, async (text) => {
    const answer = await owner.post('/api/leads', { name: 'Oak' }, { 'idempotency-key': text });
    return answer.status === 201 ? null : `${text}: ${said(answer)}`;
  });
  expect(keys).toEqual([]);
});

test('Hostile text that somebody typed is kept to the letter and is nothing more', async () => {
  const typed = texts.filter((text) => text.isWellFormed() && /\S/.test(text.trim()));
  const wrong = await wrongOf(typed, async (text) => {
    const notes = `${text} beside it`;
    const answer = await owner.post('/api/customers', { lastName: text, notes, city: text });
    if (answer.status === 400) return answer.body.code === 'invalid' ? null : said(answer);
    const read = await owner.get(`/api/customers/${answer.body.id}`).then(expectStatus(200));
    const { lastName, city } = read.body;
    const isKept = lastName === text.trim() && city === text.trim() && read.body.notes === notes.trim();
    return isKept ? null : `${JSON.stringify(text)}: ${said(read)}`;
  });
  expect(wrong).toEqual([]);
});
