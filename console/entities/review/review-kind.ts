import type { ReviewRecord } from '../../../api/reviews/schema.ts';
import { RATINGS, REVIEW_LIMITS, REVIEW_STATUS_LABELS } from '../../../domain/review/terms.ts';
import type { RemovableKind } from '../../records/record-kind.ts';
import type { Field } from '../../ui/inputs/fields.ts';
import { RATING_TEXTS, REVIEWS, reviewPath, reviewTitle } from './review.ts';

/** What a form asks about a review; what is missing the server says. */
export const REVIEW_FIELDS: readonly Field[] = [
  { name: 'reviewPeriodStart', label: 'Period from', kind: 'date' },
  { name: 'reviewPeriodEnd', label: 'Period to', kind: 'date' },
  {
    name: 'overallRating',
    label: 'Overall rating',
    kind: 'choice',
    row: 'whole',
    placeholder: 'Choose a rating',
    choices: RATINGS,
    labels: RATING_TEXTS,
  },
  { name: 'strengths', label: 'Strengths', kind: 'multiline', maxLength: REVIEW_LIMITS.strengths },
  {
    name: 'areasForImprovement',
    label: 'Areas for improvement',
    kind: 'multiline',
    maxLength: REVIEW_LIMITS.areasForImprovement,
  },
  { name: 'goals', label: 'Goals for the next period', kind: 'multiline', maxLength: REVIEW_LIMITS.goals },
];

/** A performance review, in details, forms, conflicts and history. */
export const reviewKind: RemovableKind<ReviewRecord> = {
  category: 'performance_review',
  collections: REVIEWS,
  noun: 'performance review',
  fields: [
    { name: 'reviewer', label: 'Reviewer', kind: 'text', readOnly: true },
    {
      name: 'status',
      label: 'Status',
      kind: 'text',
      readOnly: true,
      inTitle: true,
      labels: REVIEW_STATUS_LABELS,
    },
    ...REVIEW_FIELDS,
    {
      name: 'acknowledgedAt',
      label: 'Acknowledged',
      kind: 'date',
      readOnly: true,
      nothing: 'Not yet',
    },
    { name: 'acknowledgement', label: 'Comment of the reviewed person', kind: 'multiline', readOnly: true },
  ],
  path: reviewPath,
  steps: {
    PerformanceReviewWritten: 'Written',
    PerformanceReviewRevised: 'Corrected',
    PerformanceReviewAcknowledged: 'Acknowledged',
    PerformanceReviewReopened: 'No longer acknowledged',
    PerformanceReviewRemoved: 'Removed',
    PerformanceReviewRestored: 'Restored',
    PerformanceReviewErased: 'Personal data erased',
  },
  removal: {
    act: 'Remove',
    word: 'Removed',
    restored: { title: 'Review Restored', text: 'It is back in the list.' },
  },
  titleOf: reviewTitle,
};
