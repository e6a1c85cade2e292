import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { filesContaining } from '../../support/files.ts';
import type { Client } from '../../support/requests/client.ts';
import { portalForm, sendPortal, sendWidget, tokenFor } from '../../support/requests/intake-forms.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const REQUEST = {
  name: 'Zebulon Quarles',
  email: 'zebulon@example.com',
  phone: '555-0142',
  address: '12 Mill Lane, Amherst, MA',
  serviceType: 'tree_removal',
  description: 'The oak leans over the barn.',
  estimatedValue: '2500',
  preferredContactTime: 'morning',
  urgency: 'high',
};
const PATH = '/api/intake/quarantine';

let server: TestServer;
let owner: Client;
let staff: Client;
let now = Date.now();
let photo: Buffer;

beforeAll(async () => {
  server = await startTestServer({ PUBLIC_REQUEST_LIMIT: '1000', PUBLIC_REQUEST_TOTAL_LIMIT: '1000' }, () => now);
  owner = await server.signIn();
  ({ client: staff } = await addSignedIn(server, owner, 'sam', { role: 'office' }));
  photo = await samplePhoto();
});
afterAll(() => server.close());

/** Sends a suspicious request. @param afterMs how long its form was open */
async function send(changed: Record<string, string> = {}, { afterMs = 60_000, photos = [] as Uint8Array[] } = {}) {
  const formToken = await tokenFor(server, { page: 'portal' });
  now += afterMs;
  return sendPortal(server.stranger, portalForm({ ...REQUEST, ...changed, formToken }, photos));
}
const HONEYPOT = { company_website: 'https://spam.example' };

const waiting = async () => (await staff.get(PATH).then(expectStatus(200))).body;
const leadCount = async () => (await owner.get('/api/leads-working').then(expectStatus(200))).body.length;

