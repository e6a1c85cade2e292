import { expect, test } from 'vitest';
import { comparisonIn, sameDaysOf } from '../../../../ai/ask/comparisons.ts';
import { countIn } from '../../../../ai/ask/counts.ts';

/** A Sunday. */
const TODAY = '2026-11-15';
const november = { from: '2026-11-01', to: '2026-11-30' };
const october = { from: '2026-10-01', to: '2026-10-31' };
const year = (of: number) => ({ from: `${of}-01-01`, to: `${of}-12-31` });

test.each([
  ['revenue this month compared to last month', november, october],
  ['compare this month with last month', november, october],
  ['this year vs last year', year(2026), year(2025)],
  ['revenue 2025 vs 2026', year(2026), year(2025)],
  ['revenue october vs september', october, { from: '2026-09-01', to: '2026-09-30' }],
  ['did we make more this month than last month?', november, october],
  ['revenue compared to last month', november, october],
  ['revenue this month compared to the same time last year', november, { from: '2025-11-01', to: '2025-11-30' }],
  ['revenue this month compared to a year ago', november, { from: '2025-11-01', to: '2025-11-30' }],
])('Two times are compared, the later one first: %s', (question, time, than) => {
  expect(comparisonIn(question, TODAY)).toMatchObject({ time, than });
});

test.each([
  'revenue this month',
  'jobs over more than $500',
  'revenue of maple compared to oak',
  'revenue this month compared to costs last month',
  'revenue in 2024 and in 2025 compared to 2026',
])('What is no comparison of two times is left to other words: %s', (question) => {
  expect(comparisonIn(question, TODAY)).toBeNull();
});

test('A month that is not over is compared with the same days of the other one, besides all of it', () => {
  expect(sameDaysOf({ from: '2026-11-01', to: '2026-11-15' }, october)).toEqual({
    from: '2026-10-01',
    to: '2026-10-15',
  });
  expect(sameDaysOf({ from: '2026-01-01', to: '2026-11-15' }, year(2025))).toEqual({
    from: '2025-01-01',
    to: '2025-11-15',
  });
  expect(sameDaysOf(november, october)).toBeNull();
  expect(sameDaysOf({ from: '2026-03-01', to: '2026-03-31' }, { from: '2026-02-01', to: '2026-02-28' })).toBeNull();
});

test.each([
  ['top 5 customers', 5, 'top customers'],
  ['the ten biggest jobs', 10, 'the biggest jobs'],
  ['top three crews by profit', 3, 'top crews by profit'],
  ['top 5% of customers', null, 'top 5% of customers'],
  ['best 2025 jobs', null, 'best 2025 jobs'],
  ['top 0 jobs', null, 'top 0 jobs'],
  ['jobs over 5 hours', null, 'jobs over 5 hours'],
])('How many are asked for: %s', (question, first, rest) => {
  expect(countIn(question)).toEqual({ first, rest });
});
