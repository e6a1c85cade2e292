import type { CustomerReviewRecord } from '../../../api/customer-reviews/schema.ts';
import {
  CUSTOMER_REVIEW_LIMITS,
  REVIEW_PLATFORM_LABELS,
  REVIEW_PLATFORMS,
  SENTIMENT_LABELS,
  SENTIMENT_READER_LABELS,
  STAR_CHOICES,
} from '../../../domain/customer-review/terms.ts';
import type { RemovableKind } from '../../records/record-kind.ts';
import type { Field } from '../../ui/inputs/fields.ts';
import { CUSTOMER_REVIEWS, customerReviewPath } from './customer-review.ts';
import { MayPublishInput } from './may-publish-input.tsx';

const STARS: Readonly<Record<string, string>> = Object.fromEntries(
  STAR_CHOICES.map((stars) => [stars, `${stars} of 5 stars`]),
);

/** Who wrote a review, where they are not among the customers. */
export const WRITER_FIELD: Field = {
  name: 'customer',
  label: 'Written by',
  kind: 'text',
  row: 'whole',
  maxLength: CUSTOMER_REVIEW_LIMITS.name,
  inTitle: true,
};

/** What a form asks about a review besides who wrote it. */
export const CUSTOMER_REVIEW_FIELDS: readonly Field[] = [
  {
    name: 'platform',
    label: 'Platform',
    kind: 'choice',
    placeholder: 'Choose where',
    choices: REVIEW_PLATFORMS,
    labels: REVIEW_PLATFORM_LABELS,
  },
  {
    name: 'rating',
    label: 'Rating',
    kind: 'choice',
    placeholder: 'Choose a rating',
    choices: STAR_CHOICES,
    labels: STARS,
  },
  { name: 'reviewedOn', label: 'Written on', kind: 'date', row: 'start' },
  { name: 'reviewText', label: 'Review', kind: 'multiline', maxLength: CUSTOMER_REVIEW_LIMITS.reviewText },
  {
    name: 'mayPublish',
    label: 'Consent',
    kind: 'structured',
    control: MayPublishInput,
    format: (mayPublish) => (mayPublish ? 'May be published' : 'May not be published'),
  },
];

/** What a customer wrote about the company, in details, forms, conflicts and history. */
export const customerReviewKind: RemovableKind<CustomerReviewRecord> = {
  category: 'customer_review',
  collections: CUSTOMER_REVIEWS,
  noun: 'review',
  fields: [
    WRITER_FIELD,
    ...CUSTOMER_REVIEW_FIELDS,
    { name: 'sentiment', label: 'Sentiment', kind: 'text', readOnly: true, labels: SENTIMENT_LABELS },
    { name: 'sentimentBy', label: 'Sentiment from', kind: 'text', readOnly: true, labels: SENTIMENT_READER_LABELS },
    { name: 'responseText', label: 'Business response', kind: 'multiline', readOnly: true },
  ],
  path: customerReviewPath,
  steps: {
    CustomerReviewReceived: 'Received',
    CustomerReviewRevised: 'Corrected',
    CustomerReviewSentimentRead: 'Sentiment read',
    CustomerReviewPublished: 'Published',
    CustomerReviewUnpublished: 'No longer published',
    CustomerReviewResponded: 'Responded to',
    CustomerReviewResponseWithdrawn: 'Response withdrawn',
    CustomerReviewRemoved: 'Removed',
    CustomerReviewRestored: 'Restored',
    CustomerReviewErased: 'Personal data erased',
  },
  removal: {
    act: 'Remove',
    word: 'Removed',
    restored: { title: 'Review Restored', text: 'It is back in the list.' },
  },
  titleOf: ({ customer }) => `Review by ${customer ?? 'a customer'}`,
};
