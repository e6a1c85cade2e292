import { expect, test } from 'vitest';
import { chanceOfSoFew, deviationsAbove, falseShares } from '../../../../../ai/detectors/kit/statistics.ts';

test('So few by chance is Fisher’s exact test, and layers with nothing to compare change nothing', () => {
  // Fisher's tea: of four cups and four, one and three are right.
  const tea = { recent: { won: 1, of: 4 }, before: { won: 3, of: 4 } };
  expect(chanceOfSoFew([tea])).toBeCloseTo(17 / 70, 10);
  expect(chanceOfSoFew([tea, { recent: { won: 5, of: 5 }, before: { won: 9, of: 9 } }])).toBeCloseTo(17 / 70, 10);
  // Of two sums of 0 to 4, at most two: all ways in which that comes about.
  const ways = [1, 16, 36, 16, 1];
  const atMostTwo = [0, 1, 2].reduce((sum, one) => {
    return sum + (ways[one] ?? 0) * ways.slice(0, 3 - one).reduce((all, each) => all + each, 0);
  }, 0);
  expect(chanceOfSoFew([tea, tea])).toBeCloseTo(atMostTwo / 70 ** 2, 10);
  expect(chanceOfSoFew([])).toBe(1);
});

test('The share of false discoveries grows with how many are looked at', () => {
  expect(falseShares([0.01])).toEqual([0.01]);
  const shares = falseShares([0.04, 0.01, 0.9, 0.03]);
  expect(shares.map((share) => Number(share.toFixed(4)))).toEqual([0.0533, 0.04, 0.9, 0.0533]);
  expect(falseShares([])).toEqual([]);
});

test('Deviations above chance follow from ranks alone, in layers of their own', () => {
  const above = { recent: [5, 6], before: [1, 2, 3, 4] };
  // All eight pairs, four above the middle, with a variance of 8 × 7 / 12.
  expect(deviationsAbove([above])).toBeCloseTo(4 / Math.sqrt((8 * 7) / 12), 10);
  expect(deviationsAbove([{ recent: [500, 60], before: [1, 2, 3, 4] }])).toBe(deviationsAbove([above]));
  expect(deviationsAbove([{ recent: [2, 2], before: [2, 2, 2] }])).toBe(0);
  expect(deviationsAbove([{ recent: [1, 4], before: [2, 3] }])).toBe(0);
  expect(deviationsAbove([above, { recent: [10], before: [20] }])).toBeLessThan(deviationsAbove([above]));
  expect(deviationsAbove([])).toBe(0);
});
