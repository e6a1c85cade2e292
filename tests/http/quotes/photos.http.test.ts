import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { filesContaining } from '../../support/files.ts';
import type { Client } from '../../support/requests/client.ts';
import { fetchDescribed } from '../../support/requests/described.ts';
import { type UploadOptions, upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let photo: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  photo = await samplePhoto({ orientation: 6, hasLocation: true });
});
afterAll(() => server.close());

async function newLead(): Promise<string> {
  return (await owner.post('/api/leads', { name: 'Oak' }).then(expectStatus(201))).body.id;
}

async function attach(leadId: string, options: UploadOptions & { bytes?: Buffer } = {}) {
  return upload(owner, `lead/${leadId}`, options.bytes ?? photo, options).then(expectStatus(201));
}

const listOf = async (leadId: string) =>
  (await owner.get(`/api/photos?category=lead&recordId=${leadId}`).then(expectStatus(200))).body;

async function picture(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetchDescribed(server.url + path, { headers: { cookie: owner.cookie() ?? '', ...headers } });
}

describe('POST /api/photos/{category}/{recordId}', () => {
  test('A photo is attached upright, with its caption', async () => {
    const leadId = await newLead();
    const { body, headers } = await attach(leadId, { caption: '  The oak over the garage ' });
    expect(body).toMatchObject({
      category: 'lead',
      recordId: leadId,
      propertyId: null,
      caption: 'The oak over the garage',
      width: 480,
      height: 640,
      revision: 0,
      removed: false,
      imageUrl: `/api/photos/${body.id}/image`,
      thumbnailUrl: `/api/photos/${body.id}/thumbnail`,
    });
    expect(headers.get('x-position')).toBeTruthy();
    expect(await listOf(leadId)).toEqual([body]);
  });

  test('A photo with the same Idempotency-Key is attached once; another photo under it is 409', async () => {
    const leadId = await newLead();
    const idempotencyKey = randomUUID();
    const first = await attach(leadId, { idempotencyKey });
    const again = await attach(leadId, { idempotencyKey });
    expect(again.body).toEqual(first.body);
    expect(await listOf(leadId)).toHaveLength(1);
    const other = await samplePhoto({ color: '#118811' });
    const conflict = await upload(owner, `lead/${leadId}`, other, { idempotencyKey });
    expect(conflict).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  });

  test('Attaching a photo answers a repeat as the first time, also once the record was removed', async () => {
    const leadId = await newLead();
    const idempotencyKey = randomUUID();
    const first = await attach(leadId, { idempotencyKey });
    await owner.delete(`/api/leads/${leadId}`).then(expectStatus(204));
    const again = await upload(owner, `lead/${leadId}`, photo, { idempotencyKey });
    expect(again).toMatchObject({ status: 201, body: first.body });
    const other = await samplePhoto({ color: '#118822' });
    const conflict = await upload(owner, `lead/${leadId}`, other, { idempotencyKey });
    expect(conflict).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    const another = await upload(owner, `lead/${leadId}`, photo, { idempotencyKey: randomUUID() });
    expect(another).toMatchObject({ status: 410, body: { code: 'removed' } });
  });

  test('A photo is attached to equipment, which is nobody’s', async () => {
    const machine = await owner
      .post('/api/equipment', { name: 'Chipper', category: 'Chippers' })
      .then(expectStatus(201));
    const { body } = await upload(owner, `equipment/${machine.body.id}`, photo, { caption: 'Blades' }).then(
      expectStatus(201),
    );
    const list = await owner.get(`/api/photos?category=equipment&recordId=${machine.body.id}`);
    expect(list.body).toEqual([body]);
  });

  test('Attaching a photo keeps no caption in the open, and none of what the camera wrote', async () => {
    await attach(await newLead(), { caption: 'Behind the blue house' });
    const isKept = (name: string) => name.startsWith('log.db') || /^[0-9a-f]{64}$/.test(name);
    expect(await filesContaining(server.dataDir, ['Behind the blue house', 'SecretCamera'], isKept)).toEqual([]);
  });
});

describe('GET /api/photos', () => {
  test('The list of photos shows those of one record, newest first, in pages', async () => {
    const leadId = await newLead();
    await attach(await newLead());
    const ids: string[] = [];
    for (const color of ['#118811', '#881188', '#888811']) {
      ids.unshift((await attach(leadId, { bytes: await samplePhoto({ color }) })).body.id);
    }
    expect((await listOf(leadId)).map(({ id }: { id: string }) => id)).toEqual(ids);
    const path = `/api/photos?category=lead&recordId=${leadId}&limit=2`;
    const page = await owner.get(path).then(expectStatus(200));
    const next = await owner.get(`${path}&cursor=${page.headers.get('x-next-cursor')}`).then(expectStatus(200));
    expect([...page.body, ...next.body].map(({ id }) => id)).toEqual(ids);
  });

  test('The list of photos needs to know of which record', async () => {
    const without = await owner.get('/api/photos?category=lead').then(expectStatus(400));
    expect(without.body.issues).toMatchObject([
      { path: 'recordId', message: 'Say whose photos: category and recordId, or the ids of photos.' },
    ]);
    await owner.get('/api/photos?category=tree&recordId=a').then(expectStatus(400));
  });

  test('The list of photos tells photos of whatever records by their ids, newest first, without those that are gone', async () => {
    const first = (await attach(await newLead())).body;
    const removed = (await attach(await newLead())).body;
    await owner.delete(`/api/photos/${removed.id}`).then(expectStatus(204));
    const { body: last, headers } = await attach(await newLead());
    const seen = { 'x-min-position': headers.get('x-position') ?? '' };
    const path = `/api/photos?ids=${[first.id, removed.id, 'nothing', last.id, first.id].join(',')}`;
    const { body } = await owner.get(path, seen).then(expectStatus(200));
    expect(body).toEqual([last, first]);
    expect((await owner.get('/api/photos?ids=').then(expectStatus(200))).body).toEqual([]);
    const many = Array.from({ length: 61 }, (_, index) => index).join(',');
    await owner.get(`/api/photos?ids=${many}`).then(expectStatus(400));
  });
});

