import type { Sentiment } from '../../domain/customer-review/terms.ts';
import { monthOf } from '../../domain/kit/times.ts';
import type { SuppressionReason } from '../../domain/suppression/terms.ts';
import { customerReviews } from '../../projections/customer-reviews.ts';
import { suppressions } from '../../projections/suppressions.ts';
import type { Group, ReadModels } from '../../store/read-models.ts';
import { companyToday, companyZone, instantsOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import type { MarketingFigures } from './figures.schema.ts';

/** How many months back, including the current one. */
const MONTHS = 12;
const REVIEWS = customerReviews.collection;

/** What came back of marketing in the last twelve months, and the ratings of all reviews. */
export async function marketingFiguresOf(context: ApiContext): Promise<MarketingFigures> {
  const models = context.readModels.current();
  const [today, zone] = await Promise.all([companyToday(context), companyZone(context)]);
  const now = Temporal.PlainYearMonth.from(monthOf(today));
  const months = Array.from({ length: MONTHS }, (_, back) => now.subtract({ months: back }));
  const from = `${now.subtract({ months: MONTHS - 1 })}-01`;
  const [reviewMonths, ratings, suppressionMonths] = await Promise.all([
    reviewMonthsOf(models, from),
    ratingsOf(models),
    Promise.all(months.map((month) => suppressionsIn(models, month, zone))),
  ]);
  return { from, reviewMonths, ratings, suppressionMonths: suppressionMonths.flat() };
}

async function reviewMonthsOf(models: ReadModels, from: string): Promise<MarketingFigures['reviewMonths']> {
  const days = await models.sum(REVIEWS, {
    where: { removed: null, reviewedOn: { gte: from } },
    groupBy: ['reviewedOn', 'sentiment'],
    sum: ['rating'],
  });
  const byMonth = Map.groupBy(days, ({ by }) => monthOf(String(by['reviewedOn'])));
  const months = [...byMonth].map(([month, groups]) => {
    const stars = groups.reduce((sum, { sums }) => sum + (sums['rating'] ?? 0), 0);
    const counted = heardIn(groups);
    return { month, ...counted, averageRating: (stars / counted.count).toFixed(1) };
  });
  return months.sort((one, other) => (one.month < other.month ? 1 : -1));
}

async function ratingsOf(models: ReadModels): Promise<MarketingFigures['ratings']> {
  const groups = await models.sum(REVIEWS, { where: { removed: null }, groupBy: ['rating', 'sentiment'], sum: [] });
  const byRating = Map.groupBy(groups, ({ by }) => Number(by['rating']));
  return [...byRating]
    .map(([rating, own]) => ({ rating, ...heardIn(own) }))
    .sort((one, other) => other.rating - one.rating);
}

function heardIn(groups: readonly Group[]) {
  const of = (sentiment: Sentiment) =>
    groups.reduce((sum, { by, count }) => sum + (by['sentiment'] === sentiment ? count : 0), 0);
  const [positive, neutral, negative] = [of('positive'), of('neutral'), of('negative')];
  return { count: positive + neutral + negative, positive, neutral, negative };
}

/** None for a month without one. */
async function suppressionsIn(
  models: ReadModels,
  month: Temporal.PlainYearMonth,
  zone: string,
): Promise<MarketingFigures['suppressionMonths']> {
  const days = { from: `${month}-01`, to: month.toPlainDate({ day: month.daysInMonth }).toString() };
  const groups = await models.sum(suppressions.collection, {
    where: { removed: null, suppressedAt: instantsOf(days, zone) },
    groupBy: ['reason'],
    sum: [],
  });
  if (groups.length === 0) return [];
  const count = (reason: SuppressionReason) => groups.find(({ by }) => by['reason'] === reason)?.count ?? 0;
  return [
    {
      month: month.toString(),
      unsubscribed: count('unsubscribed'),
      bounced: count('bounced'),
      complained: count('complained'),
      by_hand: count('by_hand'),
    },
  ];
}
