import type { Acknowledgement, ReviewDetails, ReviewEvent } from '../domain/review/events.ts';
import { ERASED_REVIEW, erasedAcknowledgement } from '../domain/review/review.ts';
import { merged, removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { type LinkTo, readModel } from './engine/read-model.ts';
import type { PersonDocument } from './staff.ts';

/** The fields a review is searched by. */
const ofPerson = {
  collection: 'people',
  by: 'employeeId',
  fields: { employeeNames: 'names' },
} as const satisfies LinkTo<PersonDocument>;

type Linked = Record<keyof typeof ofPerson.fields, string | null>;

/** A review of somebody's work over some days. */
export interface ReviewDocument extends RecordDocument, ReviewDetails, Linked {
  employeeId: string;
  employeeRecord: string;
  reviewerId: string;
  /** Null until the person it is about has read it. */
  acknowledged: Acknowledgement | null;
  /** ISO UTC. */
  createdAt: string;
}

const ORDERS = ['createdAt', 'reviewPeriodEnd', 'overallRating'] as const;

export const performanceReviews = readModel<ReviewDocument, ReviewEvent, object, Linked>()({
  name: 'performance_reviews',
  version: 1,
  of: 'performance_review',
  indexes: [
    ...ORDERS.map((order) => ['removed', order] as const),
    ...ORDERS.map((order) => ['removed', 'employeeId', order] as const),
    ['employeeRecord', 'employeeId'],
    ['employeeId'],
  ],
  search: ['employeeNames', 'strengths', 'areasForImprovement', 'goals'],
  links: [ofPerson],
  first: {
    PerformanceReviewWritten: ({ writtenAt, ...fields }) => ({ ...fields, acknowledged: null, createdAt: writtenAt }),
  },
  after: {
    PerformanceReviewRevised: merged,
    PerformanceReviewAcknowledged: (acknowledged) => ({ acknowledged }),
    PerformanceReviewReopened: () => ({ acknowledged: null }),
    PerformanceReviewRemoved: removed,
    PerformanceReviewRestored: restored,
    PerformanceReviewErased: (_, { acknowledged }) => ({
      ...ERASED_REVIEW,
      acknowledged: erasedAcknowledgement(acknowledged),
      erased: true,
    }),
  },
});
