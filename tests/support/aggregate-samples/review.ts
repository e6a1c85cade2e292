import fc from 'fast-check';
import { reviewEvents } from '../../../domain/review/events.ts';
import { review } from '../../../domain/review/review.ts';
import { performanceReviews } from '../../../projections/performance-reviews.ts';
import { AT, LATER, mark, of, SAMPLE_ID, sample, some, TODAY, text, WHY } from './sample.ts';

export const reviewSample = sample(review, reviewEvents, {
  first: {
    type: 'WriteReview',
    employeeId: 'p',
    employeeRecord: 'staff',
    by: 'u',
    today: TODAY,
    now: AT,
    details: {
      reviewPeriodStart: '2026-01-01',
      reviewPeriodEnd: '2026-05-31',
      overallRating: 4,
      strengths: 'Rigging',
      areasForImprovement: null,
      goals: 'Crane signals',
    },
  },
  commands: fc.oneof(
    fc.record({
      type: of('ReviseReview'),
      details: some({
        overallRating: fc.integer({ min: 0, max: 6 }),
        strengths: text,
        goals: text,
        reviewPeriodEnd: fc.constantFrom('2025-12-31', '2026-04-30', '2027-01-01'),
      }),
      by: fc.constantFrom('p', 'u', 'x'),
      today: of(TODAY),
    }),
    fc.record({ type: of('AcknowledgeReview'), comment: text, by: fc.constantFrom('p', 'u'), now: of(LATER) }),
    fc.record({
      type: fc.constantFrom('ReopenReview', 'RemoveReview', 'RestoreReview'),
      by: fc.constantFrom('p', 'u', 'x'),
    }),
  ) as fc.Arbitrary<never>,
  projection: performanceReviews,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { employeeId, reviewerId, details, acknowledged, presence } = state;
    return { [SAMPLE_ID]: { employeeId, reviewerId, ...details, acknowledged, ...mark(presence === 'removed') } };
  },
  inClear: {
    [WHY.id]: [
      'PerformanceReviewWritten.employeeId',
      'PerformanceReviewWritten.employeeRecord',
      'PerformanceReviewWritten.reviewerId',
    ],
    [WHY.entered]: ['PerformanceReviewWritten.writtenAt', 'PerformanceReviewAcknowledged.at'],
    [WHY.work]: [
      'PerformanceReviewWritten.reviewPeriodStart',
      'PerformanceReviewWritten.reviewPeriodEnd',
      'PerformanceReviewRevised.reviewPeriodStart',
      'PerformanceReviewRevised.reviewPeriodEnd',
    ],
  },
});
