import { expect, test } from 'vitest';
import { trendWords } from '../../console/features/reports/report-words.ts';

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
