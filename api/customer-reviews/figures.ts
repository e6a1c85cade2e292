import { customerReviews } from '../../projections/customer-reviews.ts';
import type { ReadModels } from '../../store/read-models.ts';

/** What customers gave the company. */
export interface Ratings {
  count: number;
  /** A decimal text like "4.6"; null without a review. */
  averageRating: string | null;
  /** How many are negative. */
  negative: number;
}

/** Over all reviews that are not removed. */
export async function ratingsOf(models: Pick<ReadModels, 'sum'>): Promise<Ratings> {
  const groups = await models.sum(customerReviews.collection, {
    where: { removed: null },
    groupBy: ['sentiment'],
    sum: ['rating'],
  });
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const stars = groups.reduce((sum, { sums }) => sum + (sums['rating'] ?? 0), 0);
  return {
    count,
    averageRating: count === 0 ? null : (stars / count).toFixed(1),
    negative: groups.find(({ by }) => by['sentiment'] === 'negative')?.count ?? 0,
  };
}
