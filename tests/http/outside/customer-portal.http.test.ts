import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempConsole } from '../../support/console-folder.ts';
import type { Client } from '../../support/requests/client.ts';
import { portalForm, sendPortal, tokenFor } from '../../support/requests/intake-forms.ts';
import { blank, bomb, SVG, samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

/** The form fields of a complete request. */
const REQUEST = {
  name: 'Ada King',
  email: 'ada@example.com',
  phone: '555-0142',
  address: '12 Mill Lane, Amherst, MA 01002',
  serviceType: 'tree_removal',
  description: 'The oak\nleans over the barn.',
  estimatedValue: '2500',
  preferredContactTime: 'morning',
  urgency: 'high',
  leadSource: 'Customer Portal',
  status: 'New',
};

let server: TestServer;
let owner: Client;
let now = Date.now();
let photo: Buffer;

beforeAll(async () => {
  server = await startTestServer({ PUBLIC_REQUEST_LIMIT: '1000', PUBLIC_REQUEST_TOTAL_LIMIT: '1000' }, () => now);
  owner = await server.signIn();
  photo = await samplePhoto({ hasLocation: true });
});
afterAll(() => server.close());

/** Sends what a person enters in a form opened a minute ago. */
async function send(fields: Record<string, string | undefined>, photos: readonly Uint8Array[] = []) {
  const formToken = await tokenFor(server, { page: 'portal' });
  now += 60_000;
  return sendPortal(server.stranger, portalForm({ ...fields, formToken }, photos));
}

const leadOf = async (id: string) => (await owner.get(`/api/leads/${id}`).then(expectStatus(200))).body;
const photosOf = async (id: string) =>
  (await owner.get(`/api/photos?category=lead&recordId=${id}`).then(expectStatus(200))).body;
const leadCount = async () => (await owner.get('/api/leads-working').then(expectStatus(200))).body.length;
async function storedFiles(): Promise<string[]> {
  const names = await readdir(join(server.dataDir, 'files'), { recursive: true }).catch(() => []);
  return names.filter((name) => /[0-9a-f]{64}/.test(name)).sort();
}
const eventsSoFar = async () => (await owner.get('/api/health')).body.head as string;

describe('a request through the portal', () => {
  test('A request through the portal is a lead with all that was said, and its photos in their order', async () => {
    const other = await samplePhoto({ color: '#208020', width: 320, height: 240 });
    const sent = await send(REQUEST, [photo, other]).then(expectStatus(201));
    expect(sent.body).toEqual({ id: expect.any(String), photosLeftOut: [] });
    expect(await leadOf(sent.body.id)).toMatchObject({
      name: 'Ada King',
      email: 'ada@example.com',
      phone: '555-0142',
      address: REQUEST.address,
      description: REQUEST.description,
      estimatedValue: '2500.00',
      notes: null,
      leadSource: 'Customer Portal',
      status: 'New',
      request: {
        page: 'portal',
        serviceType: 'tree_removal',
        urgency: 'high',
        preferredContactTime: 'morning',
        hostSite: null,
        analysisId: null,
      },
    });
    expect((await photosOf(sent.body.id)).map(({ width }: { width: number }) => width)).toEqual([320, 640]);
    const { body: acts } = await owner.get('/api/activity?limit=1').then(expectStatus(200));
    expect(acts).toMatchObject([{ category: 'lead', recordId: sent.body.id, actor: 'public' }]);
    expect(acts[0].types).toEqual(['LeadCaptured', 'LeadRequested']);
    expect([...sent.headers.keys()].filter((name) => name.startsWith('x-'))).not.toContain('x-position');
  });

  test('A request through the portal needs a name, a phone number and a service alone', async () => {
    const sent = await send({ name: ' Oak ', phone: '1', serviceType: 'other', urgency: '' }).then(expectStatus(201));
    expect(await leadOf(sent.body.id)).toMatchObject({
      name: 'Oak',
      email: null,
      address: null,
      estimatedValue: null,
      leadSource: 'Customer Portal',
      request: { urgency: 'normal', preferredContactTime: null },
    });
  });

  test('A request through the portal is one lead when it is sent twice, with the photos once', async () => {
    const formToken = await tokenFor(server, { page: 'portal' });
    now += 60_000;
    const form = () => portalForm({ ...REQUEST, formToken }, [photo]);
    const before = await leadCount();
    const both = await Promise.all([sendPortal(server.stranger, form()), sendPortal(server.stranger, form())]);
    const again = await sendPortal(server.stranger, form()).then(expectStatus(201));
    for (const one of both) expect(one).toMatchObject({ status: 201, body: again.body });
    expect(await leadCount()).toBe(before + 1);
    expect(await photosOf(again.body.id)).toHaveLength(1);
  });

  test('A request through the portal is one lead by its Idempotency-Key, also with the token of another form', async () => {
    const headers = { 'idempotency-key': 'a value of the page' };
    const ids = [];
    for (let time = 0; time < 2; time++) {
      const formToken = await tokenFor(server, {});
      now += 60_000;
      const sent = await sendPortal(server.stranger, portalForm({ ...REQUEST, formToken }), headers);
      ids.push(expectStatus(201)(sent).body.id);
    }
    expect(new Set(ids).size).toBe(1);
    const other = await sendPortal(server.stranger, portalForm({ ...REQUEST, name: 'Another' }), headers);
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  });

  test('A request through the portal with markup in it is kept as the text that it is', async () => {
    const description = '<script>alert(1)</script> {{error}} $(rm -rf /)';
    const sent = await send({ ...REQUEST, name: '<b>Ada</b>', description }).then(expectStatus(201));
    expect(await leadOf(sent.body.id)).toMatchObject({ name: '<b>Ada</b>', description });
  });

  test('A request through the portal says nothing of what is ours to say', async () => {
    const sent = await send({ ...REQUEST, status: 'Won', leadSource: 'Referral' });
    expect(await leadOf(expectStatus(201)(sent).body.id)).toMatchObject({
      status: 'New',
      leadSource: 'Customer Portal',
    });
    const { body } = await send({ ...REQUEST, customerId: 'x' }).then(expectStatus(400));
    expect(body.message).toBe('“customerId” is not known here. Check the spelling, or leave it out.');
  });
});

describe('photos of a request', () => {
  test('Photos of a request that are wrong are left out with the reason, and the rest is taken', async () => {
    const truncated = photo.subarray(0, Math.floor(photo.length / 2));
    const sent = await send(REQUEST, [Buffer.from('Not a photo'), photo, bomb(60), truncated, SVG]);
    const { id, photosLeftOut } = expectStatus(201)(sent).body;
    expect(photosLeftOut).toEqual([
      { index: 0, reason: expect.stringMatching(/JPEG, PNG/) },
      { index: 2, reason: expect.stringMatching(/megapixels|large/) },
      { index: 3, reason: expect.stringMatching(/cannot be read|damaged/i) },
      { index: 4, reason: expect.any(String) },
    ]);
    expect(await photosOf(id)).toHaveLength(1);
  });

  test('Photos of a request of more than 10 MB, and a sixth one, are left out', async () => {
    const most = 10 * 1024 * 1024;
    const large = await samplePhoto({ bytes: most + 1 });
    const whole = await samplePhoto({ bytes: most });
    const sent = await send(REQUEST, [large, whole, blank(9, 9), blank(8, 9), blank(7, 9), blank(6, 9)]);
    expect(expectStatus(201)(sent).body.photosLeftOut).toEqual([
      { index: 0, reason: 'A photo must not be larger than 10 MB.' },
      { index: 5, reason: 'At most 5 photos can be sent with a request.' },
    ]);
    expect(await photosOf(sent.body.id)).toHaveLength(4);
  });

  test('Photos of a request that were not chosen are none', async () => {
    const form = portalForm({ ...REQUEST, formToken: await tokenFor(server, {}) });
    for (let index = 0; index < 5; index++) form.append(`image_${index}`, new Blob([]), '');
    now += 60_000;
    expect(expectStatus(201)(await sendPortal(server.stranger, form)).body.photosLeftOut).toEqual([]);
  });

  test('Photos of a request that is refused after all are not kept, but for those that another request has', async () => {
    const headers = { 'idempotency-key': 'of a request with photos' };
    const first = await sendPortal(server.stranger, portalForm(REQUEST, [photo]), headers).then(expectStatus(201));
    const before = await storedFiles();
    const others = [photo, await samplePhoto({ color: '#105090' }), await samplePhoto({ color: '#905010' })];
    const changed = portalForm({ ...REQUEST, name: 'Another' }, others);
    await sendPortal(server.stranger, changed, headers).then(expectStatus(409));
    expect(await storedFiles()).toEqual(before);
    const [{ imageUrl }] = await photosOf(first.body.id);
    expect((await fetch(server.url + imageUrl, { headers: { cookie: owner.cookies() } })).status).toBe(200);
  });

  test('Photos of a request do not come back with a repeat once whoever sent them is erased', async () => {
    const headers = { 'idempotency-key': 'of somebody who is erased' };
    const before = await storedFiles();
    const mine = await samplePhoto({ color: '#603060' });
    const again = () => sendPortal(server.stranger, portalForm(REQUEST, [mine]), headers).then(expectStatus(201));
    const { body } = await again();
    expect(await storedFiles()).toHaveLength(before.length + 2);
    const { body: converted } = await owner.post(`/api/leads/${body.id}/convert`).then(expectStatus(200));
    const confirm = { confirm: REQUEST.name };
    await owner.post(`/api/customers/${converted.customerId}/erase`, confirm).then(expectStatus(200));
    expect(await storedFiles()).toEqual(before);
    await again();
    expect(await storedFiles()).toEqual(before);
  });

  test('Photos of a request leave nothing where they came in', async () => {
    await send(REQUEST, [photo, Buffer.from('no')]).then(expectStatus(201));
    const folders = await readdir(server.dataDir, { withFileTypes: true });
    const incoming = folders.find(({ name }) => name.includes('incoming'));
    if (incoming) expect(await readdir(join(server.dataDir, incoming.name))).toEqual([]);
  });
});

describe('what is refused', () => {
  test.each<[string, Record<string, string | undefined>, string, RegExp | string]>([
    ['no name', { name: undefined }, 'name', MISSING()],
    ['a name of nothing that is seen', { name: ' \u200b ' }, 'name', MISSING()],
    ['no phone number', { phone: '' }, 'phone', MISSING()],
    ['no service', { serviceType: '' }, 'serviceType', MISSING()],
    [
      'a service that is none',
      { serviceType: 'mining' },
      'serviceType',
      /^The service type must be one of: tree_removal/,
    ],
    [
      'a longer description',
      { description: 'x'.repeat(100_000) },
      'description',
      /not be longer than 10000 characters/,
    ],
    ['a longer name', { name: 'x'.repeat(201) }, 'name', /not be longer than 200 characters/],
    ['an email address that is none', { email: 'nobody' }, 'email', /must be like name@example.com/],
    ['an email address without a whole domain', { email: 'jane@gmial' }, 'email', /must be like name@example.com/],
    ['a budget that is no amount', { estimatedValue: 'a lot' }, 'estimatedValue', /^The budget must be an amount/],
    ['an urgency that is none', { urgency: 'asap' }, 'urgency', /^The urgency must be one of/],
    ['an operator', { 'name[$gt]': '', name: undefined }, 'name', MISSING()],
  ])(
    'A request through the portal with %s is 400, in words, and nothing is appended',
    async (_what, changed, path, message) => {
      const before = await eventsSoFar();
      const { status, body } = await send({ ...REQUEST, ...changed }, [photo]);
      expect(status).toBe(400);
      expect(body.message).toMatch(message);
      expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
      expect(await eventsSoFar()).toBe(before);
    },
  );

  function MISSING(): string {
    return 'Please fill in your name, phone number, and service type.';
  }

  test.each([
    ['application/json', JSON.stringify(REQUEST)],
    ['application/json', '{'],
    ['text/plain', 'name=Ada'],
    ['application/x-www-form-urlencoded', 'name=Ada&phone=1&serviceType=other'],
  ])('A request through the portal as %j is told to be a form', async (type, body) => {
    const init = { method: 'POST', headers: { 'content-type': type }, body };
    expect(await server.stranger.send('/api/leads/customer-portal', init)).toMatchObject({
      status: 415,
      body: { code: 'wrong_content_type', message: 'Send the request as a form (multipart/form-data).' },
    });
  });

  test.each([
    ['a form that is none', 'multipart/form-data; boundary=x', 'no form at all'],
    ['a form without a border', 'multipart/form-data', 'x'],
    ['a form that is cut off', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="na'],
  ])('A request through the portal as %s is 400', async (_what, contentType, body) => {
    const headers = { 'content-type': contentType };
    const answer = await server.stranger.send('/api/leads/customer-portal', { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(/^(The form did not arrive completely|Please fill in)/);
  });

  test('A request through the portal with a hundred fields, or twenty photos, is 400', async () => {
    const fields = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field${index}`, 'x']));
    expect((await send({ ...REQUEST, ...fields })).status).toBe(400);
    expect(
      (
        await send(
          REQUEST,
          Array.from({ length: 20 }, () => blank(2, 2)),
        )
      ).status,
    ).toBe(400);
  });
});

describe('a browser without scripts', () => {
  const html = { accept: 'text/html,application/xhtml+xml' };
  const location = (answer: { headers: Headers }) => answer.headers.get('location');
  const sendPage = async (fields: Record<string, string | undefined>, photos: readonly Uint8Array[] = []) => {
    const formToken = await tokenFor(server, { page: 'portal' });
    now += 60_000;
    const body = portalForm({ ...fields, formToken }, photos);
    const init = { method: 'POST', headers: html, body, redirect: 'manual' } as const;
    return server.stranger.send('/api/leads/customer-portal', init);
  };

  test('A browser without scripts goes on to the thanks, which say how many photos were left out', async () => {
    const sent = await sendPage(REQUEST, [photo]).then(expectStatus(303));
    expect(location(sent)).toBe('/customer-portal?sent=1');
    const less = await sendPage(REQUEST, [photo, SVG]).then(expectStatus(303));
    expect(location(less)).toBe('/customer-portal?sent=1&left=1');
  });

  test('A browser without scripts is refused as every other client where no pages are served', async () => {
    expect(await sendPage({ ...REQUEST, name: '' })).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });

  test('A browser without scripts gets its page again with what was typed, and the token of a new form', async () => {
    const page = '{{problem}}|{{name}}|{{description}}|{{formToken}}';
    const folder = await tempConsole({ 'public/portal.html': page });
    const own = await startTestServer({}, Date.now, { consoleFolder: folder.path });
    const shownOn = async (fields: Record<string, string>, headers = html) => {
      const init = { method: 'POST', headers, body: portalForm(fields) };
      const answer = await own.stranger.send('/api/leads/customer-portal', init);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
      return { status: answer.status, parts: String(answer.body).split('|') };
    };
    const wrong = await shownOn({ name: '<Ada>', description: 'The oak' });
    expect(wrong.status).toBe(400);
    const [problem, name, description, formToken] = wrong.parts;
    expect(problem).toBe('Please fill in your name, phone number, and service type.');
    expect([name, description]).toEqual(['&#60;Ada&#62;', 'The oak']);
    expect(formToken).toMatch(/^[\w-]{54}$/);
    const old = await shownOn({ ...REQUEST, formToken: 'x' });
    expect(old).toMatchObject({
      status: 400,
      parts: { 0: expect.stringMatching(/Please send it once more\.$/), 1: 'Ada King' },
    });
    await own.close();
    await folder.remove();
  });
});
