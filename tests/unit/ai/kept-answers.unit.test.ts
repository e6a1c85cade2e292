import { beforeEach, expect, test } from 'vitest';
import {
  type Analysis,
  type AnalysisRequest,
  AnalysisUnavailable,
  type ImageAnalysis,
} from '../../../ai/image-analysis.ts';
import { keepingAnswers } from '../../../ai/kept-answers.ts';
import { NO_FINDINGS } from '../../../domain/analysis/events.ts';

const NEVER = new AbortController().signal;
const OAK = requestOf('oak');

/** What the model was asked, and how each call ends. */
let asked: { request: AnalysisRequest; signal: AbortSignal; ends: PromiseWithResolvers<Analysis> }[];
let now: number;
let kept: ImageAnalysis;
beforeEach(() => {
  asked = [];
  now = 0;
  kept = keepingAnswers({ analyze }, { clock: () => now, mostKept: 3 });
});

const analyze: ImageAnalysis['analyze'] = (request, signal) => {
  const ends = Promise.withResolvers<Analysis>();
  signal.addEventListener('abort', () => ends.reject(signal.reason));
  asked.push({ request, signal, ends });
  return ends.promise;
};

function requestOf(picture: string, more: Partial<AnalysisRequest> = {}): AnalysisRequest {
  const look = { image: Buffer.from(picture), measures: {} as AnalysisRequest['picture']['measures'] };
  return { picture: look, description: null, asker: 'visitor', ...more };
}

function answerOf(summary: string): Analysis {
  return {
    findings: { ...NO_FINDINGS, summary },
    confidence: 0.5,
    seen: [],
    notSeen: [],
    method: 'openai',
    model: 'vision-1',
    version: '1',
    fallback: null,
  };
}

/** Asks, and lets the call that this takes, if any, answer. */
async function answered(request: AnalysisRequest): Promise<Analysis> {
  const before = asked.length;
  const asking = kept.analyze(request, NEVER);
  asked[before]?.ends.resolve(answerOf(`answer ${before}`));
  return asking;
}

test('The same picture with the same words is asked once within an hour, whoever asks', async () => {
  const first = await answered(OAK);
  now += 59 * 60_000;
  expect(await answered(requestOf('oak', { asker: 'staff' }))).toEqual(first);
  expect(asked).toHaveLength(1);
  now += 60_000;
  expect(await answered(OAK)).not.toEqual(first);
  expect(asked).toHaveLength(2);
});

test('Another picture, or the same with other words, is another question', async () => {
  for (const each of [OAK, requestOf('elm'), requestOf('oak', { description: 'It leans' })]) await answered(each);
  expect(asked).toHaveLength(3);
});

test('The same asked at the same time is one call', async () => {
  const both = Promise.all([kept.analyze(OAK, NEVER), kept.analyze(requestOf('oak', { asker: 'staff' }), NEVER)]);
  asked[0]?.ends.resolve(answerOf('an oak'));
  const [one, other] = await both;
  expect(one).toEqual(other);
  expect(asked).toHaveLength(1);
});

test('A call that failed is not kept, and fails for all who asked at the time', async () => {
  const both = [kept.analyze(OAK, NEVER), kept.analyze(OAK, NEVER)];
  asked[0]?.ends.reject(new AnalysisUnavailable('busy'));
  for (const each of both) await expect(each).rejects.toMatchObject({ reason: 'busy' });
  expect(asked).toHaveLength(1);
  await answered(OAK);
  expect(asked).toHaveLength(2);
});

test('Staff who ask what a visitor is asking are not refused where the visitors’ share is used up', async () => {
  const visitors = kept.analyze(OAK, NEVER);
  const staff = kept.analyze(requestOf('oak', { asker: 'staff' }), NEVER);
  asked[0]?.ends.reject(new AnalysisUnavailable('visitors_limit'));
  await expect(visitors).rejects.toMatchObject({ reason: 'visitors_limit' });
  await expect.poll(() => asked.map(({ request }) => request.asker)).toEqual(['visitor', 'staff']);
  asked[1]?.ends.resolve(answerOf('an oak'));
  expect(await staff).toEqual(answerOf('an oak'));
});

test('Who goes away ends the call only if nobody else waits for it', async () => {
  const [gone, later] = [new AbortController(), new AbortController()];
  const first = kept.analyze(OAK, gone.signal);
  const second = kept.analyze(OAK, later.signal);
  gone.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  expect(asked[0]?.signal.aborted).toBe(false);
  later.abort(new Error('gone too'));
  await expect(second).rejects.toThrow('gone too');
  expect(asked[0]?.signal.aborted).toBe(true);
  await answered(OAK);
  expect(asked).toHaveLength(2);
});

test('Only so many answers are kept: the oldest are forgotten first', async () => {
  for (const picture of ['oak', 'elm', 'ash', 'fir']) await answered(requestOf(picture));
  await answered(requestOf('fir'));
  await answered(requestOf('elm'));
  expect(asked).toHaveLength(4);
  await answered(OAK);
  expect(asked).toHaveLength(5);
});
