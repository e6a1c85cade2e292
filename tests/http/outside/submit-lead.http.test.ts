import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { sendWidget, tokenFor } from '../../support/requests/intake-forms.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const ANALYSIS = {
  serviceType: 'Tree Removal',
  treeSpecies: 'Oak',
  treeHeight: '30-50 feet',
  difficultyLevel: 'Medium',
  estimatedCost: '$800 - $1,500',
  estimatedDuration: '4-6 hours',
  description: 'An oak.',
  recommendations: ['Look at it'],
  equipmentNeeded: ['Chainsaw'],
};
const REQUEST = {
  name: 'Ada King',
  email: 'ada@example.com',
  phone: '555-0142',
  address: '12 Mill Lane, Amherst, MA 01002',
  description: 'The oak',
  urgency: 'asap',
  aiAnalysis: ANALYSIS,
  imageUrl: 'Image uploaded',
  source: 'website_widget',
  status: 'new',
};
const SITE = 'https://www.example.com';

let server: TestServer;
let owner: Client;
let now = Date.now();

beforeAll(async () => {
  server = await startTestServer(
    { PUBLIC_REQUEST_LIMIT: '1000', PUBLIC_REQUEST_TOTAL_LIMIT: '1000', PUBLIC_ANALYSIS_LIMIT: '1000' },
    () => now,
  );
  owner = await server.signIn();
});
afterAll(() => server.close());
beforeEach(() => set({ serviceArea: null, allowedWidgetSites: [] }));

async function set(settings: object): Promise<void> {
  await owner.patch('/api/settings', settings).then(expectStatus(200));
}

/** Sends what a person enters in a widget opened a minute ago. */
async function send(changed: object = {}, headers: Record<string, string> = {}) {
  const formToken = await tokenFor(server, { page: 'widget' });
  now += 60_000;
  return sendWidget(server.stranger, { ...REQUEST, formToken, ...changed }, headers);
}

const leadOf = async (id: string) => (await owner.get(`/api/leads/${id}`).then(expectStatus(200))).body;
const externalOf = async (id: string) =>
  (await owner.get(`/api/admin/external-leads/${id}`).then(expectStatus(200))).body;
const eventsSoFar = async () => (await owner.get('/api/health')).body.head as string;

describe('a request of the widget', () => {
  test('A request of the widget is an external lead without a service area, with the analysis as its notes', async () => {
    const sent = await send({ hostSite: `${SITE}/quote?x=1` }).then(expectStatus(201));
    expect(sent.body).toEqual({ id: expect.any(String) });
    const lead = await externalOf(sent.body.id);
    expect(lead).toMatchObject({
      title: 'Tree Removal - Ada King',
      status: 'pending',
      priority: 'urgent',
      leadSource: 'website_widget',
      description: 'The oak',
      hostSite: SITE,
      serviceType: 'tree_removal',
      beforePhotos: [],
      customer: { name: 'Ada King', email: 'ada@example.com', phone: '555-0142', address: REQUEST.address },
    });
    expect(JSON.parse(lead.notes)).toEqual(ANALYSIS);
  });

  test('A request of the widget is an external lead outside of the service area, and without an analysis has no notes', async () => {
    await set({ serviceArea: { zipCodes: ['90210'] } });
    const { body } = await send({ aiAnalysis: null, urgency: 'flexible' }).then(expectStatus(201));
    expect(await externalOf(body.id)).toMatchObject({ notes: '', priority: 'low', serviceType: null });
  });

  test.each([
    ['a ZIP code of it', { serviceArea: { zipCodes: ['01002'] } }],
    [
      'its radius',
      { homeBase: { address: 'Yard', latitude: 42.37, longitude: -72.52 }, serviceArea: { radiusMiles: 20 } },
    ],
  ])('A request of the widget from the service area, within %s, is a lead of the pipeline', async (_what, settings) => {
    await set(settings);
    const { body } = await send({ hostSite: SITE }).then(expectStatus(201));
    expect(await leadOf(body.id)).toMatchObject({
      name: 'Ada King',
      leadSource: 'website_widget',
      status: 'New',
      description: 'The oak',
      notes: expect.stringContaining('Estimated Cost: $800 - $1,500'),
      request: { page: 'widget', serviceType: 'tree_removal', urgency: 'urgent', hostSite: SITE, analysisId: null },
    });
  });

  test('A request of the widget asks for no service that the analysis only assumed', async () => {
    const { body } = await send({ aiAnalysis: { ...ANALYSIS, assumed: ['serviceType'] } }).then(expectStatus(201));
    expect(await externalOf(body.id)).toMatchObject({ serviceType: null, title: 'Tree Service - Ada King' });
  });

  test('A request of the widget brings the photo along, and what was found in it', async () => {
    const analyzed = await analyze();
    const { body: outside } = await send({ imageToken: analyzed.imageToken, aiAnalysis: null }).then(expectStatus(201));
    const external = await externalOf(outside.id);
    expect(external.beforePhotos).toHaveLength(1);
    expect(JSON.parse(external.notes).treeHeight).toBe(analyzed.treeHeight);

    await set({ serviceArea: { zipCodes: ['01002'] } });
    const { body: inside } = await send({ imageToken: analyzed.imageToken, name: 'Ash' }).then(expectStatus(201));
    const { request } = await leadOf(inside.id);
    const photos = await owner.get(`/api/photos?category=lead&recordId=${inside.id}`).then(expectStatus(200));
    expect(photos.body).toHaveLength(1);
    const analysis = await owner.get(`/api/analyses/${request.analysisId}`).then(expectStatus(200));
    expect(analysis.body).toMatchObject({ leadId: inside.id });
  });

  test('A request of the widget tells an analysis of any length and characters so that the lead can still be revised', async () => {
    await set({ serviceArea: { zipCodes: ['01002'] } });
    const long = `\ud800 \u0000\u001b${'x'.repeat(1_900)}`;
    const names = ['serviceType', 'treeSpecies', 'treeHeight', 'difficultyLevel', 'estimatedCost', 'estimatedDuration'];
    const aiAnalysis = Object.fromEntries(names.map((name) => [name, long]));
    const { body } = await send({ aiAnalysis }).then(expectStatus(201));
    const { notes, revision } = await leadOf(body.id);
    expect(notes).toContain(`Service: \ufffd   xxx`);
    const revised = { notes, expectedRevision: revision };
    await owner.patch(`/api/leads/${body.id}`, revised).then(expectStatus(200));
  });

  test('A request of the widget is taken without a photo where the token of one is not good', async () => {
    const { body } = await send({ imageToken: 'x' }).then(expectStatus(201));
    expect((await externalOf(body.id)).beforePhotos).toEqual([]);
  });

  test('A request of the widget is one lead when it is sent twice, also where the service area was changed in between', async () => {
    const formToken = await tokenFor(server, { page: 'widget' });
    now += 60_000;
    const first = await sendWidget(server.stranger, { ...REQUEST, formToken }).then(expectStatus(201));
    await set({ serviceArea: { zipCodes: ['01002'] } });
    const again = await sendWidget(server.stranger, { ...REQUEST, formToken }).then(expectStatus(201));
    expect(again.body).toEqual(first.body);
    expect((await owner.get(`/api/leads/${first.body.id}`)).status).toBe(404);
  });

  async function analyze(): Promise<{ imageToken: string; treeHeight: string }> {
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(await samplePhoto())]), 'oak.jpg');
    form.append('details', 'A tall oak, 60 feet, leans over the house');
    const init = { method: 'POST', body: form };
    return (await server.stranger.send('/api/analyze-image', init).then(expectStatus(200))).body;
  }
});

