import { ratingsByQuarter } from '../../domain/review/ratings.ts';
import { performanceReviews, type ReviewDocument } from '../../projections/performance-reviews.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { companyToday } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { type RatingsAnswer, reviewList } from './schema.ts';

const PAGE = 500;
const QUARTERS = 8;

/** The ratings of this quarter and the seven before it. */
export async function ratingsOf(context: ApiContext): Promise<RatingsAnswer> {
  const today = await companyToday(context);
  const from = ratingsByQuarter([], today, QUARTERS)[0]?.from ?? today;
  const query = {
    where: { ...reviewList.where, reviewPeriodEnd: { gte: from } },
    order: { field: 'reviewPeriodEnd', direction: 'asc' },
    limit: PAGE,
  } as const;
  const reviews: ReviewDocument[] = [];
  for await (const page of pagesOf(context.readModels.current(), performanceReviews.collection, query))
    reviews.push(...page);
  return { quarters: ratingsByQuarter(reviews, today, QUARTERS) };
}
