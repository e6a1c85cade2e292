import { z } from 'zod';
import { RATING, RATINGS, REVIEW_LIMITS, REVIEW_STATUS_LABELS } from '../../domain/review/terms.ts';
import { CERTIFICATION_STATES } from '../../domain/staff/terms.ts';
import { expectedRevision } from '../kit/fields/common.schema.ts';
import {
  createBody,
  dayOrInstant,
  idOf,
  recordSchema,
  required,
  reviseBody,
  text,
} from '../kit/fields/fields.schema.ts';
import { dayGiven } from '../kit/fields/values.schema.ts';
import { named, removedOnes, sinceDay, untilDay } from '../kit/lists/lists.schema.ts';

const { least, most } = RATING;
const NO_RATING = `The rating must be a whole number from ${least} to ${most}.`;
const ratingWrong = ({ input }: { input?: unknown }) =>
  input == null || input === '' ? 'Choose a rating.' : NO_RATING;
const WHOLE_TEXT = /^\s*\d(\.0{1,2})?\s*$/;

/** A whole number, also as decimal text; whether it is on the scale, its bounds say. */
const rating = z
  .union(
    [
      z.int({ error: ratingWrong }).min(least, NO_RATING).max(most, NO_RATING),
      z
        .string()
        .regex(WHOLE_TEXT, { error: ratingWrong, abort: true })
        .refine((said) => Number(said) >= least && Number(said) <= most, NO_RATING)
        .describe(`A decimal text, from ${least} to ${most}.`),
    ],
    { error: ratingWrong },
  )
  .transform(Number);

/** What a body gives for a review, and what it shows. */
export const reviewFields = {
  overallRating: required<number | null>(rating, z.number().nullable()),
  strengths: text('The strengths', REVIEW_LIMITS.strengths),
  areasForImprovement: text('The areas for improvement', REVIEW_LIMITS.areasForImprovement),
  goals: text('The goals', REVIEW_LIMITS.goals),
};

export const reviewDays = {
  reviewPeriodStart: dayOrInstant('The first day of the period'),
  reviewPeriodEnd: dayOrInstant('The last day of the period'),
};

export const writeReviewBody = createBody({
  ...reviewFields,
  ...reviewDays,
  employeeId: idOf('The person', 'Who is reviewed: somebody else who works here. The reviewer is who is signed in.'),
});

export const reviseReviewBody = reviseBody({ ...reviewFields, ...reviewDays });

export const acknowledgementFields = { comment: text('The comment', REVIEW_LIMITS.comment) };
export const acknowledgeBody = createBody(acknowledgementFields).extend({ expectedRevision }).nullish();

export const reviewList = {
  where: { removed: null },
  filters: {
    employeeId: named('employeeId'),
    /** By the last day of the period. */
    from: sinceDay('from', 'reviewPeriodEnd'),
    to: untilDay('to', 'reviewPeriodEnd'),
    removed: removedOnes,
  },
  sorts: { createdAt: 'createdAt', reviewPeriodEnd: 'reviewPeriodEnd', overallRating: 'overallRating' },
};

export const reviewRecord = recordSchema('PerformanceReview', reviewFields, {
  employeeId: z.string(),
  /** Their sign-in name, otherwise their own. */
  employee: z.string().nullable().optional(),
  reviewerId: z.string(),
  /** As of the employee. */
  reviewer: z.string().nullable().optional(),
  /** Days, both included. */
  reviewPeriodStart: z.string(),
  reviewPeriodEnd: z.string(),
  status: z.string().meta({ 'x-labels': REVIEW_STATUS_LABELS }),
  acknowledgedAt: z.string().nullable().describe('When the person it is about acknowledged it; null: not yet.'),
  canBeAcknowledged: z
    .boolean()
    .optional()
    .describe('Whether the person it is about can sign in, and so acknowledge it.'),
  acknowledgement: z.string().nullable().describe('What they said to it then.'),
  erased: z.boolean().describe('What was thought of the person was erased for good, with them.'),
});

export type ReviewRecord = z.output<typeof reviewRecord>;

/** How many reviews there are, none of them removed. */
export const reviewFigures = z.object({ completed: z.number() }).meta({ id: 'PerformanceReviewFigures' });
export type ReviewFigures = z.output<typeof reviewFigures>;

export const ratingsAnswer = z
  .object({
    quarters: z
      .array(
        z.object({
          quarter: z.string().describe('`2026-Q2`'),
          from: z.string().describe('Its first day.'),
          to: z.string().describe('Its last day.'),
          ratings: z.object(
            Object.fromEntries(RATINGS.map((rating) => [rating, z.number()])) as Record<
              (typeof RATINGS)[number],
              z.ZodNumber
            >,
          ),
          count: z.number(),
          average: z.number().nullable().describe('To two decimals; null without a review.'),
        }),
      )
      .describe('This quarter and the seven before it, earliest first. A review counts where its period ends.'),
  })
  .meta({ id: 'Ratings' });
export type RatingsAnswer = z.output<typeof ratingsAnswer>;

export const reviewFactsQuery = z.object({
  employeeId: z.string('Choose who is reviewed.').min(1, 'Choose who is reviewed.').max(100),
  from: dayGiven('from'),
  to: dayGiven('to'),
});

/** A job that a figure counts. */
const countedJob = z.object({ jobId: z.string(), jobNumber: z.string().nullable(), title: z.string().nullable() });

/** The figures of somebody's work over some days, each with the rows that it counts. */
export const reviewFacts = z
  .object({
    hours: z.object({
      total: z.number(),
      days: z.array(countedJob.extend({ day: z.string(), hours: z.number() })),
    }),
    jobs: z.array(countedJob.extend({ firstDay: z.string(), lastDay: z.string(), hours: z.number() })),
    quoted: z
      .object({
        quoted: z.number(),
        actual: z.number(),
        jobs: z.array(countedJob.extend({ completedOn: z.string(), quoted: z.number(), actual: z.number() })),
      })
      .describe(
        'Of jobs of theirs that were finished in these days: the hours estimated, and those that the clock ran.',
      ),
    callbacks: z
      .array(
        countedJob.extend({
          createdOn: z.string(),
          afterJobId: z.string(),
          afterJobNumber: z.string().nullable(),
          completedOn: z.string(),
        }),
      )
      .describe(
        'Jobs without a price, or closed without an invoice, that came up at the same property within 30 days after one of theirs was finished.',
      ),
    safety: z.array(countedJob.extend({ safetyNotes: z.string().nullable(), hazards: z.array(z.string()) })),
    certificates: z
      .array(
        z.object({
          name: z.string(),
          issuedOn: z.string().nullable(),
          expiresOn: z.string().nullable(),
          state: z.enum(CERTIFICATION_STATES),
        }),
      )
      .describe('As they stood on the last day; as they are on file today.'),
  })
  .meta({ id: 'PerformanceReviewFacts' });
export type ReviewFacts = z.output<typeof reviewFacts>;
