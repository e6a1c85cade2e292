import {
  ERASED_CUSTOMER_REVIEW,
  erasedResponse,
  NO_RESPONSE,
  type ReviewResponse,
} from '../domain/customer-review/customer-review.ts';
import {
  type CustomerReviewDetails,
  type CustomerReviewEvent,
  isOtherWording,
} from '../domain/customer-review/events.ts';
import { sentimentOf } from '../domain/customer-review/sentiment.ts';
import type { CustomerDocument } from './customers.ts';
import { removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { type LinkTo, readModel } from './engine/read-model.ts';

/** The customer's names, for searching. */
const ofCustomer = {
  collection: 'customers',
  by: 'customerId',
  fields: { customerFirstName: 'firstName', customerLastName: 'lastName' },
} as const satisfies LinkTo<CustomerDocument>;

type Linked = Record<keyof typeof ofCustomer.fields, string | null>;

interface Derived {
  /** `positive`, `neutral` or `negative`: as the model read it, or by the rules. */
  sentiment: string;
  isAnswered: boolean;
  /** Whether everybody may read it. */
  isPublished: boolean;
}

/** What a customer wrote about the company, and what it answered. */
export interface CustomerReviewDocument extends RecordDocument, CustomerReviewDetails, ReviewResponse, Derived, Linked {
  customerId: string | null;
  /** The job that its customer was asked about; null if they were not. */
  jobId: string | null;
  /** How the model read it as it stands; null if it did not. */
  modelSentiment: string | null;
  /** ISO UTC; null if it is not published. */
  publishedAt: string | null;
  /** ISO UTC. */
  createdAt: string;
}

const ORDERS = ['createdAt', 'reviewedOn', 'rating'] as const;
const FILTERS = ['platform', 'rating', 'sentiment', 'isAnswered', 'isPublished', 'customerId'] as const;

export const customerReviews = readModel<CustomerReviewDocument, CustomerReviewEvent, Derived, Linked>()({
  name: 'customer_reviews',
  version: 4,
  of: 'customer_review',
  indexes: [
    ...ORDERS.map((order) => ['removed', order] as const),
    ...ORDERS.flatMap((order) =>
      FILTERS.filter((filter) => filter !== order).map((filter) => ['removed', filter, order] as const),
    ),
    // What they come to, by day, over all and of each rating.
    ['removed', 'reviewedOn', 'sentiment', 'rating'],
    ['customerId'],
    ['customerId', 'createdAt'],
    // What a file that is imported has already brought.
    ['platform', 'reviewedOn'],
  ],
  search: ['customerFirstName', 'customerLastName', 'customerName', 'reviewText', 'responseText'],
  links: [ofCustomer],
  first: {
    CustomerReviewReceived: ({ receivedAt, mayShowPhotos: _, ...fields }) => ({
      ...fields,
      ...NO_RESPONSE,
      modelSentiment: null,
      publishedAt: null,
      createdAt: receivedAt,
    }),
  },
  after: {
    CustomerReviewRevised: (revised) => ({ ...revised, ...(isOtherWording(revised) && { modelSentiment: null }) }),
    CustomerReviewSentimentRead: ({ sentiment }) => ({ modelSentiment: sentiment }),
    CustomerReviewPublished: ({ at }) => ({ publishedAt: at }),
    CustomerReviewUnpublished: () => ({ publishedAt: null }),
    CustomerReviewResponded: ({ responseText, at }) => ({ responseText, respondedAt: at }),
    CustomerReviewResponseWithdrawn: () => NO_RESPONSE,
    CustomerReviewRemoved: removed,
    CustomerReviewRestored: restored,
    CustomerReviewErased: (_, { responseText, respondedAt }) => ({
      ...ERASED_CUSTOMER_REVIEW,
      ...erasedResponse({ responseText, respondedAt }),
      modelSentiment: null,
      publishedAt: null,
      erased: true,
    }),
  },
  derived: ({ rating, reviewText, modelSentiment, respondedAt, publishedAt }) => ({
    sentiment: modelSentiment ?? sentimentOf(rating, reviewText),
    isAnswered: respondedAt !== null,
    isPublished: publishedAt !== null,
  }),
});
