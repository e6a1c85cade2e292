import { addDays } from '../kit/times.ts';
import type { ReviewDetails } from './events.ts';
import { RATINGS } from './terms.ts';

/** The ratings of the reviews whose period ended in a quarter of a year. */
export interface QuarterOfRatings {
  /** `2026-Q2`. */
  quarter: string;
  /** Its first and last day. */
  from: string;
  to: string;
  /** How many reviews have each rating, by the rating as text. */
  ratings: Record<(typeof RATINGS)[number], number>;
  count: number;
  /** The mean of the ratings, to two decimals; null without any. */
  average: number | null;
}

/**
 * The quarters up to the one of a day, itself included, earliest first, with the ratings of each. A rating that was
 * erased with its person counts nowhere.
 * @param today `YYYY-MM-DD`
 */
export function ratingsByQuarter(
  reviews: readonly Pick<ReviewDetails, 'overallRating' | 'reviewPeriodEnd'>[],
  today: string,
  quarters: number,
): QuarterOfRatings[] {
  const spans = [quarterOf(today)];
  for (let first = spans[0]; first && spans.length < quarters; first = spans[0])
    spans.unshift(quarterOf(addDays(first.from, -1)));
  return spans.map((span) => {
    const ratings = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
    const given = reviews
      .filter(({ reviewPeriodEnd }) => reviewPeriodEnd >= span.from && reviewPeriodEnd <= span.to)
      .flatMap(({ overallRating }) => RATINGS.find((each) => each === String(overallRating)) ?? []);
    for (const rating of given) ratings[rating] += 1;
    const sum = given.reduce((total, rating) => total + Number(rating), 0);
    const average = given.length === 0 ? null : Math.round((100 * sum) / given.length) / 100;
    return { ...span, ratings, count: given.length, average };
  });
}

function quarterOf(day: string): Pick<QuarterOfRatings, 'quarter' | 'from' | 'to'> {
  const [year = '', month = ''] = day.split('-');
  const number = Math.ceil(Number(month) / 3);
  const from = `${year}-${String(3 * number - 2).padStart(2, '0')}-01`;
  const last = `${year}-${String(3 * number).padStart(2, '0')}`;
  return { quarter: `${year}-Q${number}`, from, to: `${last}-${number === 1 || number === 4 ? '31' : '30'}` };
}