describe('what is refused', () => {
  const MISSING = 'Please fill in all required fields.';
  test.each<[string, object, string, string | RegExp]>([
    ['no name', { name: undefined }, 'name', MISSING],
    ['an email address without a whole domain', { email: 'a@b' }, 'email', /must be like name@example.com/],
    ['no email address', { email: '  ' }, 'email', MISSING],
    ['no phone number', { phone: null }, 'phone', MISSING],
    ['no address', { address: '' }, 'address', MISSING],
    ['an operator', { email: { $gt: '' } }, 'email', 'The email address must be text.'],
    ['a list', { name: ['Ada'] }, 'name', 'The name must be text.'],
    ['an urgency that is none', { urgency: 'high' }, 'urgency', /^The urgency must be one of/],
    ['a longer description', { description: 'x'.repeat(100_000) }, 'description', /not be longer than 10000/],
    ['an analysis that is none', { aiAnalysis: 'oak' }, 'aiAnalysis', /^aiAnalysis must be/],
    [
      'an analysis of other things',
      { aiAnalysis: { treeSpecies: { $ne: 1 } } },
      'aiAnalysis.treeSpecies',
      /^aiAnalysis must be/,
    ],
    ['a site that is none', { hostSite: 'javascript:alert(1)' }, 'hostSite', /^hostSite must be the address of a site/],
    ['a token that is none', { formToken: { $ne: null } }, 'formToken', /^formToken must be/],
  ])(
    'A request of the widget with %s is answered with 400, in words, and nothing is appended',
    async (_what, changed, path, message) => {
      const before = await eventsSoFar();
      const { status, body } = await send(changed);
      expect({ status, message: body.message }).toEqual({ status: 400, message: expect.stringMatching(message) });
      expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
      expect(await eventsSoFar()).toBe(before);
    },
  );

  test('A list, and what is no JSON, are no request of the widget', async () => {
    expect((await sendWidget(server.stranger, [])).status).toBe(400);
    const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' };
    expect((await server.stranger.send('/api/public/submit-lead', init)).status).toBe(415);
  });
});

describe('pages of other sites', () => {
  /** Not with our client: a preflight is not a call that our document describes. */
  const preflight = (origin: string) =>
    fetch(`${server.url}/api/public/submit-lead`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    });
  const opened = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin');

  test('Pages of other sites may all send a request while the owner names none', async () => {
    const asked = await preflight(SITE);
    expect(asked.status).toBe(204);
    expect(opened(asked)).toBe('*');
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
    expect(opened(await send({}, { origin: SITE }).then(expectStatus(201)))).toBe('*');
  });

  test('Pages of the sites that the owner names are the only ones that may send a request', async () => {
    await set({ allowedWidgetSites: [SITE] });
    const sent = await send({ hostSite: SITE }, { origin: SITE }).then(expectStatus(201));
    expect(opened(sent)).toBe(SITE);
    expect(sent.headers.get('vary')).toContain('Origin');
    for (const origin of ['https://elsewhere.example', `${SITE}.elsewhere.example`, 'null']) {
      const refused = await send({}, { origin });
      expect(refused, origin).toMatchObject({ status: 403, body: { code: 'site_not_allowed' } });
      expect(opened(refused)).toBeNull();
      expect((await preflight(origin)).status).toBe(403);
    }
    const framed = await send({ hostSite: 'https://elsewhere.example' });
    expect(framed).toMatchObject({ status: 403, body: { code: 'site_not_allowed' } });
  });

  test('Pages of other sites read why a request is refused', async () => {
    const refused = await send({ name: '' }, { origin: SITE });
    expect(refused.status).toBe(400);
    expect(opened(refused)).toBe('*');
  });
});
