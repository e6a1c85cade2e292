import { z } from 'zod';
import { customerReviewFields } from '../customer-reviews/schema.ts';
import { createBody, yesNo } from '../kit/fields/fields.schema.ts';

const { rating, reviewText, mayPublish } = customerReviewFields;

/** What a customer writes. */
export const writtenFields = {
  rating,
  reviewText,
  mayPublish,
  /** Whether photos of the job may be shown in public. */
  mayShowPhotos: yesNo('mayShowPhotos'),
};
export const writeReviewBody = createBody(writtenFields);

export const writtenReview = z
  .object({
    rating: z.number(),
    reviewText: z.string().nullable(),
    mayPublish: z.boolean(),
    mayShowPhotos: z.boolean(),
  })
  .meta({ id: 'WrittenReview' });
export type WrittenReview = z.output<typeof writtenReview>;
