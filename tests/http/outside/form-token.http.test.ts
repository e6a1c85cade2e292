import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { portalForm, sendPortal, sendWidget, tokenFor } from '../../support/requests/intake-forms.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const REQUEST = { name: 'Ada King', email: 'ada@example.com', phone: '555-0142', address: '12 Mill Lane, Amherst, MA' };
const SITE = 'https://www.example.com';
const HOUR = 60 * 60_000;

let server: TestServer;
let owner: Client;
let now = Date.now();

beforeAll(async () => {
  server = await startTestServer({ PUBLIC_REQUEST_LIMIT: '1000', PUBLIC_REQUEST_TOTAL_LIMIT: '1000' }, () => now);
  owner = await server.signIn();
});
afterAll(() => server.close());

const send = (formToken: unknown, changed: object = {}, headers: Record<string, string> = {}) =>
  sendWidget(server.stranger, { ...REQUEST, formToken, ...changed }, headers);
const refused = (code: string) => ({
  status: 400,
  body: { code, message: expect.stringContaining('Reload the page'), issues: [{ path: 'formToken' }] },
});

describe('the token of a form', () => {
  test('A form token is good for 24 hours, and no longer', async () => {
    const [late, tooLate] = [await tokenFor(server, {}), await tokenFor(server, {})];
    now += 24 * HOUR;
    await send(late).then(expectStatus(201));
    now += 1_000;
    expect(await send(tooLate)).toMatchObject(refused('form_token_expired'));
  });

  test('A form token is good once: the same request may be sent again, another one not', async () => {
    const formToken = await tokenFor(server, {});
    now += 60_000;
    const { body } = await send(formToken).then(expectStatus(201));
    expect((await send(formToken).then(expectStatus(201))).body).toEqual(body);
    expect(await send(formToken, { name: 'Another' })).toMatchObject(refused('form_token_used'));
    expect(await send(formToken, {}, { 'idempotency-key': 'another' })).toMatchObject(refused('form_token_used'));
  });

  test('A form token of a request that was refused is still good', async () => {
    const formToken = await tokenFor(server, {});
    now += 60_000;
    await send(formToken, { name: '' }).then(expectStatus(400));
    await send(formToken).then(expectStatus(201));
  });

  test('A form token sent by many at once with other requests is used by one', async () => {
    const formToken = await tokenFor(server, {});
    now += 60_000;
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => send(formToken, { name: `Ada ${at}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
  });

  test('A form token is good for one page, and for one site', async () => {
    const ofPortal = await tokenFor(server, { page: 'portal' });
    const ofSite = await tokenFor(server, { page: 'widget', site: `${SITE}/quote` });
    now += 60_000;
    expect(await send(ofPortal)).toMatchObject(refused('form_token_invalid'));
    expect(await send(ofSite, { hostSite: 'https://elsewhere.example' })).toMatchObject(refused('form_token_invalid'));
    expect(await send(ofSite)).toMatchObject(refused('form_token_invalid'));
    expect(await send(ofSite, {}, { origin: 'https://elsewhere.example' })).toMatchObject(
      refused('form_token_invalid'),
    );
    await send(ofSite, { hostSite: SITE }).then(expectStatus(201));
    const form = { ...REQUEST, serviceType: 'other', formToken: await tokenFor(server, { page: 'widget' }) };
    now += 60_000;
    expect(await sendPortal(server.stranger, portalForm(form))).toMatchObject(refused('form_token_invalid'));
  });

  test('A form token of a page on another site is for that site, as its browser tells', async () => {
    const { body } = await server.stranger.get('/api/public/form-token', { origin: SITE }).then(expectStatus(200));
    now += 60_000;
    const elsewhere = { origin: 'https://elsewhere.example' };
    expect(await send(body.formToken, {}, elsewhere)).toMatchObject(refused('form_token_invalid'));
    await send(body.formToken, {}, { origin: SITE }).then(expectStatus(201));
  });

  test('A form token of another Heartwood, or one that was changed, is none of ours', async () => {
    const other = await startTestServer();
    const foreign = await tokenFor(other, {});
    await other.close();
    const own = await tokenFor(server, {});
    now += 60_000;
    const changed = own.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    for (const token of [foreign, changed, `${own}A`, `${own}=`, 'x', '\u0000', 'A'.repeat(54)]) {
      expect(await send(token), token).toMatchObject(refused('form_token_invalid'));
    }
  });

  test('A form token is not made for a site that the owner does not allow', async () => {
    owner = await server.signIn();
    await owner.patch('/api/settings', { allowedWidgetSites: [SITE] }).then(expectStatus(200));
    const asked = await server.stranger.get('/api/public/form-token?site=https://elsewhere.example');
    expect(asked).toMatchObject({ status: 403, body: { code: 'site_not_allowed' } });
    await server.stranger.get(`/api/public/form-token?site=${SITE}`).then(expectStatus(200));
    await owner.patch('/api/settings', { allowedWidgetSites: [] }).then(expectStatus(200));
  });

  test.each(['page=office', 'site=javascript:alert(1)', `site=${'x'.repeat(400)}`])(
    'A form token is not made for %s',
    async (query) => {
      expect((await server.stranger.get(`/api/public/form-token?${query}`)).status).toBe(400);
    },
  );
});

test('Without a form token an address has a third of the limit', async () => {
  const own = await startTestServer({ PUBLIC_REQUEST_LIMIT: '9' }, () => now);
  const answers = [];
  for (let at = 0; at < 4; at++) answers.push(await sendWidget(own.stranger, { ...REQUEST, name: `Ada ${at}` }));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
  const formToken = await tokenFor(own, {});
  now += 60_000;
  await sendWidget(own.stranger, { ...REQUEST, formToken }).then(expectStatus(201));
  await own.close();
});
