import { customerReview } from '../../domain/customer-review/customer-review.ts';
import { REVIEW_PLATFORM_LABELS, type Sentiment } from '../../domain/customer-review/terms.ts';
import { firstNameIn } from '../../domain/mail/greeting.ts';
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

/**
 * Who wrote a published review, as everybody may know it: by the first name and an initial, `Ada H.`; not by a name that is
 * not plainly one person's.
 */
export function publishedName(name: string | null): string {
  const first = firstNameIn(name ?? '');
  const [initial = ''] = name?.trim().split(/\s+/).at(-1) ?? '';
  return first === null ? 'A customer' : `${first} ${initial.toUpperCase()}.`;
}

function presentReview(document: CustomerReviewDocument): CustomerReviewRecord {
  const { customerId, jobId, sentiment, reviewedOn, publishedAt, responseText, respondedAt } = document;
  return {
    ...shownOf(customerReviewFields, document),
    customer: writerOf(document),
    customerId,
    sentiment: sentiment as Sentiment,
    // A document of an older generation was read by the rules.
    sentimentBy: (document.modelSentiment ?? null) === null ? 'rules' : 'model',
    reviewedOn,
    jobId,
    publishedAt,
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
