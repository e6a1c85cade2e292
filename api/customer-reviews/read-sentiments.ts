import { randomUUID } from 'node:crypto';
import { AnalysisUnavailable } from '../../ai/image-analysis.ts';
import type { SentimentReader } from '../../ai/sentiment-reader.ts';
import {
  type CustomerReviewCommand,
  customerReview,
  versionToRead,
} from '../../domain/customer-review/customer-review.ts';
import type { CustomerReviewEvent } from '../../domain/customer-review/events.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import { causation } from '../../platform/commands/processes.ts';
import { runReactor } from '../../platform/commands/reactor.ts';
import { canonicalJson, uuidv5 } from '../../platform/runtime/ids.ts';
import { untilReached } from '../../platform/runtime/live-read-models.ts';
import type { Loop } from '../../platform/runtime/supervisor.ts';
import { people } from '../../projections/staff.ts';
import { isDecoded } from '../../store/event-store.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { customerKind } from '../customers/record.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord } from '../kit/records.ts';

export const READ_SENTIMENTS = 'read-sentiments';

/** After these a review may have words that the model has not read. */
const TYPES = [
  'CustomerReviewReceived',
  'CustomerReviewRevised',
  'CustomerReviewRestored',
] as const satisfies readonly CustomerReviewEvent['type'][];

/** What is older was there before the model, or waited for too long: a replay of the log asks about nothing. */
const NEW_FOR_MS = 24 * 60 * 60_000;
/** Longer than an event is new. */
const CLAIMED_MS = 2 * NEW_FOR_MS;
const PAGE = 500;

type Context = Pick<ApiContext, 'store' | 'state' | 'streams' | 'commands' | 'readModels' | 'clock' | 'log' | 'holder'>;

/**
 * Has a model read what customers wrote, in the background, once for each version of it, by whichever process; what it says
 * is an event. Where it has no answer the rules stand.
 */
export function sentimentLoop(context: Context, reader: SentimentReader): Loop {
  const { store: log, state } = context;
  const run = randomUUID();
  return (signal, progress) =>
    runReactor({
      name: READ_SENTIMENTS,
      log,
      state,
      types: new Set(TYPES),
      async react(entry) {
        if (isDecoded(entry)) await read(context, reader, run, entry, signal);
        progress();
      },
      progress,
      signal,
    });
}

/** @throws StoreUnavailable; the signal's reason */
async function read(
  context: Context,
  reader: SentimentReader,
  run: string,
  event: RecordedEvent,
  signal: AbortSignal,
): Promise<void> {
  const { streams, readModels, clock, log } = context;
  if (clock() - Date.parse(event.metadata.recordedAt) > NEW_FOR_MS) return;
  const { id } = partsOfStream(event.stream);
  const { state: review } = await streams.load(customerReview, id);
  const version = versionToRead(review);
  if (version === null || review.presence === 'absent') return;
  // The names of who works here.
  await untilReached(readModels, event.position, signal);
  const { customerId, details } = review;
  const names = [details.customerName ?? '', ...(await namesOf(context, customerId)), ...(await namesHere(context))];
  const key = `review-sentiment/${id}/${version}`;
  const claimed = await claim(context, run, key);
  if (claimed === null) return;
  try {
    const sentiment = await reader.read({ rating: details.rating, text: details.reviewText ?? '', names }, signal);
    if (sentiment !== null) await tell(context, event, id, { type: 'RecordSentiment', version, sentiment });
  } catch (cause) {
    if (!(cause instanceof AnalysisUnavailable) && !isOfErased(cause)) throw cause;
    log.warn({ reason: (cause as Error).message }, 'the sentiment of a review stays that of the rules');
  }
  await context.state.put(key, { hasEnded: true }, { expected: claimed, ttlMs: CLAIMED_MS });
}

type Claim = { holder: string; run: string } | { hasEnded: true };

/**
 * Takes the reading of a version for this process, unless another one has it. One of an earlier run of this process that did
 * not end died with it.
 * @returns the version of the claim; null if it is not ours
 */
async function claim({ state, holder }: Context, run: string, key: string): Promise<string | null> {
  const found = await state.get(key);
  const claimed = (found?.value ?? null) as Claim | null;
  const isFree = claimed === null || ('holder' in claimed && claimed.holder === holder && claimed.run !== run);
  if (!isFree) return null;
  return state.put(key, { holder, run }, { expected: found?.version ?? 'none', ttlMs: CLAIMED_MS });
}

async function tell(
  { commands }: Context,
  event: RecordedEvent,
  id: string,
  command: CustomerReviewCommand & { version: number },
): Promise<void> {
  await commands.handle(customerReview, id, [command], {
    actor: READ_SENTIMENTS,
    commandId: uuidv5(event.id, `sentiment ${command.version}`),
    body: canonicalJson({ type: command.type, version: command.version }),
    correlationId: event.metadata.correlationId,
    causationId: causation(event),
  });
}

/** What names the customer, and where they live. */
async function namesOf(context: Context, customerId: string | null): Promise<string[]> {
  const customer = customerId === null ? null : await findRecord(context, customerKind, customerId);
  if (!customer) return [];
  const places = customer.properties.flatMap(({ address, city }) => [address, city]);
  return [customer.firstName, customer.lastName, ...places].filter((name) => name !== null);
}

async function namesHere({ readModels }: Context): Promise<string[]> {
  const names: (string | null | undefined)[] = [];
  for await (const page of pagesOf(readModels.current(), people.collection, { limit: PAGE })) {
    for (const { staff, account } of page)
      names.push(staff?.firstName, staff?.lastName, account?.firstName, account?.lastName);
  }
  return names.filter((name) => name != null);
}

function isOfErased(cause: unknown): boolean {
  return cause instanceof Rejection && cause.code === 'erased';
}
