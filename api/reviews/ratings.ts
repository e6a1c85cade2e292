import { ratingsByQuarter } from '../../domain/review/ratings.ts';
import { performanceReviews } from '../../projections/performance-reviews.ts';
import { allOf } from '../../store/read-pages.ts';
import { companyToday } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { type RatingsAnswer, reviewList } from './schema.ts';

const QUARTERS = 8;

/** The ratings of this quarter and the seven before it. */
export async function ratingsOf(context: ApiContext): Promise<RatingsAnswer> {
  const today = await companyToday(context);
  const from = ratingsByQuarter([], today, QUARTERS)[0]?.from ?? today;
  const reviews = await allOf(context.readModels.current(), performanceReviews.collection, {
    where: { ...reviewList.where, reviewPeriodEnd: { gte: from } },
    order: { field: 'reviewPeriodEnd', direction: 'asc' },
  });
  return { quarters: ratingsByQuarter(reviews, today, QUARTERS) };
}
