import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDailyCalls } from '../../../ai/openai/daily-calls.ts';
import { createOpenAiSentiments } from '../../../ai/openai/sentiment-reader.ts';
import { sentimentLoop } from '../../../api/customer-reviews/read-sentiments.ts';
import type { ApiContext } from '../../../api/kit/context.ts';
import type { LiveReadModels } from '../../../platform/runtime/live-read-models.ts';
import { createLog } from '../../../platform/runtime/log.ts';
import { appendTo } from '../../support/samples/lead-events.ts';
import { startVisionService, type VisionService } from '../../support/servers/vision-service.ts';
import { liveModelsOf } from '../../support/stores/live-models.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';
import { type RunnerUnderTest, startRunner } from '../../support/stores/projection-runner.ts';

const LONG_MS = 30_000;
const DAY_MS = 24 * 60 * 60_000;

let stores: ProductStores;
let live: LiveReadModels;
let stopping: AbortController;
let following: Promise<unknown>;
let runner: RunnerUnderTest;
let service: VisionService;
let loops: Promise<unknown>[];
beforeEach(async () => {
  stores = await openProductStores();
  service = await startVisionService();
  service.behave({ writes: JSON.stringify({ sentiment: 'negative' }) });
  stopping = new AbortController();
  loops = [];
  live = liveModelsOf(stores);
  runner = startRunner(stores);
  following = live.run(stopping.signal);
});
afterEach(async () => {
  stopping.abort();
  await Promise.all(loops);
  await runner.stop();
  await following;
  await service.close();
  await stores.close();
});

/** Five minutes after each review. */
const SOON = Date.parse('2026-11-21T10:05:00Z');

/** A process that has the model read reviews. @returns what ends it */
function startProcess(holder: string, now = SOON, progress = () => {}): () => Promise<void> {
  const end = new AbortController();
  const { log: store, state } = stores;
  const calls = createDailyCalls(state, 100, async () => '2026-06-15');
  const reader = createOpenAiSentiments({ apiKey: 'sk-local', baseUrl: service.url, model: 'm', calls });
  const context = {
    store,
    state,
    streams: stores.streams(),
    commands: stores.commandHandler(),
    readModels: live,
    clock: () => now,
    log: createLog('silent'),
    holder,
  };
  const loop = sentimentLoop(context as unknown as ApiContext, reader);
  const running = loop(AbortSignal.any([end.signal, stopping.signal]), progress).catch(() => undefined);
  loops.push(running);
  return async () => {
    end.abort();
    await running;
  };
}

async function review(id: string, reviewText: string | null): Promise<void> {
  const said = { customerName: 'Ada', platform: 'google', rating: 5, reviewText, reviewedOn: '2026-06-15' };
  const asked = { customerId: null, jobId: null, mayPublish: false, mayShowPhotos: false };
  const data = { ...said, ...asked, receivedAt: new Date().toISOString() };
  await appendTo(stores.log, `customer_review-${id}`, { type: 'CustomerReviewReceived', data });
}
const typesOf = async (id: string) =>
  (await stores.log.readStream(`customer_review-${id}`, { limit: 100 })).map(({ type }) => type);
const READ = ['CustomerReviewReceived', 'CustomerReviewSentimentRead'];
/** Once the processes have come this far, whatever was before it was dealt with. */
async function dealtWith(): Promise<void> {
  await review('last', 'Great team, great work.');
  await expect.poll(() => typesOf('last'), { timeout: LONG_MS }).toEqual(READ);
}

describe('the sentiment of a review, read by the model', () => {
  test('Two processes and a restart ask once for each review', async () => {
    const end = startProcess('one');
    startProcess('two');
    for (const id of ['a', 'b', 'c']) await review(id, 'They were late and rude.');
    await review('stars', null);
    for (const id of ['a', 'b', 'c']) await expect.poll(() => typesOf(id), { timeout: LONG_MS }).toEqual(READ);
    await end();
    startProcess('one');
    await dealtWith();
    expect(service.calls).toHaveLength(4);
    expect(await typesOf('stars')).toEqual(['CustomerReviewReceived']);
  });

  test('A process that died while it asked asks again after its restart, once', async () => {
    service.behave({ hangs: 'before' });
    const die = startProcess('one');
    await review('a', 'They were late and rude.');
    await expect.poll(() => service.calls.length, { timeout: LONG_MS }).toBe(1);
    await die();
    service.behave({ writes: JSON.stringify({ sentiment: 'negative' }) });
    startProcess('one');
    await dealtWith();
    expect(await typesOf('a')).toEqual(READ);
    expect(service.calls).toHaveLength(2);
  });

  test('A replay of the log asks about no review of before', async () => {
    await review('old', 'They were late and rude.');
    let dealt = 0;
    startProcess('one', SOON + 2 * DAY_MS, () => {
      dealt += 1;
    });
    await expect.poll(() => dealt, { timeout: LONG_MS }).toBeGreaterThan(0);
    expect(service.calls).toEqual([]);
    expect(await typesOf('old')).toEqual(['CustomerReviewReceived']);
  });
});
