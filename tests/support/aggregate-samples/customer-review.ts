import fc from 'fast-check';
import { customerReview } from '../../../domain/customer-review/customer-review.ts';
import { customerReviewEvents } from '../../../domain/customer-review/events.ts';
import { SENTIMENTS } from '../../../domain/customer-review/terms.ts';
import { customerReviews } from '../../../projections/customer-reviews.ts';
import { AT, few, LATER, mark, of, SAMPLE_ID, sample, some, TODAY, text, WHY } from './sample.ts';

const FIRST = {
  customerName: 'Oak',
  platform: 'google',
  rating: 5,
  reviewText: null,
  reviewedOn: TODAY,
  mayPublish: true,
};

export const customerReviewSample = sample(customerReview, customerReviewEvents, {
  first: { type: 'ReceiveCustomerReview', customerId: null, details: FIRST, today: TODAY, now: AT },
  commands: fc.oneof(
    fc.record({
      type: of('ReviseCustomerReview'),
      details: some({
        customerName: text,
        platform: fc.constantFrom('google', 'yelp', 'elsewhere'),
        rating: fc.integer({ min: 0, max: 6 }),
        reviewText: text,
        reviewedOn: fc.constantFrom(TODAY, '2026-06-01', '2026-06-16'),
        mayPublish: fc.boolean(),
      }),
      today: of(TODAY),
    }),
    fc.record({ type: of('RespondToCustomerReview'), responseText: few, now: fc.constantFrom(AT, LATER) }),
    fc.record({
      type: of('ImportCustomerReview'),
      customerId: fc.constant(null),
      details: fc.constant(FIRST),
      today: of(TODAY),
      now: of(LATER),
    }),
    fc.record({
      type: of('RecordSentiment'),
      version: fc.integer({ min: 1, max: 3 }),
      sentiment: fc.constantFrom(...SENTIMENTS),
    }),
    fc.record({ type: of('PublishCustomerReview'), now: fc.constantFrom(AT, LATER) }),
    fc.record({
      type: fc.constantFrom(
        'UnpublishCustomerReview',
        'WithdrawResponse',
        'RemoveCustomerReview',
        'RestoreCustomerReview',
      ),
    }),
  ) as fc.Arbitrary<never>,
  projection: customerReviews,
  // An undo brings back the words, not what a model had read in them: it reads them again.
  essence: (state) => ({ ...state, version: null, modelSentiment: null }),
  essenceOfDocument: (document) => ({ ...document, modelSentiment: null, sentiment: null }),
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { customerId, jobId, details, modelSentiment, response, publishedAt, presence } = state;
    const told = { customerId, jobId, ...details, modelSentiment, ...response, publishedAt };
    return {
      [SAMPLE_ID]: { ...told, ...mark(presence === 'removed') },
    };
  },
  // A model reads once what was written: that is no act of anybody.
  final: ['CustomerReviewSentimentRead'],
  inClear: {
    'how a model read one version of it: one of three words': [
      'CustomerReviewSentimentRead.sentiment',
      'CustomerReviewSentimentRead.version',
    ],
    [WHY.id]: ['CustomerReviewReceived.customerId', 'CustomerReviewReceived.jobId'],
    [WHY.choice]: [
      'CustomerReviewReceived.platform',
      'CustomerReviewRevised.platform',
      'CustomerReviewReceived.mayPublish',
      'CustomerReviewRevised.mayPublish',
      'CustomerReviewReceived.mayShowPhotos',
      'CustomerReviewResponded.isMailed',
    ],
    [WHY.entered]: ['CustomerReviewReceived.receivedAt', 'CustomerReviewResponded.at', 'CustomerReviewPublished.at'],
    'how many stars the company got, and when: the average stays when a person is erased': [
      'CustomerReviewReceived.rating',
      'CustomerReviewRevised.rating',
      'CustomerReviewReceived.reviewedOn',
      'CustomerReviewRevised.reviewedOn',
    ],
  },
});
