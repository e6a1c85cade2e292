import { expect, test } from 'vitest';
import { costOfEach } from '../../../../domain/campaign/outcome.ts';

test.each([
  [10_000, 3, 3_333],
  [101, 2, 51],
  [0, 4, 0],
  [10_000, 0, null],
  [null, 4, null],
])('A budget of %s cents for %s is %s cents each', (budget, count, each) => {
  expect(costOfEach(budget, count)).toBe(each);
});
