import { z } from 'zod';
import {
  CUSTOMER_REVIEW_LIMITS,
  REVIEW_PLATFORMS,
  SENTIMENT_LABELS,
  SENTIMENT_READER_LABELS,
  SENTIMENT_READERS,
  SENTIMENTS,
  STAR_CHOICES,
  STARS,
} from '../../domain/customer-review/terms.ts';
import { eraseBody, erasureProgress } from '../kit/changes/erasure.schema.ts';
import { askedNumber, expectedRevision } from '../kit/fields/common.schema.ts';
import {
  createBody,
  dayOrInstant,
  idOf,
  line,
  recordSchema,
  required,
  requiredChoice,
  reviseBody,
  text,
  yesNo,
} from '../kit/fields/fields.schema.ts';
import { requiredLines } from '../kit/fields/values.schema.ts';
import { choices, named, oneOf, removedOnes, sinceDay, untilDay } from '../kit/lists/lists.schema.ts';

const { least, most } = STARS;
const NO_RATING = `The rating must be a whole number from ${least} to ${most}.`;
const wrong = ({ input }: { input?: unknown }) => (input == null || input === '' ? 'Choose a rating.' : NO_RATING);
const WHOLE_TEXT = /^\s*[1-5](\.0{1,2})?\s*$/;

/** A whole number, also as decimal text. */
const rating = z
  .union(
    [
      z.int({ error: wrong }).min(least, NO_RATING).max(most, NO_RATING),
      z.string().regex(WHOLE_TEXT, { error: wrong }).describe(`A decimal text, from ${least} to ${most}.`),
    ],
    { error: wrong },
  )
  .transform(Number);

/** What a body gives for a review, and what it shows. */
export const customerReviewFields = {
  platform: requiredChoice('The platform', REVIEW_PLATFORMS, 'Choose where it was written.'),
  rating: required(rating, z.number()),
  reviewText: text('The review', CUSTOMER_REVIEW_LIMITS.reviewText),
  /** Whether its writer agreed that it is published. */
  mayPublish: yesNo('mayPublish'),
};

const given = {
  ...customerReviewFields,
  customer: line('The name', CUSTOMER_REVIEW_LIMITS.name),
  reviewedOn: dayOrInstant('The day'),
};

/** The day on which it was written. */
export const reviewedDay = { reviewedOn: given.reviewedOn };

export const createCustomerReviewBody = createBody({
  ...given,
  customerId: idOf('The customer', 'The customer who wrote it. It cannot be changed later. Without it, their name.'),
});
export const reviseCustomerReviewBody = reviseBody(given);

export const respondBody = createBody({
  responseText: required(
    requiredLines('The response', CUSTOMER_REVIEW_LIMITS.responseText, 'Enter a response.'),
    z.string(),
  ),
}).extend({ expectedRevision });

export const eraseCustomerReviewBody = eraseBody('Enter the full name of who wrote it.');

const BY_STARS = Object.fromEntries(STAR_CHOICES.map((stars) => [stars, { rating: Number(stars) }]));

export const customerReviewList = {
  where: { removed: null },
  filters: {
    platform: oneOf('The platform', REVIEW_PLATFORMS, 'platform'),
    sentiment: oneOf('The sentiment', SENTIMENTS, 'sentiment'),
    rating: choices(`The rating must be one of: ${STAR_CHOICES.join(', ')}.`, BY_STARS),
    answered: choices('answered must be true or false.', {
      true: { isAnswered: true },
      false: { isAnswered: false },
    }),
    published: choices('published must be true or false.', {
      true: { isPublished: true },
      false: { isPublished: false },
    }),
    customerId: named('customerId'),
    from: sinceDay('from', 'reviewedOn'),
    to: untilDay('to', 'reviewedOn'),
    removed: removedOnes,
  },
  sorts: { createdAt: 'createdAt', reviewedOn: 'reviewedOn', rating: 'rating' },
};

const told = z.string().nullable();

export const customerReviewRecord = recordSchema('CustomerReview', customerReviewFields, {
  customer: told.describe('The name of who wrote it.'),
  customerId: told.describe('Null for somebody who is not among the customers.'),
  sentiment: z.enum(SENTIMENTS).meta({ 'x-labels': SENTIMENT_LABELS }).describe('From the stars and the words.'),
  sentimentBy: z
    .enum(SENTIMENT_READERS)
    .meta({ 'x-labels': SENTIMENT_READER_LABELS })
    .describe('Who says so: fixed rules, or the AI service.'),
  reviewedOn: z.string().describe('The day on which it was written.'),
  jobId: told.describe('The job that its customer was asked about; null if they were not.'),
  publishedAt: told.describe('Since when everybody may read it; null if it is not published.'),
  responseText: told.describe('What the company answered.'),
  respondedAt: told,
  erased: z.boolean().describe('Its personal data was erased for good.'),
});

export type CustomerReviewRecord = z.output<typeof customerReviewRecord>;

export const erasedCustomerReview = z
  .object({ review: customerReviewRecord, ...erasureProgress.shape })
  .meta({ id: 'ErasedCustomerReview' });
export type ErasedCustomerReview = z.output<typeof erasedCustomerReview>;

/** None of them removed. */
export const customerReviewFigures = z
  .object({
    count: z.number(),
    averageRating: told.describe('Over all reviews, a decimal text like "4.6"; null without one.'),
    unanswered: z.number(),
    negative: z.number(),
  })
  .meta({ id: 'CustomerReviewFigures' });
export type CustomerReviewFigures = z.output<typeof customerReviewFigures>;

export const importReviewsBody = z.object({
  csv: z
    .string('Choose a CSV file.')
    .min(1, 'Choose a CSV file.')
    .max(CUSTOMER_REVIEW_LIMITS.file, 'The file is too large: split it.')
    .describe(
      'A file with the columns customer, platform, rating, review and date, and if it is known “may publish”, in any order.',
    ),
});

export const importedReviews = z
  .object({
    added: z.number(),
    known: z.number().describe('Rows whose reviews were there already.'),
  })
  .meta({ id: 'ImportedReviews' });
export type ImportedReviews = z.output<typeof importedReviews>;

/** The most published reviews that one call tells. */
export const MOST_PUBLISHED = 20;
export const publishedQuery = z.object({
  limit: askedNumber('limit', 1, MOST_PUBLISHED).default(6),
});

/** What everybody may read. */
export const publishedReviews = z
  .object({
    averageRating: z
      .string()
      .nullable()
      .describe('Over all reviews of the company, published or not, a decimal text like "4.6"; null without one.'),
    count: z.number().describe('Of all reviews.'),
    reviews: z.array(
      z.object({
        name: z.string().describe('The first name and an initial.'),
        rating: z.number(),
        reviewText: z.string().nullable(),
        reviewedOn: z.string().describe('`YYYY-MM-DD`'),
      }),
    ),
  })
  .meta({ id: 'PublishedReviews' });
export type PublishedReviews = z.output<typeof publishedReviews>;
