import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { bomb, SVG, samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

function put(
  bytes: Uint8Array,
  { client = owner, key, field = 'image' }: { client?: Client; key?: string; field?: string } = {},
) {
  const body = new FormData();
  body.append(field, new Blob([new Uint8Array(bytes)]), 'logo');
  return client.send('/api/settings/logo', {
    method: 'PUT',
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
}

const square = (background: string, side = 40) =>
  sharp({ create: { width: side * 2, height: side, channels: 4, background } })
    .png()
    .toBuffer();

async function shown(after: Answer): Promise<{ width: number; height: number; format: string } | null> {
  const headers = { cookie: owner.cookies(), 'x-min-position': after.headers.get('x-position') ?? '' };
  const answer = await fetch(`${server.url}/api/settings/logo`, { headers });
  if (answer.status === 404) return null;
  expect(answer.headers.get('content-type')).toBe('image/png');
  const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return { width, height, format };
}

test('A logo is kept as a PNG no larger than documents need, replaced, removed, and undone', async () => {
  const large = await put(await square('#336699', 1_000)).then(expectStatus(200));
  expect(large.body.logo).toEqual({
    url: expect.stringMatching(/^\/api\/settings\/logo\?version=/),
    width: 540,
    height: 270,
  });
  expect(await shown(large)).toEqual({ width: 540, height: 270, format: 'png' });

  const small = await put(await square('#ffffff00')).then(expectStatus(200));
  expect(small.body.logo.url).not.toBe(large.body.logo.url);
  expect(await shown(small)).toMatchObject({ width: 80, height: 40 });

  const removed = await owner.delete('/api/settings/logo').then(expectStatus(200));
  expect(removed.body.logo).toBeNull();
  expect(await shown(removed)).toBeNull();

  const step = { category: 'company', id: removed.body.id, commandId: removed.headers.get('x-command-id') };
  const undone = await owner.post('/api/undo', step).then(expectStatus(200));
  expect(await shown(undone)).toMatchObject({ width: 80, height: 40 });
});

test('A logo sent again with the same key is the same change; another file with it is refused', async () => {
  const first = await put(await square('#112233'), { key: 'logo-1' }).then(expectStatus(200));
  const again = await put(await square('#112233'), { key: 'logo-1' }).then(expectStatus(200));
  expect(again.body.revision).toBe(first.body.revision);
  await put(await square('#445566'), { key: 'logo-1' }).then(expectStatus(409));
});

test('A browser that has the logo is told that it has not changed', async () => {
  await put(await square('#665544')).then(expectStatus(200));
  const headers = { cookie: owner.cookies() };
  const first = await fetch(`${server.url}/api/settings/logo`, { headers });
  const tag = first.headers.get('etag') ?? '';
  const second = await fetch(`${server.url}/api/settings/logo`, { headers: { ...headers, 'if-none-match': tag } });
  expect(second.status).toBe(304);
});

test('What is no logo is refused in words about the logo, and the one before stays', async () => {
  const before = (await owner.get('/api/settings')).body.logo;
  const jpeg = await samplePhoto();
  for (const [bytes, status, message] of [
    [SVG, 415, /The logo must be a PNG, JPEG or WebP picture/],
    [jpeg.subarray(0, jpeg.length / 2), 422, /logo is damaged/],
    [bomb(60), 413, /logo has too many pixels/],
    [Buffer.alloc(5_000_001), 413, /A logo must not be larger than 5 MB/],
  ] as const) {
    const refused = await put(bytes).then(expectStatus(status));
    expect(refused.body.message).toMatch(message);
  }
  expect((await put(jpeg, { field: 'photo' }).then(expectStatus(400))).body.message).toMatch(/exactly one logo/);
  const json = await owner.put('/api/settings/logo', {}).then(expectStatus(415));
  expect(json.body.message).toMatch(/Send the logo as a form/);
  expect((await owner.get('/api/settings')).body.logo).toEqual(before);
});

test('Staff see the logo and cannot change it', async () => {
  const { client } = await addSignedIn(server, owner, 'staff', { role: 'office' });
  await put(await square('#336699'), { client }).then(expectStatus(403));
  await client.delete('/api/settings/logo').then(expectStatus(403));
  await client.get('/api/settings/logo').then(expectStatus(200));
});

test('Customers see the logo without an account, as long as there is one', async () => {
  await put(await square('#336699')).then(expectStatus(200));
  const answer = await fetch(`${server.url}/api/public/logo`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
  await owner.delete('/api/settings/logo').then(expectStatus(200));
  expect((await fetch(`${server.url}/api/public/logo`)).status).toBe(404);
});

test('The logo stands on documents', async () => {
  await put(await square('#336699')).then(expectStatus(200));
  const who = { firstName: 'Ada', lastName: 'Hall' };
  const customerId = (await owner.post('/api/customers', who).then(expectStatus(201))).body.id;
  const body = { customerId, lines: [{ description: 'Oak', unitPrice: 5 }] };
  const { id } = (await owner.post('/api/invoices', body).then(expectStatus(201))).body;
  const text = (await owner.get(`/api/invoices/${id}/pdf`).then(expectStatus(200))).body;
  expect(text).toContain('/Subtype /Image');
});
