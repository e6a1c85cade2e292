import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, optionalPersonal, personal, personalNumber } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster. What is thought of
// somebody is sealed under their key, the rating too; that they were reviewed, and for which days, is not.

export const reviewDetails = z.object({
  /** The first and the last day that it looks back on, `YYYY-MM-DD` in the company's zone. */
  reviewPeriodStart: z.string(),
  reviewPeriodEnd: z.string(),
  /** 1 to 5; null once erased. */
  overallRating: personalNumber(),
  strengths: personal(),
  areasForImprovement: personal(),
  /** For the next period. */
  goals: personal(),
});

const PerformanceReviewWritten = defineEvent(
  'PerformanceReviewWritten',
  reviewDetails.extend({
    /** Who is reviewed. */
    employeeId: z.string(),
    /** Their kind of record: `staff`, or only a `user` account. */
    employeeRecord: z.string(),
    /** The account of whoever wrote it. */
    reviewerId: z.string(),
    writtenAt: z.string(),
  }),
);

/** Holds only the fields that changed. */
const PerformanceReviewRevised = defineEvent(
  'PerformanceReviewRevised',
  z.object({
    reviewPeriodStart: z.string().optional(),
    reviewPeriodEnd: z.string().optional(),
    overallRating: personalNumber().optional(),
    strengths: optionalPersonal(),
    areasForImprovement: optionalPersonal(),
    goals: optionalPersonal(),
  }),
);

/** Whoever it is about has read it, and may say something to it. */
const acknowledged = z.object({ comment: personal(), at: z.string() });
const PerformanceReviewAcknowledged = defineEvent('PerformanceReviewAcknowledged', acknowledged);
const PerformanceReviewReopened = defineEvent('PerformanceReviewReopened', z.object({}));
const PerformanceReviewRemoved = defineEvent('PerformanceReviewRemoved', z.object({}));
const PerformanceReviewRestored = defineEvent('PerformanceReviewRestored', z.object({}));
/** Erased together with the person; the days stay. */
const PerformanceReviewErased = defineErasure('PerformanceReviewErased', z.object({}));

export const reviewEvents = [
  PerformanceReviewWritten,
  PerformanceReviewRevised,
  PerformanceReviewAcknowledged,
  PerformanceReviewReopened,
  PerformanceReviewRemoved,
  PerformanceReviewRestored,
  PerformanceReviewErased,
] as const;

export type ReviewEvent = BodyOf<(typeof reviewEvents)[number]>;
export type ReviewDetails = z.output<typeof reviewDetails>;
export type Acknowledgement = z.output<typeof acknowledged>;
