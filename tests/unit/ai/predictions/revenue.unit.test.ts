import { expect, test } from 'vitest';
import { revenueAhead } from '../../../../ai/predictions/revenue.ts';
import { forecastOf, forecastSpan } from '../../../../domain/forecast/forecast.ts';
import { figureOf } from '../../../support/insights/predicted.ts';

const same = (count: number) => Array<number>(count).fill(4_500_000);

test('The next month and the next quarter of the calendar are told, as the forecast of the finances tells them', () => {
  const history = [100, 100, 100, 100, 100, 100, 130, 70, 100, 100, 160, 100, 90, 110, 120].map(
    (value) => value * 100_000,
  );
  const card = revenueAhead('2026-11', history, true);
  const months = forecastOf(history, 6)?.months ?? [];
  const month = figureOf(card, 'next_month');
  const quarter = figureOf(card, 'next_quarter');
  const inDollars = (at: number) => (months[at]?.value ?? 0) / 100;

  expect(month).toMatchObject({ label: 'Next month, Dec 2026', value: inDollars(1), unit: 'dollars' });
  expect(month.range).toMatchObject({ low: (months[1]?.low ?? 0) / 100, high: (months[1]?.high ?? 0) / 100 });
  expect(quarter).toMatchObject({ label: 'Next quarter, Jan to Mar 2027' });
  expect(quarter.value).toBe(inDollars(2) + inDollars(3) + inDollars(4));
  expect(quarter.offBy).toMatch(/^Off by \d+% on average over \d+ tries\.$/);
});

test.each([
  ['2026-09', 'Next quarter, Oct to Dec 2026'],
  ['2026-10', 'Next quarter, Jan to Mar 2027'],
  ['2026-12', 'Next quarter, Jan to Mar 2027'],
])('In %s it is the %s', (month, label) => {
  expect(figureOf(revenueAhead(month, same(24), true), 'next_quarter')).toMatchObject({ label, value: 135_000 });
});

test('With too few months it says how many are needed, and there is no card where no money ever came in', () => {
  const needs = (month: string, known: number, id = 'next_quarter') =>
    figureOf(revenueAhead(month, same(known), true), id).needs;

  expect(needs('2026-12', 10)).toBe('11 full months since the first payment; so far there are 10.');
  expect(needs('2026-12', 11)).toBeNull();
  expect(needs('2026-10', 12)).toBe('13 full months since the first payment; so far there are 12.');
  expect(needs('2026-10', 13)).toBeNull();
  expect(needs('2026-10', 1, 'next_month')).toBe('10 full months since the first payment; so far there is 1.');
  expect(revenueAhead('2026-10', [], false)).toBeNull();
});

test('The range of a quarter is that of sums: what single months are off partly cancels out', () => {
  // High and low months in turns, which four of five times are far from their average.
  const history = Array.from(
    { length: 36 },
    (_, at) => (at % 2 === 0 ? 2_000_000 : 4_000_000) + ((at * 7) % 5) * 1_000,
  );
  const span = forecastSpan(history, 6, { from: 1, count: 2 });
  const months = forecastOf(history, 6)?.months.slice(1, 3) ?? [];
  const summed = months.reduce((sum, { low, high }) => sum + high - low, 0);

  expect(span?.value).toBe(months.reduce((sum, { value }) => sum + value, 0));
  expect((span?.high ?? 0) - (span?.low ?? 0)).toBeLessThan(summed);
  expect(forecastSpan(history, 6, { from: 5, count: 3 })).toBeNull();
  expect(forecastSpan([], 6, { from: 0, count: 1 })).toBeNull();
});