describe('a request that may be spam', () => {
  test.each<[string, string, Record<string, string>, number]>([
    ['a field that people do not see', 'honeypot', HONEYPOT, 60_000],
    ['a form that was sent at once', 'too_fast', {}, 2_999],
    ['links', 'content', { description: 'https://a.example https://b.example www.c.example' }, 60_000],
    ['a link in the name', 'content', { name: 'Buy now https://a.example' }, 60_000],
    ['links of a forum', 'content', { description: '[url=https://a.example]pills[/url]' }, 60_000],
  ])(
    'A request that may be spam because of %s is answered like any other, and waits',
    async (_what, suspicion, changed, afterMs) => {
      const taken = await send().then(expectStatus(201));
      const before = await leadCount();
      const suspected = await send(changed, { afterMs }).then(expectStatus(201));
      expect(Object.keys(suspected.body)).toEqual(Object.keys(taken.body));
      const comparable = ({ headers }: { headers: Headers }) =>
        [...headers.keys()].filter((name) => !['date', 'x-request-id', 'content-length'].includes(name)).sort();
      expect(comparable(suspected)).toEqual(comparable(taken));
      expect(await leadCount()).toBe(before);
      expect((await owner.get(`/api/leads/${suspected.body.id}`)).status).toBe(404);
      const [first] = await waiting();
      expect(first).toMatchObject({
        id: suspected.body.id,
        suspicion,
        page: 'portal',
        photos: 0,
        estimatedValue: '2500.00',
      });
    },
  );

  test('A request that may be spam is sealed where it waits', async () => {
    await send(HONEYPOT).then(expectStatus(201));
    expect(await filesContaining(server.dataDir, ['zebulon@example.com'], (path) => /state/.test(path))).toEqual([]);
  });

  test('A request that may be spam is released into a lead with its photos, under the id that its sender was told', async () => {
    const { body } = await send(HONEYPOT, { photos: [photo, await samplePhoto({ color: '#208020' })] });
    const released = await staff.post(`${PATH}/${body.id}/release`).then(expectStatus(200));
    expect(released.body).toEqual({ category: 'lead', id: body.id });
    expect((await owner.get(`/api/leads/${body.id}`).then(expectStatus(200))).body).toMatchObject({
      name: REQUEST.name,
      leadSource: 'Customer Portal',
      estimatedValue: '2500.00',
      request: { page: 'portal', serviceType: 'tree_removal', urgency: 'high', preferredContactTime: 'morning' },
    });
    const photos = await owner.get(`/api/photos?category=lead&recordId=${body.id}`).then(expectStatus(200));
    expect(photos.body).toHaveLength(2);
    for (const { imageUrl } of photos.body) {
      expect((await fetch(server.url + imageUrl, { headers: { cookie: owner.cookies() } })).status).toBe(200);
    }
    expect((await waiting()).map(({ id }: { id: string }) => id)).not.toContain(body.id);
    expect((await staff.post(`${PATH}/${body.id}/release`)).status).toBe(404);
  });

  test('A request of the widget that may be spam is released into an external lead', async () => {
    const formToken = await tokenFor(server, { page: 'widget' });
    const { serviceType: _, estimatedValue: __, preferredContactTime: ___, ...said } = REQUEST;
    const { body } = await sendWidget(server.stranger, { ...said, urgency: 'asap', formToken }).then(expectStatus(201));
    const released = await staff.post(`${PATH}/${body.id}/release`).then(expectStatus(200));
    expect(released.body).toEqual({ category: 'external_lead', id: body.id });
    await owner.get(`/api/admin/external-leads/${body.id}`).then(expectStatus(200));
  });

  test('A request that may be spam, released by two people at once, is one lead', async () => {
    const { body } = await send(HONEYPOT, { photos: [photo] });
    const both = await Promise.all([owner, staff].map((who) => who.post(`${PATH}/${body.id}/release`)));
    for (const { status } of both) expect([200, 404, 409]).toContain(status);
    expect(both.some(({ status }) => status === 200)).toBe(true);
    expect((await owner.get(`/api/photos?category=lead&recordId=${body.id}`)).body).toHaveLength(1);
  });

  test('A request that may be spam is either released or discarded by two people at once, and a lead keeps its photos', async () => {
    const { body } = await send(HONEYPOT, { photos: [await samplePhoto({ color: '#702080' })] });
    const acts = ['release', 'discard', 'release', 'discard'];
    const answers = await Promise.all(acts.map((act) => staff.post(`${PATH}/${body.id}/${act}`)));
    const isReleased = (await owner.get(`/api/leads/${body.id}`)).status === 200;
    for (const [at, { status }] of answers.entries()) {
      const isDecided = (acts[at] === 'release') === isReleased;
      expect(isDecided ? [200, 204, 404] : [404]).toContain(status);
    }
    const photos = await owner.get(`/api/photos?category=lead&recordId=${body.id}`);
    expect(photos.body).toHaveLength(isReleased ? 1 : 0);
    for (const { imageUrl } of photos.body) {
      expect((await fetch(server.url + imageUrl, { headers: { cookie: owner.cookies() } })).status).toBe(200);
    }
  });

  test('One of several requests that may be spam and come at once under one key is taken, and the others are told so', async () => {
    const key = { 'idempotency-key': 'the same key of several' };
    const names = Array.from({ length: 5 }, (_, at) => `Caller ${at}`);
    const answers = await Promise.all(
      names.map((name) => sendPortal(server.stranger, portalForm({ ...REQUEST, ...HONEYPOT, name }), key)),
    );
    const taken = names.filter((_, at) => answers[at]?.status === 201);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const waits = (await waiting()).map(({ name }: { name: string }) => name);
    expect(waits.filter((name: string) => names.includes(name))).toEqual(taken);
  });

  test('A request that may be spam is discarded for good', async () => {
    const { body } = await send(HONEYPOT, { photos: [photo] });
    await staff.post(`${PATH}/${body.id}/discard`).then(expectStatus(204));
    expect((await waiting()).map(({ id }: { id: string }) => id)).not.toContain(body.id);
    expect((await staff.post(`${PATH}/${body.id}/discard`)).status).toBe(404);
  });

  test('A request that may be spam waits once, however often it is sent, and is not taken by trying again', async () => {
    const formToken = await tokenFor(server, { page: 'portal' });
    const form = () => portalForm({ ...REQUEST, formToken });
    const first = await sendPortal(server.stranger, form()).then(expectStatus(201));
    now += 60_000;
    const again = await sendPortal(server.stranger, form()).then(expectStatus(201));
    expect(again.body).toEqual(first.body);
    expect((await owner.get(`/api/leads/${first.body.id}`)).status).toBe(404);
    expect((await waiting()).filter(({ id }: { id: string }) => id === first.body.id)).toHaveLength(1);
  });

  test('A request that may be spam is the same lead when it is sent again after its release', async () => {
    const formToken = await tokenFor(server, { page: 'portal' });
    const again = () => sendPortal(server.stranger, portalForm({ ...REQUEST, ...HONEYPOT, formToken }, [photo]));
    const { body } = await again().then(expectStatus(201));
    await staff.post(`${PATH}/${body.id}/release`).then(expectStatus(200));
    const before = await leadCount();
    expect((await again().then(expectStatus(201))).body).toEqual(body);
    expect(await leadCount()).toBe(before);
    expect((await owner.get(`/api/photos?category=lead&recordId=${body.id}`)).body).toHaveLength(1);
  });

  test('A request that may be spam is forgotten after 30 days', async () => {
    const { body } = await send(HONEYPOT).then(expectStatus(201));
    now += 30 * 24 * 60 * 60_000 + 1;
    owner = await server.signIn();
    staff = owner;
    expect((await waiting()).map(({ id }: { id: string }) => id)).not.toContain(body.id);
  });
});

test('More requests than usual from all addresses together are taken, and wait until a person has looked', async () => {
  const own = await startTestServer({ TRUST_PROXY: '127.0.0.1', PUBLIC_REQUEST_TOTAL_LIMIT: '3' }, () => now);
  const office = await own.signIn();
  const ask = async (at: number) => {
    const formToken = await tokenFor(own, { page: 'portal' });
    now += 10_000;
    const from = { 'x-forwarded-for': `203.0.113.${at}` };
    const asked = { ...REQUEST, description: `The oak number ${at} leans over the barn.`, formToken };
    return (await sendPortal(own.stranger, portalForm(asked), from).then(expectStatus(201))).body.id;
  };
  const ids: string[] = [];
  for (let at = 1; at <= 5; at++) ids.push(await ask(at));
  const { body: leads } = await office.get('/api/leads-working').then(expectStatus(200));
  expect(leads.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.slice(0, 3).toSorted());
  const { body: waits } = await office.get(PATH).then(expectStatus(200));
  expect(waits).toMatchObject(
    ids
      .slice(3)
      .reverse()
      .map((id) => ({
        id,
        suspicion: 'flood',
        reason: 'More requests came in than usual, from everywhere together',
      })),
  );
  now += 10 * 60_000;
  await office.get(`/api/leads/${await ask(6)}`).then(expectStatus(200));
  await own.close();
});
