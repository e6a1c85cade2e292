import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, optionalPersonal, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster. What somebody wrote is
// sealed with their name; how many stars the company got, where and when, is not.

const firstDetails = z.object({
  /** Who wrote it, as the platform names them; null for a customer of ours, who has a name of their own. */
  customerName: personal(),
  platform: z.string(),
  /** 1 to 5 stars. */
  rating: z.int(),
  reviewText: personal(),
  /** The day on which it was written, `YYYY-MM-DD`. */
  reviewedOn: z.string(),
});

/** What a review says. */
export const customerReviewDetails = firstDetails.extend({
  /** Whether its writer agreed that the company publishes it, with their first name and an initial. */
  mayPublish: z.boolean(),
});

const received = z.object({
  /** The customer who wrote it; null for somebody who is not in our books, or not known to be. */
  customerId: z.string().nullable(),
  receivedAt: z.string(),
});

const receivedOfJob = received.extend({
  ...customerReviewDetails.shape,
  /** The job that it is about, whose customer was asked for it; null if they were not. */
  jobId: z.string().nullable(),
});

const CustomerReviewReceived = defineEvent('CustomerReviewReceived', received.extend(firstDetails.shape))
  .next(receivedOfJob, (before) => ({ ...before, mayPublish: false, jobId: null }))
  .next(
    /** `mayShowPhotos`: whether they agreed that photos of the job are shown in public, for the job (`follow-review`). */
    receivedOfJob.extend({ mayShowPhotos: z.boolean() }),
    (before) => ({ ...before, mayShowPhotos: false }),
  );

const revised = z.object({
  customerName: optionalPersonal(),
  platform: z.string().optional(),
  rating: z.int().optional(),
  reviewText: optionalPersonal(),
  reviewedOn: z.string().optional(),
});

/** Holds only the fields that changed. */
const CustomerReviewRevised = defineEvent('CustomerReviewRevised', revised).next(
  revised.extend({ mayPublish: z.boolean().optional() }),
  (before) => before,
);

/** How a language model reads what was written: its reading of one version of the stars and words (`CustomerReview.version`). */
const CustomerReviewSentimentRead = defineEvent(
  'CustomerReviewSentimentRead',
  z.object({
    version: z.int(),
    /** One of SENTIMENTS. */
    sentiment: z.string(),
  }),
);

/** Everybody may read it, for instance on the company's website. */
const CustomerReviewPublished = defineEvent('CustomerReviewPublished', z.object({ at: z.string() }));
const CustomerReviewUnpublished = defineEvent('CustomerReviewUnpublished', z.object({}));

/** What the company answers. */
const response = z.object({
  responseText: personal(),
  /** Whether its writer is told by email, where they have an address; not where an undo puts it back. */
  isMailed: z.boolean(),
  at: z.string(),
});
const CustomerReviewResponded = defineEvent('CustomerReviewResponded', response);
const CustomerReviewResponseWithdrawn = defineEvent('CustomerReviewResponseWithdrawn', z.object({}));
const CustomerReviewRemoved = defineEvent('CustomerReviewRemoved', z.object({}));
const CustomerReviewRestored = defineEvent('CustomerReviewRestored', z.object({}));
/** Erased with the person who wrote it; the stars stay. */
const CustomerReviewErased = defineErasure('CustomerReviewErased', z.object({}));

export const customerReviewEvents = [
  CustomerReviewReceived,
  CustomerReviewRevised,
  CustomerReviewSentimentRead,
  CustomerReviewPublished,
  CustomerReviewUnpublished,
  CustomerReviewResponded,
  CustomerReviewResponseWithdrawn,
  CustomerReviewRemoved,
  CustomerReviewRestored,
  CustomerReviewErased,
] as const;

/** Whether a correction changes what the sentiment is read from. */
export function isOtherWording(revised: object): boolean {
  return 'rating' in revised || 'reviewText' in revised;
}

export type CustomerReviewEvent = BodyOf<(typeof customerReviewEvents)[number]>;
export type CustomerReviewDetails = z.output<typeof customerReviewDetails>;
