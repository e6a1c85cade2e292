import { useQuery } from '@tanstack/react-query';
import type { RevenueTrend } from '../../../api/reports/schema.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { ChartArea } from '../../ui/chart/chart-area.tsx';
import type { ChartSeries } from '../../ui/chart/chart-data.ts';
import { daysOfMonth, formatMonth, formatMonthShort } from '../../ui/days.ts';
import { formatMoney } from '../../ui/format.ts';
import { trendQuery } from './get-reports.ts';

const TITLE = 'Revenue Trend';

const SERIES: readonly ChartSeries[] = [
  { id: 'revenue', label: 'Revenue', kind: 'money' },
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
          summary={summaryOf(trend)}
          shape="bars"
          pointLabel="Month"
          series={SERIES}
          points={trend.months.map(({ month, revenue, invoices }) => ({
            id: month,
            label: formatMonth(month),
            short: formatMonthShort(month),
            values: { revenue: Number(revenue), invoices },
            to: '/reports',
            search: { report: 'revenue', ...daysOfMonth(month) },
          }))}
          openText="Show the invoices"
        />
      )}
    </ChartArea>
  );
}

function summaryOf({ months }: RevenueTrend): string {
  const sum = months.reduce((cents, { revenue }) => cents + Math.round(Number(revenue) * 100), 0) / 100;
  const best = months.reduce((one, other) => (Number(other.revenue) > Number(one.revenue) ? other : one));
  return `Invoices paid in the last ${months.length} months come to ${formatMoney(sum)}. The best month was ${formatMonth(best.month)} with ${formatMoney(best.revenue)}.`;
}
