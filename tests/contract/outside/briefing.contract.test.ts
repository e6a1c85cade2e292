import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOpenAiBriefings } from '../../../ai/openai/briefing-writer.ts';
import { createDailyCalls } from '../../../ai/openai/daily-calls.ts';
import { readTry } from '../../../api/insights/briefing-tries.ts';
import { briefingLoop } from '../../../api/insights/briefing-writing.ts';
import type { ApiContext } from '../../../api/kit/context.ts';
import { briefing } from '../../../domain/briefing/briefing.ts';
import { BRIEFING_ID } from '../../../domain/briefing/terms.ts';
import type { LiveReadModels } from '../../../platform/runtime/live-read-models.ts';
import { createLog } from '../../../platform/runtime/log.ts';
import { JOBS, LEADS, raise, wordsAll } from '../../support/insights/briefings.ts';
import { startVisionService, type VisionService } from '../../support/servers/vision-service.ts';
import { liveModelsOf } from '../../support/stores/live-models.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';
import { type RunnerUnderTest, startRunner } from '../../support/stores/projection-runner.ts';

const LONG = { timeout: 30_000 };
const MINUTE_MS = 60_000;

let stores: ProductStores;
let live: LiveReadModels;
let stopping: AbortController;
let following: Promise<unknown>;
let runner: RunnerUnderTest;
let service: VisionService;
let loops: Promise<unknown>[];
let now: number;
beforeEach(async () => {
  stores = await openProductStores();
  service = await startVisionService();
  service.behave(wordsAll());
  stopping = new AbortController();
  loops = [];
  now = Date.parse('2026-06-15T12:00:00Z');
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

interface Process {
  end(): Promise<void>;
  /** Waits until it has looked so often that it would have asked. */
  looked(): Promise<void>;
}

function startProcess(
  holder: string,
  { dailyCalls = 100, timeoutMs = 60_000 }: { dailyCalls?: number; timeoutMs?: number } = {},
): Process {
  const end = new AbortController();
  const { state } = stores;
  const writer = createOpenAiBriefings({
    apiKey: 'sk-local',
    baseUrl: service.url,
    model: 'm',
    calls: createDailyCalls(state, dailyCalls, async () => '2026-06-15'),
    timeoutMs,
  });
  const context = {
    state,
    streams: stores.streams(),
    commands: stores.commandHandler(),
    readModels: live,
    clock: () => now,
    log: createLog('silent'),
    holder,
  };
  let looks = 0;
  const loop = briefingLoop(context as unknown as ApiContext, writer, 5);
  const running = loop(AbortSignal.any([end.signal, stopping.signal]), () => {
    looks++;
  }).catch(() => undefined);
  loops.push(running);
  return {
    async end() {
      end.abort();
      await running;
    },
    async looked() {
      const before = looks;
      await expect.poll(() => looks, LONG).toBeGreaterThan(before + 20);
    },
  };
}

const events = () => stores.log.readStream(`briefing-${BRIEFING_ID}`, { limit: 100 });
const written = async () => (await events()).filter(({ type }) => type === 'BriefingWritten').length;
/** The failures that those who have the page open were told of. */
const told = async () => (await events()).flatMap(({ type, data }) => (type === 'BriefingFailed' ? [data] : []));
const last = async () => (await stores.streams().load(briefing, BRIEFING_ID)).state.last;
const failure = async () => (await readTry(stores.state))?.last.failure ?? null;

describe('when a briefing is written', () => {
  test('Two processes and a restart have the same findings worded once', async () => {
    await raise(stores, 'jobs_not_invoiced', JOBS);
    await raise(stores, 'slow_leads', LEADS);
    const one = startProcess('one');
    const two = startProcess('two');
    await expect.poll(written, LONG).toBe(1);
    await one.looked();
    await one.end();
    await two.looked();
    await startProcess('one').looked();
    now += 3 * 60 * MINUTE_MS;
    await two.looked();
    expect(await written()).toBe(1);
    expect(service.calls).toHaveLength(1);
  });

  test('Nothing is sent while nothing is open', async () => {
    await startProcess('one').looked();
    expect(service.calls).toEqual([]);
  });

  test('What changed is worded anew, at most once an hour', async () => {
    const id = await raise(stores, 'jobs_not_invoiced', JOBS);
    const one = startProcess('one');
    await expect.poll(written, LONG).toBe(1);
    const title = '6 jobs are not invoiced: $5,000.00';
    await raise(stores, 'jobs_not_invoiced', { title, worth: 500_000 });
    now += 59 * MINUTE_MS;
    await one.looked();
    expect(service.calls).toHaveLength(1);
    now += MINUTE_MS;
    await expect.poll(written, LONG).toBe(2);
    expect((await last())?.wordings).toMatchObject([{ id, title: `Look at this: ${title}` }]);
    await one.looked();
    expect(service.calls).toHaveLength(2);
  });

  test('A service that takes too long is asked again after two minutes, then after eight', async () => {
    service.behave({ hangs: 'within' });
    await raise(stores, 'jobs_not_invoiced', JOBS);
    const one = startProcess('one', { timeoutMs: 1_000 });
    await expect.poll(failure, LONG).toBe('timeout');
    for (const [minutes, calls] of [
      [2, 2],
      [8, 3],
    ] as const) {
      now += minutes * MINUTE_MS - 1;
      await one.looked();
      expect(service.calls).toHaveLength(calls - 1);
      now += 1;
      await expect.poll(() => service.calls.length, LONG).toBe(calls);
      await expect.poll(failure, LONG).toBe('timeout');
    }
    await one.looked();
    // It failed each time for the same reason.
    expect(await told()).toEqual([{ reason: 'timeout', askedAt: '2026-06-15T12:00:00.000Z' }]);
    expect(await written()).toBe(0);
    await one.end();
    startProcess('one');
    service.behave(wordsAll());
    now += 60 * MINUTE_MS;
    await expect.poll(written, LONG).toBe(1);
    expect((await readTry(stores.state))?.last).toMatchObject({ failure: null });
  });

  test('A process that died while it asked is said to have, and its call is made again after two minutes, once', async () => {
    service.behave({ hangs: 'before' });
    await raise(stores, 'jobs_not_invoiced', JOBS);
    const one = startProcess('one');
    await expect.poll(() => service.calls.length, LONG).toBe(1);
    await one.end();
    service.behave(wordsAll());
    const again = startProcess('one');
    await expect.poll(told, LONG).toMatchObject([{ reason: 'broken_off' }]);
    await again.looked();
    expect(service.calls).toEqual([]);
    now += 2 * MINUTE_MS;
    await expect.poll(written, LONG).toBe(1);
    await again.looked();
    expect(service.calls).toHaveLength(1);
  });

  test('The calls of a day are never more than half of them, whatever fails', async () => {
    service.behave({ status: 500 });
    await raise(stores, 'jobs_not_invoiced', JOBS);
    const one = startProcess('one', { dailyCalls: 6 });
    for (const calls of [1, 2, 3]) {
      await expect.poll(() => service.calls.length, LONG).toBe(calls);
      await expect.poll(failure, LONG).toBe('busy');
      now += 60 * MINUTE_MS;
    }
    await expect.poll(failure, LONG).toBe('visitors_limit');
    await one.looked();
    expect(service.calls).toHaveLength(3);
    expect((await readTry(stores.state))?.last.sent?.input).toContain('5 jobs are not invoiced');
  });

  test('A clock that was put back does not keep it from being written', async () => {
    await raise(stores, 'jobs_not_invoiced', JOBS);
    const one = startProcess('one');
    await expect.poll(written, LONG).toBe(1);
    now -= 400 * 24 * 60 * MINUTE_MS;
    await raise(stores, 'slow_leads', LEADS);
    await one.end();
    startProcess('one');
    await expect.poll(written, LONG).toBe(2);
  });
});
