import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { samplePhoto } from '../support/sample-photos.ts';
import { treePhoto } from '../support/sample-trees.ts';
import { expectStatus, startTestServer, type TestServer } from '../support/server.ts';
import { analyzeImage } from '../support/upload.ts';
import { startVisionService, USUAL_ANSWER, type VisionService } from '../support/vision-service.ts';

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
      ...{ summary: USUAL_ANSWER.summary, safetyRisk: 'high', treeSpecies: 'White oak', confidence: 0.8 },
      ...{ method: 'openai', model: 'vision-1-2026', fallback: null },
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
    const { body } = await analyzeImage(owner, oak, FIELDS).then(expectStatus(201));
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
    const asked = Array.from({ length: 17 }, () => analyzeImage(owner, oak, {}, gone));
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

test('The calls to the AI service have a limit per day, and then the rules answer', async () => {
  service.behave({});
  const env = { ...service.env, OPENAI_DAILY_CALLS: '1' };
  const clock = () => Date.parse('2026-06-15T12:00:00Z');
  const limited = await startTestServer(env, clock);
  const client = await limited.signIn();
  const methods = [];
  for (const _ of [1, 2]) methods.push((await analyzeImage(client, oak).then(expectStatus(201))).body);
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
