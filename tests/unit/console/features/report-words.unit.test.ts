import { expect, test } from 'vitest';
import { comparedMonths } from '../../../../api/reports/figures.ts';
import { basisText, trendWords } from '../../../../console/features/reports/report-words.ts';

test('The chart of the months says what they come to, and names the best one', () => {
  const profitBeforeTax = '0.00';
  const months = [
    { month: '2026-04', revenue: '900.00', profitBeforeTax, invoices: 2 },
    { month: '2026-05', revenue: '1200.50', profitBeforeTax, invoices: 1 },
    { month: '2026-06', revenue: '1000.00', profitBeforeTax, invoices: 3 },
  ];
  expect(trendWords({ months })).toBe(
    'Invoices paid in the last 3 months come to $3,100.50, with tax and deposits. The best month was May 2026 with $1,200.50.',
  );
});

test('A change says beside it which days it compares', () => {
  expect(basisText({ from: '2026-10-01', to: '2026-10-27' }, '$900')).toBe('Oct 1 to 27: $900');
  expect(basisText({ from: '2026-10-27', to: '2026-10-27' }, '40')).toBe('Oct 27: 40');
});

test.each([
  ['2037-03-15', '2037-03-15', '2037-02-15'],
  ['2037-03-31', '2037-03-28', '2037-02-28'],
  ['2036-03-30', '2036-03-29', '2036-02-29'],
  ['2037-02-01', '2037-02-01', '2037-01-01'],
])('On %s as many days of both months are compared', (today, now, before) => {
  const { thisMonth, change } = comparedMonths(today);
  expect([thisMonth.to, change.now.to, change.before.to]).toEqual([today, now, before]);
});
