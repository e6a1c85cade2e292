import { queryOptions } from '@tanstack/react-query';
import type {
  RatingsAnswer,
  ReviewFacts,
  ReviewFigures,
  ReviewRecord,
  reviewList,
} from '../../../api/reviews/schema.ts';
import { RATING_LABELS, RATINGS } from '../../../domain/review/terms.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';

export const REVIEWS = ['performance_reviews'] as const;
export const REVIEWS_PATH = '/api/hr/performance-reviews';

/** Each shows the names of two people. */
const META = { collections: [...REVIEWS, 'people'] } as const;

/** The path of a review. */
export function reviewPath(id: string): string {
  return `${REVIEWS_PATH}/${encodeURIComponent(id)}`;
}

/** The list's filters, as query parameters of its call. */
export type ReviewFilter = Readonly<
  Partial<
    Record<'employeeId' | 'search' | 'from' | 'to' | 'sort', string | undefined> &
      Record<'removed', boolean | undefined>
  >
>;

/** The columns that the server sorts by. */
export const REVIEW_SORTS = [
  'createdAt',
  'reviewPeriodEnd',
  'overallRating',
] as const satisfies readonly (keyof typeof reviewList.sorts)[];

/** The call of the list. @param filter.sort the newest first without it, or for a column that the server does not sort by */
export function reviewsCall({ sort = '', ...filter }: ReviewFilter): string {
  const isSortable = (REVIEW_SORTS as readonly string[]).includes(sort.replace(/^-/, ''));
  return listCall(REVIEWS_PATH, { ...filter, sort: isSortable ? sort : '-createdAt' });
}

/** The reviews of a call, loaded as far as the person has scrolled. */
export function reviewsQuery(path: string) {
  return pagedQuery<ReviewRecord>({
    queryKey: ['performance-reviews', path],
    meta: META,
    path,
    limit: 60,
    further: 200,
    select: recordsOf,
  });
}

/** One review, removed or not. */
export function reviewQuery(id: string) {
  return queryOptions({
    queryKey: ['performance-review', id],
    meta: { ...META, id },
    queryFn: (context) => read<ReviewRecord>(reviewPath(id), context),
  });
}

/** How many reviews there are. */
export const reviewFiguresQuery = queryOptions({
  queryKey: ['performance-review-figures'],
  meta: { collections: REVIEWS },
  queryFn: (context) => read<ReviewFigures>(`${REVIEWS_PATH}/figures`, context),
});

/** The ratings of two years by quarter. */
export const ratingsQuery = queryOptions({
  queryKey: ['performance-review-ratings'],
  meta: { collections: [...REVIEWS, 'company'] },
  queryFn: (context) => read<RatingsAnswer>(`${REVIEWS_PATH}/ratings`, context),
});

/** Whose work, and on which days, `YYYY-MM-DD`, both included. */
export interface Reviewed {
  employeeId: string;
  from: string;
  to: string;
}

/** What the records say about somebody's work. */
export function reviewFactsQuery({ employeeId, from, to }: Reviewed) {
  const path = listCall(`${REVIEWS_PATH}/facts`, { employeeId, from, to });
  return queryOptions({
    queryKey: ['performance-review-facts', path],
    meta: { collections: ['costs', 'jobs', 'people'] },
    queryFn: (context) => read<ReviewFacts>(path, context),
  });
}

/** `4 · Exceeds Expectations`, by the number as text. */
export const RATING_TEXTS: Readonly<Record<string, string>> = Object.fromEntries(
  RATINGS.map((rating) => [rating, `${rating} · ${RATING_LABELS[rating]}`]),
);

/** A review's title. */
export function reviewTitle({ employee }: Pick<ReviewRecord, 'employee'>): string {
  return `Review of ${employee ?? 'somebody'}`;
}
