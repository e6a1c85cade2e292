import { eraseRoute } from '../kit/changes/erase-route.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { streamOf } from '../kit/records.ts';
import { customerReviewKind } from './record.ts';
import { customerReviewRecord, eraseCustomerReviewBody, erasedCustomerReview } from './schema.ts';

const description = `Erases the personal data of somebody who wrote a review and is not among the customers. Texts read
\`[erased]\` everywhere, in every history too. The stars stay. None of it can be undone. 409 for a review of a customer: it goes with them.`;

/** Erases somebody known only by a review. */
export function eraseCustomerReviewRoute(app: App, context: ApiContext): void {
  eraseRoute(app, context, {
    kind: customerReviewKind,
    record: customerReviewRecord,
    path: '/api/marketing/reviews',
    tag: 'Marketing',
    description,
    body: eraseCustomerReviewBody,
    answered: erasedCustomerReview,
    command: (confirm) => ({ type: 'ErasePersonOfCustomerReview', confirm }) as const,
    rootsOf: (id) => [streamOf(customerReviewKind, id)],
    answer: (review, progress) => ({ review, ...progress }),
  });
}
