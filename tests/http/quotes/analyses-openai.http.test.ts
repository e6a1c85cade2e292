import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { analyzeImage, analyzePublicly } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { treePhoto } from '../../support/samples/sample-trees.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startVisionService, USUAL_ANSWER, type VisionService } from '../../support/servers/vision-service.ts';

let service: VisionService;
let server: TestServer;
let owner: Client;
let oak: Buffer;
beforeAll(async () => {
  service = await startVisionService();
  server = await startTestServer(service.env);
  owner = await server.signIn();
  oak = await treePhoto('greenTree');
});
afterAll(async () => {
  await server.close();
  await service.close();
});

const FIELDS = { description: 'The oak by the house' };

describe('with an AI service', () => {
  test('The answer of an AI service is the model’s, kept with its name, and sent without where the photo was taken', async () => {
    service.behave({});
    const taken = await samplePhoto({ hasLocation: true });
    const { body } = await analyzeImage(owner, taken, FIELDS).then(expectStatus(201));
    expect(body).toMatchObject({
      summary: USUAL_ANSWER.summary,
      safetyRisk: 'high',
      treeSpecies: 'White oak',
      confidence: 0.8,
      method: 'openai',
      model: 'vision-1-2026',
      fallback: null,
      suggestedServices: [
        { service: 'pruning', description: 'Remove the dead limb.', estimatedCost: null, priority: 'high' },
      ],
    });
    const [call] = service.calls;
    const image = call?.body.input[0]?.content.find(({ type }) => type === 'input_image')?.image_url ?? '';
    expect(Buffer.from(image.split(',')[1] ?? '', 'base64').includes('SecretCamera')).toBe(false);
    // Its answer can be saved as a correction unchanged: it is within the limits for people.
    await owner.patch(`/api/analyses/${body.id}`, body.proposed).then(expectStatus(200));
  });

  test('A repeated analysis is not asked of the AI service again', async () => {
    service.behave({});
    const send = () => analyzeImage(owner, oak, FIELDS, { idempotencyKey: 'once' }).then(expectStatus(201));
    expect((await send()).body).toEqual((await send()).body);
    expect(service.calls).toHaveLength(1);
  });

  test('Where the AI service refuses, the rules answer, and say so', async () => {
    service.behave({ refuses: 'No.' });
    const { body } = await analyzeImage(owner, oak, { description: 'It leans' }).then(expectStatus(201));
    expect(body).toMatchObject({
      method: 'rules',
      fallback:
        'The AI service refused to describe this picture. This answer comes from fixed rules about colors and words.',
      summary: expect.stringContaining('Green foliage'),
    });
  });

  test('More than a few AI analyses at once wait, more than that are told so; who goes away makes room', async () => {
    service.behave({ hangs: 'before' });
    const gone = new AbortController();
    const asked = Array.from({ length: 17 }, (_, at) => analyzeImage(owner, oak, { description: `Tree ${at}` }, gone));
    const first = await Promise.race(asked);
    expect(first).toMatchObject({ status: 429, body: { code: 'too_many_at_once' } });
    expect(first.headers.get('retry-after')).toBe('3');
    await expect.poll(() => service.calls.length).toBe(4);
    gone.abort();
    await Promise.allSettled(asked);
    service.behave({});
    await expect.poll(async () => (await analyzeImage(owner, oak)).status, { interval: 100 }).toBe(201);
  });
});

test('Visitors use up their half of the day’s calls to the AI service, and the staff go on; a repeat takes none', async () => {
  service.behave({});
  const env = { ...service.env, OPENAI_DAILY_CALLS: '4' };
  const clock = () => Date.parse('2037-06-15T12:00:00Z');
  const limited = await startTestServer(env, clock);
  const client = await limited.signIn();
  const asVisitor = async (details: string) =>
    (await analyzePublicly(limited.stranger, oak, details).then(expectStatus(200))).body.description;
  const asStaff = async (description: string) =>
    (await analyzeImage(client, oak, { description }).then(expectStatus(201))).body;
  const seen = [];
  for (const details of ['One', 'One', 'Two', 'Three']) seen.push(await asVisitor(details));
  const { summary } = USUAL_ANSWER;
  expect(seen).toEqual([summary, summary, summary, expect.stringContaining('Green foliage')]);
  // Each is an analysis of its own, though it is asked once.
  const [one, same] = [await asStaff('Three'), await asStaff('Three')];
  expect([one.method, same.method, await asVisitor('Three')]).toEqual(['openai', 'openai', summary]);
  expect(same.analysisId).not.toBe(one.analysisId);
  expect(service.calls).toHaveLength(3);
  await limited.close();
});

test('The calls to the AI service have a limit per day, and then the rules answer', async () => {
  service.behave({});
  const env = { ...service.env, OPENAI_DAILY_CALLS: '1' };
  const clock = () => Date.parse('2037-06-15T12:00:00Z');
  const limited = await startTestServer(env, clock);
  const client = await limited.signIn();
  const methods = [];
  for (const description of ['One', 'Another'])
    methods.push((await analyzeImage(client, oak, { description }).then(expectStatus(201))).body);
  expect(methods).toMatchObject([
    { method: 'openai', fallback: null },
    {
      method: 'rules',
      fallback:
        "Today's calls to the AI service are used up. This answer comes from fixed rules about colors and words.",
    },
  ]);
  await limited.close();
});