describe('the pictures', () => {
  test('The pictures are webp, for nobody but a browser that shows them', async () => {
    const { body } = await attach(await newLead());
    for (const [url, side] of [
      [body.imageUrl, 640],
      [body.thumbnailUrl, 480],
    ]) {
      const answer = await picture(url);
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-cache',
        'content-disposition': expect.stringMatching(/^inline; filename="photo-[0-9a-f-]+(-small)?\.webp"$/),
      });
      const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect(metadata).toMatchObject({ format: 'webp', height: side });
      expect(metadata.exif).toBeUndefined();

      const cached = await picture(url, { 'if-none-match': answer.headers.get('etag') ?? '' });
      expect([cached.status, await cached.text()]).toEqual([304, '']);
    }
  });

  test('The pictures are for those who are signed in only', async () => {
    const { body } = await attach(await newLead());
    await server.stranger.get(body.imageUrl).then(expectStatus(401));
    await owner.get(`/api/photos/${randomUUID()}/image`).then(expectStatus(404));
    const { client: auditor } = await addSignedIn(server, owner, 'audrey', { role: 'auditor' });
    await auditor.get(body.thumbnailUrl).then(expectStatus(200));
    await auditor.delete(`/api/photos/${body.id}`).then(expectStatus(403));
    await upload(auditor, `lead/${body.recordId}`, photo).then(expectStatus(403));
  });
});

describe('a photo', () => {
  test('A photo gets another caption, which can be undone, and is refused where it is stale', async () => {
    const { body } = await attach(await newLead(), { caption: 'Oak' });
    const path = `/api/photos/${body.id}`;
    const changed = await owner.patch(path, { caption: ' Elm ', expectedRevision: 0 }).then(expectStatus(200));
    expect(changed.body).toMatchObject({ caption: 'Elm', revision: 1 });
    const stale = await owner.patch(path, { caption: 'Ash', expectedRevision: 0 }).then(expectStatus(409));
    expect(stale.body).toMatchObject({ code: 'stale', record: { caption: 'Elm' } });
    const commandId = changed.headers.get('x-command-id');
    const undone = await owner.post('/api/undo', { category: 'photo', id: body.id, commandId }).then(expectStatus(200));
    expect(undone.body.record).toMatchObject({ caption: 'Oak' });
    const cleared = await owner.patch(path, { caption: '' }).then(expectStatus(200));
    expect(cleared.body.caption).toBeNull();
    const { body: history } = await owner.get(`/api/history/photo/${body.id}`).then(expectStatus(200));
    expect(history.map(({ type }: { type: string }) => type)).toEqual([
      'PhotoAttached',
      ...Array(3).fill('PhotoCaptionRevised'),
    ]);
  });

  test('A photo that is removed is gone for everybody, and comes back with Undo', async () => {
    const leadId = await newLead();
    const { body } = await attach(leadId);
    const path = `/api/photos/${body.id}`;
    const removed = await owner.delete(path).then(expectStatus(204));
    await owner.delete(path).then(expectStatus(204));
    expect(await listOf(leadId)).toEqual([]);
    expect((await owner.get(body.imageUrl).then(expectStatus(410))).body.message).toBe('This photo was removed.');
    await owner.patch(path, { caption: 'x' }).then(expectStatus(410));
    const act = { category: 'photo', id: body.id, commandId: removed.headers.get('x-command-id') };
    await owner.post('/api/undo', act).then(expectStatus(200));
    expect(await listOf(leadId)).toMatchObject([{ id: body.id, removed: false }]);
    expect((await picture(body.imageUrl)).status).toBe(200);
  });

  test('A photo that was attached by mistake is taken back with Undo', async () => {
    const leadId = await newLead();
    const { body, headers } = await attach(leadId);
    const act = { category: 'photo', id: body.id, commandId: headers.get('x-command-id') };
    await owner.post('/api/undo', act).then(expectStatus(200));
    expect(await listOf(leadId)).toEqual([]);
  });

  test('A photo that does not exist is 404', async () => {
    await owner.patch(`/api/photos/${randomUUID()}`, { caption: 'x' }).then(expectStatus(404));
    await owner.delete(`/api/photos/${randomUUID()}`).then(expectStatus(404));
  });

  test('A photo is told of as part of its record', async () => {
    const leadId = await newLead();
    const { headers } = await attach(leadId);
    const seen = { 'x-min-position': headers.get('x-position') ?? '' };
    const { body } = await owner.get('/api/activity?limit=1', seen).then(expectStatus(200));
    expect(body[0]).toMatchObject({ types: ['PhotoAttached'], category: 'lead', recordId: leadId, title: 'Oak' });
  });
});
