import { expect, test } from 'vitest';
import { takesText } from '../../../../console/entities/job/takes.ts';
import { workHours } from '../../../../domain/quote/work-hours.ts';
import { minutesOfJob } from '../../../../optimizer/planning/problem.ts';

const item = (estimatedHours: number | null, quantity = 1) => ({ estimatedHours, quantity });

test.each([
  ['hours of each, as often as it is done', [item(1.5, 3), item(2)], 6.5, 0],
  ['4 hours for what has none, beside others: a removal with a stump', [item(null), item(1)], 5, 1],
  ['4 hours for what has none however often it is done', [item(null, 6), item(1)], 5, 1],
  ['nothing where nobody said anything', [item(null), item(null)], null, 2],
  ['no time for what is said to take none, beside others', [item(0), item(2)], 2, 0],
  ['nothing where no time is said for any of it', [item(0)], null, 1],
  ['4 hours for what has none, beside what takes no time', [item(null), item(0)], 4, 1],
  ['no noise of floats', [item(0.1, 3), item(0.2)], 0.5, 0],
  ['at most what a job can take', [item(1_000, 10_000)], 1_000, 0],
])('The hours of work count %s', (_, items, hours, unknown) =>
  expect(workHours(items)).toEqual({ hours, unknown: Array.from({ length: unknown }, () => expect.anything()) }),
);

test('A job of 0 hours is one of which nobody said how long it takes, in words and in a plan', () => {
  expect(takesText([], 0)).toBe('4 h (assumed)');
  expect(minutesOfJob(0)).toBe(minutesOfJob(null));
  expect(minutesOfJob(0.5)).toBe(30);
  expect(minutesOfJob(4 / 60)).toBe(4);
});
