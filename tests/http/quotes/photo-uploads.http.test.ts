import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm, stat, symlink } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { head, openRaw } from '../../support/requests/raw-connection.ts';
import { sendForm, upload } from '../../support/requests/upload.ts';
import { blank, bomb, SVG, samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let lead: string;
let photo: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  lead = `lead/${(await owner.post('/api/leads', { name: 'Oak' }).then(expectStatus(201))).body.id}`;
  photo = await samplePhoto();
});
afterAll(() => server.close());

/** Photos, each in its subfolder; files beside the subfolders do not count. */
async function storedFiles(): Promise<string[]> {
  const folder = join(server.dataDir, 'files');
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.parentPath !== folder).map(({ name }) => name);
}

const headOfLog = async () => (await owner.get('/api/health').then(expectStatus(200))).body.head;

/** Sends, and expects this refusal and no effect. */
async function refused(send: () => Promise<Answer>, status: number, message: string | RegExp): Promise<void> {
  const before = [await headOfLog(), await storedFiles()];
  const answer = await send().then(expectStatus(status));
  expect(answer.body.message).toMatch(message);
  expect([await headOfLog(), await storedFiles()]).toEqual(before);
}

describe('a file that is no photo', () => {
  const unsupported = 'This file is not a readable photo. Choose a JPEG, PNG or WebP file.';

  test('A text file named .jpg is 415', () =>
    refused(() => upload(owner, lead, Buffer.from('Just a text.')), 415, unsupported));

  test('An SVG is 415, whatever it says it is', () =>
    refused(() => upload(owner, lead, SVG, { fileName: 'tree.png', contentType: 'image/png' }), 415, unsupported));

  test('A truncated photo is 422', () =>
    refused(
      () => upload(owner, lead, photo.subarray(0, photo.length / 2)),
      422,
      /^This photo is damaged or incomplete/,
    ));

  test('A bomb of 60 megapixels is 413', async () => {
    const small = bomb(60);
    await refused(() => upload(owner, lead, small), 413, 'This photo has 60 megapixels. It may have 50 at most.');
  });

  test('A line of fifty million pixels is 413', async () => {
    const line = blank(1, 50_000_000);
    await refused(() => upload(owner, lead, line), 413, /^This photo is 50000000 pixels long on one side/);
  });

  test('A photo of 10 MB to the byte is taken, and one of a byte more is 413', async () => {
    const most = 10 * 1024 * 1024;
    const { id } = (await owner.post('/api/leads', { name: 'Elm' }).then(expectStatus(201))).body;
    await upload(owner, `lead/${id}`, await samplePhoto({ bytes: most })).then(expectStatus(201));
    const more = await samplePhoto({ bytes: most + 1 });
    await refused(() => upload(owner, lead, more), 413, 'A photo must not be larger than 10 MB.');
  });

  test('A file of 12 MB is 413', () =>
    refused(() => upload(owner, lead, Buffer.alloc(12e6, 1)), 413, 'A photo must not be larger than 10 MB.'));

  test('A file of 12 MB that does not say so is 413 before all of it came', () =>
    refused(() => sendInPieces(lead, 12), 413, 'A photo must not be larger than 10 MB.'));
});

/** A form without Content-Length, in pieces of a megabyte; stops once the server has answered. */
function sendInPieces(record: string, megabytes: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { cookie: owner.cookie(), 'content-type': 'multipart/form-data; boundary=b' };
    const call = request(`${server.url}/api/photos/${record}`, { method: 'POST', headers });
    let sent = 0;
    let isAnswered = false;
    call.once('response', async (response) => {
      isAnswered = true;
      const text = (await response.toArray()).join('');
      call.destroy();
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text), headers: new Headers() });
    });
    call.on('error', (error) => (isAnswered ? undefined : reject(error)));
    const next = (): void => {
      if (isAnswered) return;
      if (sent++ < megabytes) call.write(Buffer.alloc(1e6, 1), next);
      // The form never ends: any answer at all must have come early.
    };
    call.write('--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n', next);
  });
}

describe('a form', () => {
  const one = 'Send exactly one photo, in the field "image".';

  test('A form without a photo is 400', async () => {
    const form = new FormData();
    form.append('caption', 'The oak');
    await refused(() => sendForm(owner, lead, form), 400, one);
  });

  test('A form with two photos is 400', async () => {
    const form = new FormData();
    for (const name of ['a.jpg', 'b.jpg']) form.append('image', new Blob([new Uint8Array(photo)]), name);
    await refused(() => sendForm(owner, lead, form), 400, one);
  });

  test('A form with the photo in another field is 400', () =>
    refused(() => upload(owner, lead, photo, { field: 'file' }), 400, one));

  test('A form that is JSON is 415', () =>
    refused(() => owner.post(`/api/photos/${lead}`, { image: 'x' }), 415, /^Send the photo as a form/));

  test('A form that breaks off, or is none, is 400', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const begun = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nabc';
    for (const body of [begun, 'nothing of the kind', '']) {
      await refused(() => owner.send(`/api/photos/${lead}`, { method: 'POST', headers, body }), 400, /photo/);
    }
    const without = { 'content-type': 'multipart/form-data' };
    await refused(
      () => owner.send(`/api/photos/${lead}`, { method: 'POST', headers: without, body: begun }),
      400,
      /arrive completely/,
    );
  });

  test('A form with a caption that is too long is 400', () =>
    refused(() => upload(owner, lead, photo, { caption: 'x'.repeat(501) }), 400, /must not be longer than 500/));
});

