import { changedFields, pickFields } from '../kit/changes.ts';
import { isAsShown } from '../kit/confirmation.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { ERASED, erasedFields, partOf } from '../kit/event.ts';
import {
  existing,
  type Presence,
  presenceWords,
  present,
  removal,
  requireNew,
  restoral,
  revision,
} from '../kit/presence.ts';
import { requireLikelyDay } from '../kit/times.ts';
import {
  type CustomerReviewDetails,
  type CustomerReviewEvent,
  customerReviewDetails,
  isOtherWording,
} from './events.ts';
import { REVIEW_PLATFORMS, type Sentiment, STARS } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What the company answered. */
export interface ReviewResponse {
  responseText: string | null;
  /** ISO UTC. */
  respondedAt: string | null;
}

interface CustomerReview {
  customerId: string | null;
  /** The job that its customer was asked about; null if they were not. */
  jobId: string | null;
  details: CustomerReviewDetails;
  /** Of its stars and words: the first is 1, each correction of them the next; 0 of what was erased. */
  version: number;
  /** How a model read this version; null as long as it has not. */
  modelSentiment: string | null;
  response: ReviewResponse;
  /** ISO UTC; null if it is not. */
  publishedAt: string | null;
  isErased?: true;
}

export type CustomerReviewState = Presence<CustomerReview>;

export const NO_RESPONSE: ReviewResponse = { responseText: null, respondedAt: null };

/** The personal fields of a review whose writer was erased. */
export const ERASED_CUSTOMER_REVIEW = erasedFields(customerReviewDetails);

/** What is left of a response then: that there was one, and when. */
export function erasedResponse({ respondedAt }: ReviewResponse): ReviewResponse {
  return { respondedAt, responseText: respondedAt === null ? null : ERASED };
}

