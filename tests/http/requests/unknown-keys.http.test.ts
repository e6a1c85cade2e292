import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { type ApiDocument, descriptionOf, type Operation } from '../../support/requests/described.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const UNKNOWN = '“colour” is not known here. Check the spelling, or leave it out.';
/** What a path names, where it is no id of a record. */
const NAMED: Readonly<Record<string, string>> = { category: 'lead', place: '0.0' };
const filled = (template: string) =>
  template.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => NAMED[name] ?? (template.includes('/days/') ? '2026-06-15' : crypto.randomUUID()),
  );
/** Takes back what the optimizer answered, with whatever else its answer held. */
const TAKES_ANY_KEY: readonly string[] = [
  'POST /optimizer/schedule/apply',
  // What mail programs send along with a click is theirs.
  'POST /api/public/unsubscribe/{token}',
];

let server: TestServer;
let owner: Client;
let document: ApiDocument;
let photo: Buffer<ArrayBuffer>;

beforeAll(async () => {
  server = await startTestServer();
  photo = Buffer.from(await samplePhoto({ width: 8, height: 6 }));
  ({ document } = await descriptionOf(server.url));
  owner = await server.signIn();
});
afterAll(() => server.close());

interface Call {
  method: string;
  template: string;
  operation: Operation;
}

const calls = (): Call[] =>
  Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), template, operation })),
  );

/** Pictures, documents, feeds and pages are opened by browsers and by programs of others, which add keys of their own. */
const answersInJson = ({ operation: { responses } }: Call) =>
  Object.entries(responses).every(
    ([status, { content = {} }]) =>
      Number(status) >= 400 || (Number(status) < 300 && answersJson(Object.keys(content))),
  );
const answersJson = (types: string[]) => types.length === 0 || types.includes('application/json');

/** Asked by programs that watch servers, some of which add the time so that nothing between answers for it. */
const TAKES_ANY_QUERY = '/api/health';

async function isRefusedByName(path: string, init: RequestInit): Promise<string | null> {
  if (owner.cookie() === undefined) owner = await server.signIn();
  const { status, body } = await owner.send(path, init);
  const told: string[] = [body.message, ...(body.issues ?? []).map(({ message }: { message: string }) => message)];
  return status === 400 && told.includes(UNKNOWN) ? null : `${init.method} ${path}: ${status} ${JSON.stringify(told)}`;
}

const bodies = () =>
  Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const [type] = Object.keys(requestBody?.content ?? {});
      return type === undefined ? [] : [{ method: method.toUpperCase(), template, type }];
    }),
  );

function init(type: string, template: string): RequestInit {
  if (type === 'application/json') {
    return { headers: { 'content-type': type }, body: JSON.stringify({ colour: 'green' }) };
  }
  const form = new FormData();
  form.set('colour', 'green');
  form.set(
    template.endsWith('/document') ? 'document' : 'image',
    new Blob([photo], { type: 'image/jpeg' }),
    'tree.jpg',
  );
  return { body: form };
}

test('Every call refuses a key that it does not know, by its name', async () => {
  const silent: string[] = [];
  for (const { method, template, type } of bodies()) {
    const call = `${method} ${template}`;
    if (TAKES_ANY_KEY.includes(call)) continue;
    if (owner.cookie() === undefined) owner = await server.signIn();
    const { status, body } = await owner.send(filled(template), { method, ...init(type, template) });
    const told = [body.message, ...(body.issues ?? []).map(({ message }: { message: string }) => message)];
    if (status !== 400 || !told.includes(UNKNOWN)) silent.push(`${call}: ${status} ${JSON.stringify(told)}`);
  }
  expect(silent).toEqual([]);
});

test('Every call refuses a key of its query that it does not know, by its name, also where it takes no query', async () => {
  const silent: (string | null)[] = [];
  for (const call of calls()) {
    const { method, template, operation } = call;
    const takesQuery = operation.parameters?.some((each) => each.in === 'query') ?? false;
    if (template === TAKES_ANY_QUERY || (!takesQuery && !answersInJson(call))) continue;
    const [type] = Object.keys(operation.requestBody?.content ?? {});
    const body = type === 'application/json' ? { headers: { 'content-type': type }, body: '{}' } : {};
    silent.push(await isRefusedByName(`${filled(template)}?colour=green`, { method, ...body }));
  }
  expect(silent.filter((each) => each !== null)).toEqual([]);
});

test('Every call that takes no body refuses the keys of one by their names, and takes an empty one', async () => {
  const silent: (string | null)[] = [];
  const bodiless = calls().filter(({ method, operation }) => method !== 'GET' && operation.requestBody === undefined);
  expect(bodiless.length).toBeGreaterThan(40);
  for (const { method, template } of bodiless)
    silent.push(await isRefusedByName(filled(template), { method, ...init('application/json', template) }));
  expect(silent.filter((each) => each !== null)).toEqual([]);

  const { id } = (await owner.post('/api/leads', { name: 'Ash Elm' }).then(expectStatus(201))).body;
  for (const body of ['', '{}', 'null']) {
    const sent = { headers: { 'content-type': 'application/json' }, body };
    await owner.send(`/api/leads/${id}`, { method: 'DELETE', ...sent }).then(expectStatus(204));
    await owner.send(`/api/leads/${id}/restore`, { method: 'POST', ...sent }).then(expectStatus(200));
  }
  for (const body of ['[1]', '"now"', '7']) {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const answer = await owner.send(`/api/leads/${id}/restore`, sent);
    expect(answer).toMatchObject({ status: 400, body: { message: 'This call takes no body. Leave it out.' } });
  }
});

test('What browsers and other programs open takes any query', async () => {
  await owner.get('/api/health?t=1').then(expectStatus(200));
  const { status } = await owner.send('/api/login/callback?code=1&state=2&session_state=3&iss=x', { method: 'GET' });
  expect(status).not.toBe(400);
});

test('A misspelled field of a line is refused by its name, and nothing is recorded', async () => {
  const before = (await owner.get('/api/quotes').then(expectStatus(200))).body;
  const answer = await owner.post('/api/quotes', {
    customerName: 'Ash',
    propertyAddress: '3 Elm St',
    items: [{ description: 'Prune the oak', quantity: 1, unitPrice: '100.00', discuont: '10.00' }],
  });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
  expect(answer.body.issues).toContainEqual({
    path: 'items.0',
    message: '“discuont” is not known here. Check the spelling, or leave it out.',
  });
  expect((await owner.get('/api/quotes')).body).toEqual(before);
});
