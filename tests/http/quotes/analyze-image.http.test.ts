import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { analyzePublicly } from '../../support/requests/upload.ts';
import { bomb, SVG, samplePhoto } from '../../support/samples/sample-photos.ts';
import { treePhoto } from '../../support/samples/sample-trees.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startVisionService, USUAL_ANSWER } from '../../support/servers/vision-service.ts';

const DETAILS = 'Please remove the dead ash leaning over the driveway and grind the stump.';

let server: TestServer;
let owner: Client;
let ash: Buffer;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_ANALYSIS_LIMIT: '1000', PUBLIC_ANALYSIS_TOTAL_LIMIT: '1000' });
  owner = await server.signIn();
  ash = await treePhoto('deadTree');
});
afterAll(() => server.close());

const headOfLog = async () => (await owner.get('/api/health').then(expectStatus(200))).body.head;

async function storedFiles(): Promise<number> {
  const folder = join(server.dataDir, 'files');
  if (!existsSync(folder)) return 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.parentPath !== folder).length;
}

describe('POST /api/analyze-image', () => {
  test('A photo check tells a stranger all that the form shows and what is only typical, and the log has nothing of it', async () => {
    const before = await headOfLog();
    const { body } = await analyzePublicly(server.stranger, ash, DETAILS).then(expectStatus(200));
    expect(body).toEqual({
      serviceType: 'Tree Removal, Stump Grinding',
      treeSpecies: 'Ash',
      treeHeight: '30-50 feet',
      difficultyLevel: 'Medium',
      estimatedCost: '$800 - $1,500',
      estimatedDuration: '4-6 hours',
      description: 'The picture is mostly brown, with little green. Asked for: tree removal, stump grinding.',
      recommendations: ['Have the tree looked at on site: a photo alone does not tell the price.'],
      equipmentNeeded: ['Chainsaw', 'Safety gear', 'Cleanup equipment'],
      assumed: ['treeHeight', 'difficultyLevel', 'estimatedCost', 'estimatedDuration', 'equipmentNeeded'],
      seen: expect.arrayContaining(['"remove" in the text asks for tree removal.']),
      confidence: 'low',
      imageToken: expect.stringMatching(/^[\w-]{64}$/),
    });
    expect(await headOfLog()).toBe(before);
  });

  test('A photo check tells a price range by the price catalog', async () => {
    const items = [
      { service: 'Tree Removal', unitPrice: '1000', unit: 'tree' },
      { service: 'stump_grinding', unitPrice: '200', unit: 'stump' },
    ];
    const saved = await owner.put('/api/price-catalog', { items }).then(expectStatus(200));
    const path = '/api/price-catalog';
    const position = saved.headers.get('x-position') ?? '';
    await owner.send(path, { headers: { 'x-min-position': position } }).then(expectStatus(200));
    const { body } = await analyzePublicly(server.stranger, ash, DETAILS).then(expectStatus(200));
    expect(body.estimatedCost).toBe('$950 - $1,600');
    expect(body.assumed).not.toContain('estimatedCost');
    await owner.put(path, { items: [] }).then(expectStatus(200));
  });

  test('A photo check takes a photo without a word', async () => {
    const { body } = await analyzePublicly(server.stranger, await treePhoto('sky')).then(expectStatus(200));
    expect(body).toMatchObject({
      serviceType: 'Tree Removal',
      confidence: 'low',
      assumed: expect.arrayContaining(['serviceType']),
    });
  });

  test('A photo check takes a photo of 10 MB to the byte', async () => {
    const photo = await samplePhoto({ bytes: 10 * 1024 * 1024 });
    await analyzePublicly(server.stranger, photo).then(expectStatus(200));
  });

  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(100)]);
  test.each([
    ['no picture', Buffer.from('Just a text.'), 415, /^This file is not a readable photo/],
    ['an SVG', SVG, 415, /^This file is not a readable photo/],
    ['a HEIC', heic, 415, 'HEIC photos are not supported. Send the photo as a JPEG.'],
    ['one that is cut off', undefined, 422, /^This photo is damaged or incomplete/],
    ['one of a byte over 10 MB', Buffer.alloc(10 * 1024 * 1024 + 1, 1), 413, 'A photo must not be larger than 10 MB.'],
    ['one of 60 megapixels', bomb(60), 413, /^This photo has 60 megapixels/],
  ])('A photo check with %s is refused with what to do, and nothing is kept', async (_, photo, status, message) => {
    const before = [await headOfLog(), await storedFiles()];
    const sent = photo ?? ash.subarray(0, ash.length / 2);
    const answer = await analyzePublicly(server.stranger, sent).then(expectStatus(status));
    expect(answer.body.message).toMatch(message);
    expect([await headOfLog(), await storedFiles()]).toEqual(before);
  });

  test('A photo check without a picture, as JSON, or with a text that is too long is refused', async () => {
    const path = '/api/analyze-image';
    const form = new FormData();
    form.append('details', 'The oak');
    expect(await server.stranger.send(path, { method: 'POST', body: form })).toMatchObject({ status: 400 });
    expect(await server.stranger.post(path, { image: { $ne: null } })).toMatchObject({ status: 415 });
    for (const length of [4_001, 100_000]) {
      expect(await analyzePublicly(server.stranger, ash, 'a'.repeat(length))).toMatchObject({ status: 400 });
    }
  });

  test('A crowd of photo checks is answered or told to wait, and the staff work on', async () => {
    const photo = await samplePhoto({ width: 64, height: 48 });
    const crowd = Array.from({ length: 60 }, () => analyzePublicly(server.stranger, photo));
    expect(await owner.get('/api/leads-working')).toMatchObject({ status: 200 });
    const answers = await Promise.all(crowd);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([]);
  });
});

test('With an AI service a visitor is told what it saw, and no word of the office', async () => {
  const service = await startVisionService();
  const clever = await startTestServer(service.env);
  try {
    const { body } = await analyzePublicly(clever.stranger, ash, DETAILS).then(expectStatus(200));
    expect(body).toMatchObject({ serviceType: 'Pruning', treeSpecies: 'White oak', confidence: 'high' });
    expect(body.description).toBe(USUAL_ANSWER.summary);
    expect(Object.keys(body)).not.toContain('additionalNotes');
    expect(body.assumed).not.toContain('treeSpecies');
  } finally {
    await clever.close();
    await service.close();
  }
});

test('A network address that has asked for too many photo checks is told so', async () => {
  const strict = await startTestServer({ PUBLIC_ANALYSIS_LIMIT: '1' });
  try {
    await analyzePublicly(strict.stranger, ash, DETAILS).then(expectStatus(200));
    const refused = await analyzePublicly(strict.stranger, ash, DETAILS).then(expectStatus(429));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await strict.close();
  }
});

test('A photo check that comes from no form of ours gets a third of the limit', async () => {
  const strict = await startTestServer({ PUBLIC_ANALYSIS_LIMIT: '4' });
  const photo = await samplePhoto({ width: 64, height: 48 });
  try {
    await analyzePublicly(strict.stranger, photo).then(expectStatus(200));
    for (const token of [undefined, 'not-ours']) {
      const refused = await analyzePublicly(strict.stranger, photo, undefined, token).then(expectStatus(429));
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const { body } = await strict.stranger.get('/api/public/form-token?page=widget').then(expectStatus(200));
    await analyzePublicly(strict.stranger, photo, undefined, body.formToken).then(expectStatus(200));
  } finally {
    await strict.close();
  }
});
