import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let photo: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  const notes = 'A dead oak beside the garage. '.repeat(20);
  const { id } = (await owner.post('/api/leads', { name: 'Oak', notes }).then(expectStatus(201))).body;
  // Larger than the least that is compressed, whatever it is.
  photo = (await upload(owner, `lead/${id}`, await samplePhoto({ width: 2500, height: 2000 })).then(expectStatus(201)))
    .body.imageUrl;
  for (let index = 0; index < 60; index++) await owner.post('/api/leads', { name: `Elm ${index}`, notes });
});
afterAll(() => server.close());

interface Sent {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** What is on the wire: `fetch` unpacks it. */
function ask(path: string, headers: Record<string, string>, method = 'GET'): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const all = { cookie: owner.cookie() ?? '', ...headers };
    request(`${server.url}${path}`, { method, headers: all }, async (answer) => {
      const body = Buffer.concat(await answer.toArray());
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
    })
      .on('error', reject)
      .end();
  });
}

const LIST = '/api/leads-working?limit=60';

test.each([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
])('A list is sent as %s to a browser that takes it, and is the same', async (encoding, accepted, unpack) => {
  const plain = await ask(LIST, {});
  expect(plain.headers['content-encoding']).toBeUndefined();
  const packed = await ask(LIST, { 'accept-encoding': accepted });
  expect(packed.headers).toMatchObject({
    'content-encoding': encoding,
    'content-type': plain.headers['content-type'],
    vary: expect.stringMatching(/accept-encoding/i),
  });
  expect(unpack(packed.body).equals(plain.body)).toBe(true);
  expect(packed.body.length).toBeLessThan(plain.body.length / 4);
});

test('A list in pages and a file for a spreadsheet are compressed too', async () => {
  for (const path of ['/api/leads-working', '/api/leads-working?format=csv']) {
    const packed = await ask(path, { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding'], path).toBe('gzip');
    expect(gunzipSync(packed.body).equals((await ask(path, {})).body), path).toBe(true);
  }
});

test.each([
  ['is short', () => '/api/jobs/figures', {}],
  ['is a picture', () => photo, {}],
  ['is one for which a browser takes no other form', () => LIST, { 'accept-encoding': 'identity' }],
])('An answer that %s is sent as it is', async (_, path, headers) => {
  const { status, headers: sent } = await ask(path(), { 'accept-encoding': 'br, gzip', ...headers });
  expect([status, sent['content-encoding']]).toEqual([200, undefined]);
  expect(Number(sent['content-length'])).toBeGreaterThan(0);
});

test('A picture that a browser has is still 304', async () => {
  const etag = String((await ask(photo, {})).headers['etag']);
  expect(await ask(photo, { 'if-none-match': etag, 'accept-encoding': 'gzip' })).toMatchObject({ status: 304 });
});

test('A stream of changes is not held back', async () => {
  const first = await new Promise<[unknown, string]>((resolve, reject) => {
    const headers = { cookie: owner.cookie() ?? '', 'accept-encoding': 'br, gzip' };
    const call = request(`${server.url}/api/changes`, { headers }, (answer) => {
      answer.once('data', (chunk: Buffer) => {
        call.destroy();
        resolve([answer.headers['content-encoding'], chunk.toString()]);
      });
    });
    call.on('error', reject).end();
  });
  expect(first).toEqual([undefined, expect.stringContaining('data: {"position"')]);
});
