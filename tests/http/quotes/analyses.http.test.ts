import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { analyzeImage } from '../../support/requests/upload.ts';
import { SVG, samplePhoto } from '../../support/samples/sample-photos.ts';
import { treePhoto } from '../../support/samples/sample-trees.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const ASKED = 'Please remove the dead ash leaning over the driveway and grind the stump.';

let server: TestServer;
let owner: Client;
let ash: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  ash = await treePhoto('deadTree');
});
afterAll(() => server.close());

const analyzed = async (fields: Record<string, string> = { description: ASKED }) =>
  (await analyzeImage(owner, ash, fields).then(expectStatus(201))).body;
const headOfLog = async () => (await owner.get('/api/health').then(expectStatus(200))).body.head;

describe('POST /api/quotes/analyze-image', () => {
  test('Analyzing a photo answers all that the quote form shows, with what it rests on', async () => {
    const body = await analyzed();
    expect(body).toMatchObject({
      analysisId: body.id,
      summary: 'The picture is mostly brown, with little green. Asked for: tree removal, stump grinding.',
      treeCondition: 'May be dead or bare, or only bark or soil: check on site.',
      safetyRisk: 'high',
      additionalNotes: 'The text names: leaning.',
      description: ASKED,
      method: 'rules',
      model: 'rules',
      version: '4',
      fallback: null,
      corrected: [],
      confidence: 0.45,
      inputHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const said = { description: null, estimatedCost: null, priority: 'high' };
    expect(body.suggestedServices).toEqual([
      { service: 'tree_removal', ...said },
      { service: 'stump_grinding', ...said },
    ]);
    expect(body.hazards).toEqual(['Leaning tree', 'Dead or rotten wood', 'Road or sidewalk close by']);
    expect(body.seen).toContain('"remove" in the text asks for tree removal.');
    expect(body.proposed.safetyRisk).toBe('high');
    expect((await owner.get(`/api/analyses/${body.id}`).then(expectStatus(200))).body).toEqual(body);
  });

  test('An analysis is of the customer or the lead that it was made for', async () => {
    const { id: leadId } = (await owner.post('/api/leads', { name: 'Oak' }).then(expectStatus(201))).body;
    const { id } = await analyzed({ leadId });
    await analyzed({});
    const { body } = await owner.get(`/api/analyses?leadId=${leadId}`).then(expectStatus(200));
    expect(body.map((each: { id: string }) => each.id)).toEqual([id]);
    const unknown = await analyzeImage(owner, ash, { customerId: randomUUID() });
    expect(unknown).toMatchObject({ status: 400, body: { issues: [{ path: 'customerId' }] } });
  });

  test('A photo sent again with the same key is one analysis; with another picture it is refused', async () => {
    const idempotencyKey = randomUUID();
    const send = (photo: Buffer) => analyzeImage(owner, photo, { description: ASKED }, { idempotencyKey });
    const first = await send(ash).then(expectStatus(201));
    const again = await send(ash).then(expectStatus(201));
    expect(again.body).toEqual(first.body);
    expect(await send(await treePhoto('sky'))).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  });

  test('A photo of 108 megapixels and of 10 MB to the byte is analyzed', async () => {
    const photo = await samplePhoto({ width: 12_000, height: 9_000, bytes: 10 * 1024 * 1024 });
    await analyzeImage(owner, photo).then(expectStatus(201));
  });

  test.each([
    ['no picture', Buffer.from('Just a text.'), 415, /^This file is not a readable photo/],
    ['an SVG', SVG, 415, /^This file is not a readable photo/],
    ['one that is cut off', undefined, 422, /^This photo is damaged or incomplete/],
    ['one of a byte over 10 MB', Buffer.alloc(10 * 1024 * 1024 + 1, 1), 413, 'A photo must not be larger than 10 MB.'],
  ])(
    'An analysis of a photo, %s, is refused with what to do, and nothing is kept',
    async (_, photo, status, message) => {
      const before = await headOfLog();
      const answer = await analyzeImage(owner, photo ?? ash.subarray(0, ash.length / 2)).then(expectStatus(status));
      expect(answer.body.message).toMatch(message);
      expect(await headOfLog()).toEqual(before);
    },
  );

  test('An analysis without a picture, as JSON, or with a text that is too long is refused', async () => {
    const path = '/api/quotes/analyze-image';
    const form = new FormData();
    form.append('description', 'The oak');
    expect(await owner.send(path, { method: 'POST', body: form })).toMatchObject({ status: 400 });
    expect(await owner.post(path, { image: 'x' })).toMatchObject({ status: 415 });
    const long = await analyzeImage(owner, ash, { description: 'a'.repeat(4_001) });
    expect(long).toMatchObject({ status: 400, body: { issues: [{ path: 'description' }] } });
  });

  test('Analyzing a photo is for who may change something', async () => {
    const { client: auditor } = await addSignedIn(server, owner, 'auditor-1', { role: 'auditor' });
    expect(await analyzeImage(auditor, ash)).toMatchObject({ status: 403 });
    expect(await analyzeImage(server.stranger, ash)).toMatchObject({ status: 401 });
  });
});

describe('what was found', () => {
  test('An analysis is corrected value by value, beside what was proposed, with who and when, and undone', async () => {
    const { id } = await analyzed();
    const path = `/api/analyses/${id}`;
    const changed = await owner.patch(path, { safetyRisk: 'low', treeSpecies: 'White ash' }).then(expectStatus(200));
    expect(changed.body).toMatchObject({
      safetyRisk: 'low',
      treeSpecies: 'White ash',
      corrected: ['safetyRisk', 'treeSpecies'],
      proposed: { safetyRisk: 'high', treeSpecies: 'Ash' },
    });
    const [, step] = (await owner.get(`/api/history/analysis/${id}`).then(expectStatus(200))).body;
    expect(step).toMatchObject({ type: 'AnalysisCorrected', actor: expect.anything(), recordedAt: expect.anything() });

    const commandId = changed.headers.get('x-command-id');
    await owner.post('/api/undo', { category: 'analysis', id, commandId }).then(expectStatus(200));
    expect((await owner.get(path)).body).toMatchObject({ safetyRisk: 'high', corrected: [] });
  });

  test('An analysis is corrected only to what it may be', async () => {
    const { id } = await analyzed();
    const path = `/api/analyses/${id}`;
    for (const [wrong, field] of [
      [{ safetyRisk: 'none' }, 'safetyRisk'],
      [{ suggestedServices: [{ service: 'mowing' }] }, 'suggestedServices.0.service'],
      [{ suggestedServices: [{ service: 'pruning', priority: 'urgent' }] }, 'suggestedServices.0.priority'],
      [{ summary: 'a'.repeat(2_001) }, 'summary'],
    ] as const) {
      expect(await owner.patch(path, wrong)).toMatchObject({ status: 400, body: { issues: [{ path: field }] } });
    }
    const services = [{ service: 'pruning', description: 'Crown', estimatedCost: '$800 - $1,200', priority: 'low' }];
    const { body } = await owner.patch(path, { suggestedServices: services }).then(expectStatus(200));
    expect(body).toMatchObject({ suggestedServices: services, corrected: ['suggestedServices'] });
  });

  test('An analysis is removed and comes back', async () => {
    const { id } = await analyzed();
    await owner.delete(`/api/analyses/${id}`).then(expectStatus(204));
    expect(await owner.patch(`/api/analyses/${id}`, { summary: 'Oak' })).toMatchObject({ status: 410 });
    await owner.post(`/api/analyses/${id}/restore`).then(expectStatus(200));
    expect((await owner.get(`/api/analyses/${id}`)).body.removed).toBe(false);
  });
});

describe('a quote that names an analysis', () => {
  const QUOTE = { customerName: 'Ada Lovelace', propertyAddress: '3 Elm St', items: [] };
  const quoteWith = async (analysisId: string) =>
    (await owner.post('/api/quotes', { ...QUOTE, analysis: { analysisId } }).then(expectStatus(201))).body.id;
  const quoteOf = async (id: string) => (await owner.get(`/api/analyses/${id}`).then(expectStatus(200))).body.quoteId;

  test('A quote that names an analysis has it from then on, also where another quote names it too', async () => {
    const { id } = await analyzed();
    const quoteId = await quoteWith(id);
    expect(await quoteOf(id)).toBe(quoteId);
    await quoteWith(id);
    expect(await quoteOf(id)).toBe(quoteId);
    const { body } = await owner.get(`/api/analyses?quoteId=${quoteId}`).then(expectStatus(200));
    expect(body).toMatchObject([{ id }]);
  });

  test('A quote has the analysis that a later version names, and is saved where there is no such analysis', async () => {
    const { id } = await analyzed();
    const quoteId = await quoteWith(randomUUID());
    await owner.patch(`/api/quotes/${quoteId}`, { analysis: { analysisId: id } }).then(expectStatus(200));
    expect(await quoteOf(id)).toBe(quoteId);
  });

  // It would be erased along with the quote's customer.
  test('A quote that names an analysis is refused where that was made for somebody else', async () => {
    const grace = { firstName: 'Grace', lastName: 'Hopper' };
    const { id: customerId } = (await owner.post('/api/customers', grace).then(expectStatus(201))).body;
    const { id } = await analyzed({ customerId });
    const refused = await owner.post('/api/quotes', { ...QUOTE, analysis: { analysisId: id } });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'analysis' }] } });
    const quoteId = await quoteWith(randomUUID());
    const changed = await owner.patch(`/api/quotes/${quoteId}`, { analysis: { analysisId: id } });
    expect(changed).toMatchObject({ status: 400, body: { issues: [{ path: 'analysis' }] } });
    const own = await owner.post('/api/quotes', { ...QUOTE, customerId, analysis: { analysisId: id } });
    expect(await quoteOf(id)).toBe(own.body.id);
  });
});

test('Many pictures at once are analyzed one after the other, and each is kept', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => analyzeImage(owner, ash)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(8);
});