function evolve(state: CustomerReviewState, event: CustomerReviewEvent): CustomerReviewState {
  if (event.type === 'CustomerReviewReceived') {
    const { customerId, jobId } = event.data;
    const details = partOf(customerReviewDetails, event.data);
    const unread = { version: 1, modelSentiment: null };
    return { presence: 'present', customerId, jobId, details, ...unread, response: NO_RESPONSE, publishedAt: null };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'CustomerReviewRevised': {
      const unread = isOtherWording(event.data) && { version: state.version + 1, modelSentiment: null };
      return { ...state, ...unread, details: { ...state.details, ...event.data } as CustomerReviewDetails };
    }
    case 'CustomerReviewSentimentRead':
      return { ...state, modelSentiment: event.data.sentiment };
    case 'CustomerReviewPublished':
      return { ...state, publishedAt: event.data.at };
    case 'CustomerReviewUnpublished':
      return { ...state, publishedAt: null };
    case 'CustomerReviewResponded':
      return { ...state, response: { responseText: event.data.responseText, respondedAt: event.data.at } };
    case 'CustomerReviewResponseWithdrawn':
      return { ...state, response: NO_RESPONSE };
    case 'CustomerReviewRemoved':
      return { ...state, presence: 'removed' };
    case 'CustomerReviewRestored':
      return { ...state, presence: 'present' };
    case 'CustomerReviewErased':
      return {
        ...state,
        details: { ...state.details, ...ERASED_CUSTOMER_REVIEW },
        response: erasedResponse(state.response),
        version: 0,
        modelSentiment: null,
        publishedAt: null,
        isErased: true,
      };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** @param today in the company's zone, `YYYY-MM-DD`; null where a day that was valid is put back */
export type CustomerReviewCommand =
  | Receiving<'ReceiveCustomerReview'>
  /** The same again where a file is imported once more: does nothing if there is one already. */
  | Receiving<'ImportCustomerReview'>
  /** A missing field is unchanged. */
  | { type: 'ReviseCustomerReview'; details: Partial<CustomerReviewDetails>; today: string | null }
  /** Its customer wrote it through the link of a request: once for each job. */
  | (Receiving<'WriteCustomerReview'> & OfJob & { customerId: string })
  /** A model has read a version of its stars and words: counts for this version alone, and once. */
  | { type: 'RecordSentiment'; version: number; sentiment: Sentiment }
  | { type: 'PublishCustomerReview'; now: string }
  | { type: 'UnpublishCustomerReview' }
  | { type: 'RespondToCustomerReview'; responseText: string; now: string }
  /** An undo: nobody is told again. */
  | { type: 'PutBackResponse'; response: ReviewResponse }
  | { type: 'WithdrawResponse' }
  | { type: 'RemoveCustomerReview' }
  | { type: 'RestoreCustomerReview' }
  /** Together with the customer who wrote it. */
  | { type: 'EraseCustomerReview' }
  /** Erases somebody who is known from this review alone. `confirm` is their name, as it is shown. */
  | { type: 'ErasePersonOfCustomerReview'; confirm: string };

interface Receiving<Type extends string> {
  type: Type;
  customerId: string | null;
  details: CustomerReviewDetails;
  today: string;
  now: string;
}

interface OfJob {
  jobId: string;
  /** Whether they agree that photos of the job are shown in public. */
  mayShowPhotos: boolean;
}

const NO_JOB = { jobId: null, mayShowPhotos: false };

const REVIEW = presenceWords('review');

function decide(command: CustomerReviewCommand, state: CustomerReviewState): CustomerReviewEvent[] {
  switch (command.type) {
    case 'ReceiveCustomerReview':
      requireNew(state, REVIEW);
      return receive(command);
    case 'WriteCustomerReview':
      if (state.presence !== 'absent') throw new Rejection('conflict', WRITTEN_BEFORE);
      return receive(command, command);
    case 'ImportCustomerReview':
      return state.presence === 'absent' ? receive(command) : [];
    case 'ReviseCustomerReview':
      return revise(command, present(state, REVIEW));
    case 'RecordSentiment': {
      const { version, sentiment } = command;
      return versionToRead(state) === version
        ? [{ type: 'CustomerReviewSentimentRead', data: { version, sentiment } }]
        : [];
    }
    case 'PublishCustomerReview':
      return publish(command.now, present(state, REVIEW));
    case 'UnpublishCustomerReview':
      return present(state, REVIEW).publishedAt === null ? [] : [{ type: 'CustomerReviewUnpublished', data: {} }];
    case 'RespondToCustomerReview':
      return respond({ responseText: command.responseText, respondedAt: command.now }, state, true);
    case 'PutBackResponse':
      return respond(command.response, state, false);
    case 'WithdrawResponse': {
      const { response } = present(state, REVIEW);
      return response.respondedAt === null ? [] : [{ type: 'CustomerReviewResponseWithdrawn', data: {} }];
    }
    case 'RemoveCustomerReview':
      return removal(state, REVIEW, { type: 'CustomerReviewRemoved', data: {} });
    case 'RestoreCustomerReview':
      return restoral(state, REVIEW, { type: 'CustomerReviewRestored', data: {} });
    case 'EraseCustomerReview':
      return state.presence === 'absent' || state.isErased ? [] : [{ type: 'CustomerReviewErased', data: {} }];
    case 'ErasePersonOfCustomerReview':
      return erasePerson(command.confirm, existing(state, REVIEW));
    default:
      return unreachable(command);
  }
}

/** The version of a review that a model is still to read; null of one without words, that was read, or is gone. */
export function versionToRead(state: CustomerReviewState): number | null {
  if (state.presence !== 'present' || state.isErased || state.modelSentiment !== null) return null;
  return state.details.reviewText?.trim() ? state.version : null;
}

/** Of a link that is used twice. */
export const WRITTEN_BEFORE = 'We have your review of this job already. Thank you.';

function receive(
  { customerId, details, today, now }: Omit<Receiving<string>, 'type'>,
  { jobId, mayShowPhotos }: OfJob | typeof NO_JOB = NO_JOB,
): CustomerReviewEvent[] {
  requireReview(details, customerId, today);
  const data = { ...details, customerId, jobId, mayShowPhotos, receivedAt: now };
  return [{ type: 'CustomerReviewReceived', data }];
}

function revise(
  { details: given, today }: Extract<CustomerReviewCommand, { type: 'ReviseCustomerReview' }>,
  { details, customerId, jobId, publishedAt }: CustomerReview,
): CustomerReviewEvent[] {
  const revised = revision(
    given,
    details,
    (data): CustomerReviewEvent => ({ type: 'CustomerReviewRevised', data }),
    (after) => {
      requireReview(after, customerId, today);
      if (jobId !== null && today !== null) requireOwnWords(details, after);
    },
  );
  // Whoever takes back that it may be published takes it off the website.
  const isWithdrawn = publishedAt !== null && given.mayPublish === false;
  return isWithdrawn ? [{ type: 'CustomerReviewUnpublished', data: {} }, ...revised] : revised;
}

/** @throws Rejection for a change of what a customer wrote on our page; only their consent can be taken back */
function requireOwnWords(before: CustomerReviewDetails, after: CustomerReviewDetails): void {
  const changed = Object.keys(changedFields(after, before)).find((name) => name !== 'mayPublish' || after.mayPublish);
  if (changed === undefined) return;
  const message =
    changed === 'mayPublish'
      ? 'Only the customer themselves can agree that it is published.'
      : 'The customer wrote this on our page: it stays as they wrote it.';
  throw new Rejection('invalid', message, changed);
}

function publish(now: string, { details, publishedAt }: CustomerReview): CustomerReviewEvent[] {
  if (publishedAt !== null) return [];
  if (!details.mayPublish) {
    throw new Rejection('conflict', 'Whoever wrote this review has not agreed that it is published.');
  }
  return [{ type: 'CustomerReviewPublished', data: { at: now } }];
}

/**
 * @param customerId the customer who wrote it, if they are in our books
 * @throws Rejection for a review of nobody, a platform that is none of ours, stars off the scale, or a day to come
 */
export function requireReview(details: CustomerReviewDetails, customerId: string | null, today: string | null): void {
  const { customerName, platform, rating, reviewedOn } = details;
  if (customerId === null && !customerName?.trim()) {
    throw new Rejection('invalid', 'Choose the customer who wrote it, or enter their name.', 'customer');
  }
  if (customerId !== null && customerName !== null) {
    throw new Rejection('invalid', 'The name is the customer’s own: change it on their page.', 'customer');
  }
  if (!(REVIEW_PLATFORMS as readonly string[]).includes(platform)) {
    throw new Rejection('invalid', 'Choose where it was written.', 'platform');
  }
  if (!Number.isInteger(rating) || rating < STARS.least || rating > STARS.most) {
    throw new Rejection('invalid', `The rating must be a whole number from ${STARS.least} to ${STARS.most}.`, 'rating');
  }
  if (today === null) return;
  requireLikelyDay('reviewedOn', reviewedOn, today);
  if (reviewedOn > today) throw new Rejection('invalid', 'A review cannot be of a day to come.', 'reviewedOn');
}

function respond(
  { responseText, respondedAt }: ReviewResponse,
  state: CustomerReviewState,
  isMailed: boolean,
): CustomerReviewEvent[] {
  const { response } = present(state, REVIEW);
  if (respondedAt === null) throw new Rejection('invalid', 'Enter a response.', 'responseText');
  if (response.responseText === responseText && response.respondedAt !== null) return [];
  return [{ type: 'CustomerReviewResponded', data: { responseText, isMailed, at: respondedAt } }];
}

/** @throws Rejection 409 if a customer of ours wrote it */
function erasePerson(confirm: string, review: CustomerReview): CustomerReviewEvent[] {
  if (review.isErased) return [];
  if (review.customerId !== null) {
    throw new Rejection('conflict', 'A customer wrote this review. Erase the customer: the review goes with them.');
  }
  if (!isAsShown(confirm, review.details.customerName ?? '')) {
    throw new Rejection('invalid', 'Enter the full name of who wrote it exactly as it is shown.', 'confirm');
  }
  return [{ type: 'CustomerReviewErased', data: {} }];
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: CustomerReviewEvent, before: CustomerReviewState): CustomerReviewCommand | null {
  if (event.type === 'CustomerReviewReceived') return { type: 'RemoveCustomerReview' };
  if (before.presence === 'absent') return null;
  const { details, response } = before;
  switch (event.type) {
    case 'CustomerReviewRevised':
      return { type: 'ReviseCustomerReview', details: pickFields(details, event.data), today: null };
    case 'CustomerReviewPublished':
      return { type: 'UnpublishCustomerReview' };
    case 'CustomerReviewUnpublished':
      return before.publishedAt === null ? null : { type: 'PublishCustomerReview', now: before.publishedAt };
    case 'CustomerReviewResponded':
      return response.respondedAt === null ? { type: 'WithdrawResponse' } : { type: 'PutBackResponse', response };
    case 'CustomerReviewResponseWithdrawn':
      return response.respondedAt === null ? null : { type: 'PutBackResponse', response };
    case 'CustomerReviewRemoved':
      return { type: 'RestoreCustomerReview' };
    case 'CustomerReviewRestored':
      return { type: 'RemoveCustomerReview' };
    case 'CustomerReviewSentimentRead':
    case 'CustomerReviewErased':
      return null;
    default:
      return unreachable(event);
  }
}

export const customerReview: Decider<CustomerReviewState, CustomerReviewCommand, CustomerReviewEvent> = {
  category: 'customer_review',
  noun: REVIEW.noun,
  whose: {
    begins: 'CustomerReviewReceived',
    follows: [{ category: 'customer', by: 'customerId' }],
    erase: { type: 'EraseCustomerReview' },
  },
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
