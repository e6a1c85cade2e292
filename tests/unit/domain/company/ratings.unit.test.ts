import { expect, test } from 'vitest';
import { ratingsByQuarter } from '../../../../domain/review/ratings.ts';

const rated = (overallRating: number | null, reviewPeriodEnd: string) => ({ overallRating, reviewPeriodEnd });

test('A review counts in the quarter in which its period ends, over the end of a year too', () => {
  const reviews = [
    rated(5, '2025-09-30'),
    rated(4, '2025-10-01'),
    rated(5, '2025-12-31'),
    rated(3, '2026-01-01'),
    rated(4, '2026-03-31'),
    rated(4, '2026-02-28'),
  ];
  expect(ratingsByQuarter(reviews, '2026-02-28', 2)).toEqual([
    {
      quarter: '2025-Q4',
      from: '2025-10-01',
      to: '2025-12-31',
      ratings: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 1 },
      count: 2,
      average: 4.5,
    },
    {
      quarter: '2026-Q1',
      from: '2026-01-01',
      to: '2026-03-31',
      ratings: { 1: 0, 2: 0, 3: 1, 4: 2, 5: 0 },
      count: 3,
      average: 3.67,
    },
  ]);
});

test('A quarter without a review has no average, and a rating that was erased counts nowhere', () => {
  expect(ratingsByQuarter([rated(null, '2026-06-30')], '2026-06-15', 1)).toMatchObject([
    { quarter: '2026-Q2', to: '2026-06-30', count: 0, average: null },
  ]);
});
