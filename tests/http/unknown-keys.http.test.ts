import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { type ApiDocument, descriptionOf } from '../support/described.ts';
import { samplePhoto } from '../support/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../support/server.ts';

const UNKNOWN = '“colour” is not known here. Check the spelling, or leave it out.';
/** What a path names, where it is no id of a record. */
const filled = (template: string) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'category' ? 'lead' : template.includes('/days/') ? '2026-06-15' : crypto.randomUUID(),
  );
/** Takes back what the optimizer answered, with whatever else its answer held. */
const TAKES_ANY_KEY = 'POST /optimizer/schedule/apply';

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

const queries = () =>
  Object.entries(document.paths).flatMap(([template, { get }]) =>
    get?.parameters?.some((each) => each.in === 'query') ? [template] : [],
  );

const bodies = () =>
  Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const [type] = Object.keys(requestBody?.content ?? {});
      return type === undefined ? [] : [{ method: method.toUpperCase(), template, type }];
    }),
  );

function init(type: string): RequestInit {
  if (type === 'application/json') {
    return { headers: { 'content-type': type }, body: JSON.stringify({ colour: 'green' }) };
  }
  const form = new FormData();
  form.set('colour', 'green');
  form.set('image', new Blob([photo], { type: 'image/jpeg' }), 'tree.jpg');
  return { body: form };
}

test('Every call refuses a key that it does not know, by its name', async () => {
  const silent: string[] = [];
  for (const { method, template, type } of bodies()) {
    const call = `${method} ${template}`;
    if (call === TAKES_ANY_KEY) continue;
    if (owner.cookie() === undefined) owner = await server.signIn();
    const { status, body } = await owner.send(filled(template), { method, ...init(type) });
    const told = [body.message, ...(body.issues ?? []).map(({ message }: { message: string }) => message)];
    if (status !== 400 || !told.includes(UNKNOWN)) silent.push(`${call}: ${status} ${JSON.stringify(told)}`);
  }
  expect(silent).toEqual([]);
});

test('Every call that takes a query refuses a key of it that it does not know, by its name', async () => {
  const silent: string[] = [];
  for (const template of queries()) {
    const { status, body } = await owner.get(`${filled(template)}?colour=green`);
    const told = body.issues?.map(({ message }: { message: string }) => message);
    if (status !== 400 || !told.includes(UNKNOWN)) silent.push(`${template}: ${status} ${JSON.stringify(told)}`);
  }
  expect(silent).toEqual([]);
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
