import { afterAll, beforeAll, expect, test } from 'vitest';
import { ASK_QUERIES } from '../../../ai/ask/catalog.ts';
import { AnalysisUnavailable } from '../../../ai/image-analysis.ts';
import { createOpenAiQuestions } from '../../../ai/openai/question-reader.ts';
import type { OpenAiOptions } from '../../../ai/openai/service.ts';
import { keepingReadings } from '../../../ai/question-reader.ts';
import { startVisionService, type VisionService } from '../../support/servers/vision-service.ts';

let service: VisionService;
beforeAll(async () => {
  service = await startVisionService();
});
afterAll(() => service.close());

const never = new AbortController().signal;
const REQUEST = { text: 'how well did we do', queries: ASK_QUERIES };
const INSIGHTS = { callsTools: [{ name: 'insights', arguments: { severity: 'critical', category: null } }] };

function reader(options: Partial<OpenAiOptions> = {}) {
  const unlimited = { take: async () => null };
  const usual = { apiKey: 'sk-local', baseUrl: service.url, model: 'vision-1', calls: unlimited, backOffMs: 1 };
  return keepingReadings(createOpenAiQuestions({ ...usual, ...options }));
}

async function failure(options: Partial<OpenAiOptions> = {}): Promise<string> {
  const failed = await reader(options)
    .read(REQUEST, never)
    .catch((cause: unknown) => cause);
  return failed instanceof AnalysisUnavailable ? failed.reason : expect.fail('It answered.');
}

test('A reading is one of the queries with choices, and the model that read it', async () => {
  service.behave(INSIGHTS);
  const reading = await reader().read(REQUEST, never);
  expect(reading).toMatchObject({
    query: { name: 'insights' },
    given: { severity: 'critical' },
    model: 'vision-1-2026',
  });
  expect(Object.keys(reading.given)).toEqual(['severity']);
});

test('A service that says nothing, or goes on for ever, is given up in time, after two tries at most', async () => {
  for (const hangs of ['before', 'within'] as const) {
    service.behave({ hangs });
    expect(await failure({ timeoutMs: 50 })).toBe('timeout');
    expect(service.calls).toHaveLength(2);
  }
  service.behave({ floods: 'plain' });
  expect(await failure()).toBe('too_long');
  expect(service.calls).toHaveLength(1);
});

test('An answer of no use is asked for once more, and the next one counts', async () => {
  service.behave({ writes: 'Insights.' }, INSIGHTS);
  expect((await reader().read(REQUEST, never)).query?.name).toBe('insights');
  expect(service.calls).toHaveLength(2);
  service.behave({ stopsAt: 'max_output_tokens' });
  expect(await failure()).toBe('unreadable');
});

test('Who asks the same at the same time is answered by one call, which goes on for those who still wait', async () => {
  service.behave({ hangs: 'before' }, INSIGHTS);
  const [one, gone] = [reader(), new AbortController()];
  const left = one.read(REQUEST, gone.signal).catch((cause: unknown) => cause);
  await expect.poll(() => service.calls.length).toBe(1);
  gone.abort(new Error('gone'));
  expect(await left).toMatchObject({ message: 'gone' });
  await expect.poll(() => service.left()).toBe(1);
  const both = await Promise.all([one.read(REQUEST, never), one.read(REQUEST, never)]);
  expect(both[0]).toBe(both[1]);
  expect(service.calls).toHaveLength(2);
  // Of another wording, or of somebody who may run other queries, nothing is known.
  service.behave(INSIGHTS);
  await one.read({ ...REQUEST, queries: ASK_QUERIES.filter(({ needs }) => needs.length === 0) }, never);
  expect(service.calls[0]?.body.tools?.map(({ name }) => name)).toEqual(['insights', 'cannot_tell']);
});

test('A query that was not offered, as the person has no right to it, is no answer', async () => {
  service.behave({ callsTools: [{ name: 'costs', arguments: { by: null, category: null } }] });
  const few = { ...REQUEST, queries: ASK_QUERIES.filter(({ name }) => name !== 'costs') };
  await expect(reader().read(few, never)).rejects.toMatchObject({ reason: 'unreadable' });
});
