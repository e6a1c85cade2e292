import { useQuery } from '@tanstack/react-query';
import { AMOUNT_WORDS } from '../../../domain/books/terms.ts';
import { Chart } from '../../ui/figures/chart/chart.tsx';
import { ChartArea } from '../../ui/figures/chart/chart-area.tsx';
import type { ChartSeries } from '../../ui/figures/chart/chart-data.ts';
import { daysOfMonth, formatMonth, formatMonthShort } from '../../ui/values/days.ts';
import { trendQuery } from './get-reports.ts';
import { trendWords } from './report-words.ts';

const TITLE = 'Revenue Trend';

const SERIES: readonly ChartSeries[] = [
  { id: 'revenue', label: 'Revenue', kind: 'money' },
  { id: 'profitBeforeTax', label: AMOUNT_WORDS.profit, kind: 'money', isOnlyTold: true },
  { id: 'invoices', label: 'Invoices', kind: 'count', isOnlyTold: true },
];

/** Payments on invoices in each of the last twelve months. */
export function RevenueTrendChart() {
  return (
    <ChartArea
      title={TITLE}
      query={useQuery(trendQuery)}
      isEmpty={({ months }) => months.every(({ invoices }) => invoices === 0)}
      empty={{
        title: 'No paid invoices yet',
        description: 'The chart starts with the first invoice paid in the last twelve months.',
      }}
      bars={12}
    >
      {(trend) => (
        <Chart
          title={TITLE}
          summary={trendWords(trend)}
          shape="bars"
          pointLabel="Month"
          series={SERIES}
          points={trend.months.map(({ month, revenue, profitBeforeTax, invoices }) => ({
            id: month,
            label: formatMonth(month),
            short: formatMonthShort(month),
            values: { revenue: Number(revenue), profitBeforeTax: Number(profitBeforeTax), invoices },
            to: '/reports',
            search: { report: 'revenue', ...daysOfMonth(month) },
          }))}
          openText="Show the invoices"
        />
      )}
    </ChartArea>
  );
}