test('A path in a file name leads nowhere', async () => {
  const { body } = await upload(owner, lead, photo, { fileName: '../../state.db', contentType: 'text/html' }).then(
    expectStatus(201),
  );
  for (const name of await storedFiles()) expect(name).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(body)).not.toContain('state');
});

describe('a record that is not there', () => {
  test.each([
    ['an unknown one', `lead/${randomUUID()}`, 404, 'There is no such lead.'],
    ['an unknown customer', `customer/${randomUUID()}`, 404, 'There is no such customer.'],
    ['unknown equipment', `equipment/${randomUUID()}`, 404, 'There is no such equipment.'],
    [
      'of a kind without photos',
      'user/owner',
      400,
      'The category must be one of: lead, customer, equipment, job, quote, external_lead.',
    ],
  ])('A photo of a record that is not there is refused: %s', (_, record, status, message) =>
    refused(() => upload(owner, record, photo), status, message),
  );

  test('A photo of a record that was removed is 410', async () => {
    const { body } = await owner.post('/api/leads', { name: 'Ash' }).then(expectStatus(201));
    await owner.delete(`/api/leads/${body.id}`).then(expectStatus(204));
    const message = 'This lead was removed. Restore it to add photos to it.';
    await refused(() => upload(owner, `lead/${body.id}`, photo), 410, message);
  });

  test('A photo of a property that is another customer’s is 404', async () => {
    const register = (name: string) => owner.post('/api/customers', { lastName: name, address: '3 Elm St' });
    const [ada, bob] = [await register('Ada').then(expectStatus(201)), await register('Bob').then(expectStatus(201))];
    const propertyId = bob.body.properties[0].id;
    const send = () => upload(owner, `customer/${ada.body.id}`, photo, { propertyId });
    await refused(send, 404, 'This customer has no such property.');
    const own = await upload(owner, `customer/${bob.body.id}`, photo, { propertyId }).then(expectStatus(201));
    expect(own.body.propertyId).toBe(propertyId);
  });
});

/** Uploads that have not arrived completely. */
const unfinished = () => join(server.dataDir, 'files', 'unfinished');

test('A photo goes to the disk as it comes, for this user alone, and is gone where it does not come whole', async () => {
  const connection = await openRaw(server.url);
  const headers = [`Cookie: ${owner.cookie()}`, 'Content-Type: multipart/form-data; boundary=b'];
  connection.send(head('POST', `/api/photos/${lead}`, [...headers, 'Content-Length: 1000000']));
  connection.send('--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n');
  connection.send('x'.repeat(400_000));
  const sizes = async () => {
    const names = await readdir(unfinished()).catch(() => []);
    return Promise.all(names.map(async (name) => (await stat(join(unfinished(), name))).size));
  };
  await expect.poll(async () => Math.max(...(await sizes()))).toBeGreaterThan(300_000);
  for (const name of ['', ...(await readdir(unfinished()))]) {
    expect((await stat(join(unfinished(), name))).mode & 0o077).toBe(0);
  }
  connection.close();
  await expect.poll(sizes).toEqual([]);
});

test('Photos that all come at once are taken, or told when to come again, and then taken', async () => {
  const { id } = (await owner.post('/api/leads', { name: 'Elm' }).then(expectStatus(201))).body;
  const all = await Promise.all(
    Array.from({ length: 60 }, (_, number) => samplePhoto({ width: 20, height: 10, color: `#${number + 100}` })),
  );
  const sendAll = async (photos: readonly Buffer[]) => {
    const answers = await Promise.all(photos.map((each) => upload(owner, `lead/${id}`, each)));
    for (const { status, headers, body } of answers) {
      expect([201, 429]).toContain(status);
      if (status === 429) expect([headers.get('retry-after'), body.code]).toEqual(['5', 'too_many_at_once']);
    }
    return photos.filter((_, index) => answers[index]?.status === 429);
  };
  let left = await sendAll(all);
  expect(left.length).toBeGreaterThan(0);
  while (left.length > 0) left = await sendAll(left);
  const { body } = await owner.get(`/api/photos?category=lead&recordId=${id}`).then(expectStatus(200));
  expect(body).toHaveLength(all.length);
  const security = await owner.get('/api/security-events').then(expectStatus(200));
  expect(JSON.stringify(security.body)).not.toContain('refused');
});

test.runIf(process.platform === 'linux')('A disk that takes no photo is 503, and names no folder', async () => {
  await rm(unfinished(), { recursive: true, force: true });
  await symlink('/proc', unfinished());
  const { body } = await upload(owner, lead, photo).then(expectStatus(503));
  expect(body.message).toBe(
    'Nothing could be saved right now: A file could not be written. Try again with the same Idempotency-Key.',
  );
  await rm(unfinished());
  await upload(owner, lead, photo).then(expectStatus(201));
});

test('An upload needs a signed-in person', async () => {
  await upload(server.stranger, lead, photo).then(expectStatus(401));
});
