import { setTimeout as delay } from 'node:timers/promises';
import OpenAI from 'openai';
import { type AnalysisRequest, AnalysisUnavailable, type Fallback } from '../image-analysis.ts';
import { AnswerTooLong, fetchUpTo } from './bounded-fetch.ts';
import type { DailyCalls } from './daily-calls.ts';
import { passable } from './passable.ts';

export interface OpenAiOptions {
  apiKey: string;
  /** The URL of a service with the same protocol; null for OpenAI's own. */
  baseUrl: string | null;
  model: string;
  calls: DailyCalls;
  /** For one call, up to its complete answer. */
  timeoutMs?: number;
  /** For one question, all calls together. */
  deadlineMs?: number;
  attempts?: number;
  /** The wait before the second call; it doubles before each further one. */
  backOffMs?: number | undefined;
}

const OPENAI = 'https://api.openai.com/v1';
/** The longest answer; a sentence takes about twenty. */
export const MOST_TOKENS = 4_000;
/** Such an answer has about 20 KB, and its frame not much more. */
const MOST_BYTES = 256 * 1024;
const LONGEST_WAIT_MS = 10_000;

/** A failed call, and whether the same call may succeed in a moment. */
interface Failure {
  reason: Fallback;
  mayRetry: boolean;
  /** How long the service asks to wait. */
  waitMs?: number;
  cause?: unknown;
}

/** What the service is asked. */
export interface Question<Answer> {
  asker: AnalysisRequest['asker'];
  /** One call. @throws AnalysisUnavailable for an answer that is of no use; what the client throws */
  ask(client: OpenAI, signal: AbortSignal): Promise<Answer>;
}

/** The service, asked within its limits: calls a day, time, tries, and the length of its answers. */
export interface OpenAiService {
  /** @throws AnalysisUnavailable; the signal's reason */
  answer<Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer>;
}

export function createService(options: OpenAiOptions): OpenAiService {
  const { apiKey, baseUrl, calls } = options;
  const { timeoutMs = 25_000, deadlineMs = 60_000, attempts = 3, backOffMs = 500 } = options;
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl ?? OPENAI,
    organization: null,
    project: null,
    // Each call must be counted, so retries are made here, not by the client.
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch: fetchUpTo(MOST_BYTES),
  });

  /** @throws AnalysisUnavailable if no call is left; the signal's reason */
  async function attempt<Answer>(
    { asker, ask }: Question<Answer>,
    signal: AbortSignal,
    deadline: AbortSignal,
  ): Promise<{ answer: Answer } | Failure> {
    signal.throwIfAborted();
    const used = await calls.take(asker);
    if (used !== null) throw new AnalysisUnavailable(used);
    try {
      return { answer: await ask(client, AbortSignal.any([signal, deadline, AbortSignal.timeout(timeoutMs)])) };
    } catch (cause) {
      signal.throwIfAborted();
      return { ...failureOf(cause), cause };
    }
  }

  /** @returns whether there is time for another call. @throws the signal's reason */
  async function waited(tried: number, { waitMs = 0 }: Failure, signal: AbortSignal, deadline: AbortSignal) {
    const backOff = backOffMs * 2 ** (tried - 1) * (1 + Math.random());
    const wait = Math.max(Math.min(waitMs, LONGEST_WAIT_MS), backOff);
    await delay(wait, undefined, { signal: AbortSignal.any([signal, deadline]) }).catch(() => undefined);
    signal.throwIfAborted();
    return !deadline.aborted;
  }

  return {
    async answer(question, signal) {
      const deadline = AbortSignal.timeout(deadlineMs);
      for (let tried = 1; ; tried++) {
        const tries = await attempt(question, signal, deadline);
        if ('answer' in tries) return tries.answer;
        const isLast = !tries.mayRetry || tried >= attempts;
        if (isLast || !(await waited(tried, tries, signal, deadline))) {
          throw new AnalysisUnavailable(tries.reason, { cause: tries.cause });
        }
      }
    },
  };
}

/** The model that answered, as the service says; null if it says anything but a name, such as ours with its day. */
export function nameOf(said: unknown, model: string): string | null {
  if (typeof said !== 'string' || !/^[\w.:/-]{1,100}$/.test(said)) return null;
  const rest = (said.startsWith(model) ? said.slice(model.length) : said).replace(/-\d{4}(-\d\d-\d\d)?$/, '');
  return rest === '' || passable(rest) !== '' ? said : null;
}

export function hasRefused({ output }: { output: readonly { type: string; content?: unknown }[] }): boolean {
  return output.some(({ type, content }) => {
    const parts = type === 'message' && Array.isArray(content) ? content : [];
    return parts.some((part: { type?: string }) => part.type === 'refusal');
  });
}

function failureOf(cause: unknown): Failure {
  if (cause instanceof AnalysisUnavailable) return { reason: cause.reason, mayRetry: cause.reason === 'unreadable' };
  if (cause instanceof OpenAI.APIConnectionTimeoutError || cause instanceof OpenAI.APIUserAbortError) {
    return { reason: 'timeout', mayRetry: true };
  }
  if (cause instanceof OpenAI.APIConnectionError && cause.cause instanceof AnswerTooLong) {
    return { reason: 'too_long', mayRetry: false };
  }
  if (cause instanceof OpenAI.APIConnectionError) return { reason: 'unreachable', mayRetry: true };
  if (cause instanceof OpenAI.APIError) return refusalOf(cause);
  if (isAbort(cause)) return { reason: 'timeout', mayRetry: true };
  // Anything else thrown means that the answer is not JSON, or not of the requested shape.
  return { reason: 'unreadable', mayRetry: true };
}

function refusalOf({ status, code, headers }: InstanceType<typeof OpenAI.APIError>): Failure {
  // An account out of money will not be refilled in a moment.
  if (status === 429) return { reason: 'busy', mayRetry: code !== 'insufficient_quota', ...waitOf(headers) };
  if (status !== undefined && status >= 500) return { reason: 'busy', mayRetry: true, ...waitOf(headers) };
  return { reason: 'rejected', mayRetry: false };
}

function waitOf(headers: Headers | undefined): { waitMs?: number } {
  const seconds = Number(headers?.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? { waitMs: seconds * 1_000 } : {};
}

function isAbort(cause: unknown): boolean {
  return cause instanceof Error && ['AbortError', 'TimeoutError'].includes(cause.name);
}
