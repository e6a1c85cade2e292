import { queryOptions } from '@tanstack/react-query';
import type {
  CustomerReviewFigures,
  CustomerReviewRecord,
  customerReviewList,
} from '../../../api/customer-reviews/schema.ts';
import { REVIEW_PLATFORM_LABELS } from '../../../domain/customer-review/terms.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';

export const CUSTOMER_REVIEWS = ['customer_reviews'] as const;
export const CUSTOMER_REVIEWS_PATH = '/api/marketing/reviews';

/** Each shows the name of a customer. */
const META = { collections: [...CUSTOMER_REVIEWS, 'customers'] } as const;

/** The path of a review. */
export function customerReviewPath(id: string): string {
  return `${CUSTOMER_REVIEWS_PATH}/${encodeURIComponent(id)}`;
}

/** The list's filters, as query parameters of its call. */
export type CustomerReviewFilter = Readonly<
  Partial<
    Record<
      'search' | 'platform' | 'rating' | 'sentiment' | 'answered' | 'published' | 'from' | 'to' | 'sort',
      string | undefined
    > &
      Record<'removed', boolean | undefined>
  >
>;

/** The columns that the server sorts by. */
export const CUSTOMER_REVIEW_SORTS = [
  'createdAt',
  'reviewedOn',
  'rating',
] as const satisfies readonly (keyof typeof customerReviewList.sorts)[];

/** The call of the list; what was written last is first. */
export function customerReviewsCall({ sort = '-reviewedOn', ...filter }: CustomerReviewFilter): string {
  return listCall(CUSTOMER_REVIEWS_PATH, { ...filter, sort });
}

/** The reviews of a call, loaded as far as the person has scrolled. */
export function customerReviewsQuery(path: string) {
  return pagedQuery<CustomerReviewRecord>({
    queryKey: ['customer-reviews', path],
    meta: META,
    path,
    limit: 60,
    further: 200,
    select: recordsOf,
  });
}

/** One review, removed or not. */
export function customerReviewQuery(id: string) {
  return queryOptions({
    queryKey: ['customer-review', id],
    meta: { ...META, id },
    queryFn: (context) => read<CustomerReviewRecord>(customerReviewPath(id), context),
  });
}

/** How many there are, and their average rating. */
export const customerReviewFiguresQuery = queryOptions({
  queryKey: ['customer-review-figures'],
  meta: { collections: CUSTOMER_REVIEWS },
  queryFn: (context) => read<CustomerReviewFigures>(`${CUSTOMER_REVIEWS_PATH}/figures`, context),
});

/** What a platform is called. */
export function platformLabel(platform: string): string {
  return REVIEW_PLATFORM_LABELS[platform] ?? platform;
}
