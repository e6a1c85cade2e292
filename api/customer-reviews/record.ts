import { customerReview } from '../../domain/customer-review/customer-review.ts';
import { REVIEW_PLATFORM_LABELS, type Sentiment } from '../../domain/customer-review/terms.ts';
import { type CustomerReviewDocument, customerReviews } from '../../projections/customer-reviews.ts';
import { shownName } from '../customers/record.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { type CustomerReviewRecord, customerReviewFields } from './schema.ts';

/** Who wrote a review: the customer by their name of today, anybody else as the platform names them. */
export function writerOf(review: CustomerReviewDocument): string | null {
  const { customerId, customerName, customerFirstName, customerLastName } = review;
  if (customerId === null) return customerName;
  return shownName({ firstName: customerFirstName, lastName: customerLastName });
}

function presentReview(document: CustomerReviewDocument): CustomerReviewRecord {
  const { customerId, sentiment, reviewedOn, responseText, respondedAt } = document;
  return {
    ...shownOf(customerReviewFields, document),
    customer: writerOf(document),
    customerId,
    sentiment: sentiment as Sentiment,
    reviewedOn,
    responseText,
    respondedAt,
    erased: document.erased === true,
  };
}

export const customerReviewKind = recordKind({
  decider: customerReview,
  projection: customerReviews,
  area: 'marketing',
  title: (review: CustomerReviewDocument) => `Review by ${writerOf(review) ?? 'a customer'}`,
  found: {
    detail: ({ rating, platform }) => [`${rating} of 5 on ${REVIEW_PLATFORM_LABELS[platform] ?? platform}`],
  },
  present: presentReview,
  hangsOn: 'customer',
});
