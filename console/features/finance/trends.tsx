import { useQuery } from '@tanstack/react-query';
import type { TrendMonth, Trends } from '../../../api/analytics/schema.ts';
import { AMOUNT_WORDS } from '../../../domain/books/terms.ts';
import { Chart } from '../../ui/figures/chart/chart.tsx';
import { ChartArea } from '../../ui/figures/chart/chart-area.tsx';
import type { ChartSeries } from '../../ui/figures/chart/chart-data.ts';
import { type ReportColumn, ReportTable } from '../../ui/figures/report-table.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { type Days, daysOfMonth, formatMonth, formatMonthShort } from '../../ui/values/days.ts';
import { formatDay } from '../../ui/values/format.ts';
import { trendsQuery } from './get-finance.ts';

const TITLE = 'Revenue, costs and profit';

const SERIES: readonly ChartSeries[] = [
  { id: 'revenue', label: 'Revenue', kind: 'money' },
  { id: 'costs', label: 'Costs', kind: 'money' },
  { id: 'profit', label: 'Profit', kind: 'money' },
  { id: 'profitBeforeTax', label: AMOUNT_WORDS.profit, kind: 'money', isOnlyTold: true },
];

/** The months of a range, compared with the same months a year earlier. */
export function TrendsTab({ days }: { days: Days }) {
  const query = useQuery(trendsQuery(days));
  return (
    <ChartArea
      title={TITLE}
      query={query}
      isEmpty={isEmpty}
      empty={{ title: 'Nothing was recorded on these days', description: 'Choose other days to see more.' }}
    >
      {(trends) => (
        <>
          <Chart
            title={TITLE}
            summary={summaryOf(trends)}
            shape="line"
            pointLabel="Month"
            series={SERIES}
            points={trends.months.map(({ month, from, to, revenue, costs, profit, profitBeforeTax }) => ({
              id: month,
              label: formatMonth(month),
              short: formatMonthShort(month),
              values: { revenue, costs, profit, profitBeforeTax },
              to: '/financial-dashboard',
              search: { rows: 'payments', from, to },
            }))}
            openText="Show payments and costs"
          />
          <Section title="Month by month">
            <p className="hw-report-note">
              Revenue is what was received, with tax and deposits. Changes compare each month with the same month a year
              before, and the current month with the same days of it. No change is shown where there was nothing to
              compare with.
            </p>
            <ReportTable
              title="Month by month"
              columns={COLUMNS}
              rows={trends.months.toReversed()}
              keyOf={({ month }) => month}
              isPartial
            />
          </Section>
        </>
      )}
    </ChartArea>
  );
}

function isEmpty({ months }: Trends): boolean {
  return months.every(({ revenue, costs, completedJobs }) => revenue === 0 && costs === 0 && completedJobs === 0);
}

function summaryOf({ months }: Trends): string {
  const [last] = months.toReversed();
  if (!last) return '';
  const { change } = last;
  const days = isWhole(last) ? formatMonth(last.month) : `${formatDay(last.from)} to ${formatDay(last.to)}`;
  if (change.revenue === null) return `There is no revenue from last year to compare ${days} with.`;
  if (change.revenue === 0) return `In ${days} revenue was the same as a year before.`;
  const more = change.revenue > 0 ? 'more' : 'less';
  return `In ${days} revenue was ${Math.abs(change.revenue)}% ${more} than a year before.`;
}

function isWhole({ month, from, to }: TrendMonth): boolean {
  const whole = daysOfMonth(month);
  return whole.from === from && whole.to === to;
}

/** `+12.5%` */
function signed(percent: number | null): string | null {
  if (percent === null) return null;
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent).toLocaleString('en-US')}%`;
}

/** Figures, each with its change from a year earlier. */
const COLUMNS: readonly ReportColumn<TrendMonth>[] = [
  {
    header: 'Month',
    kind: 'text',
    value: (each) => `${formatMonth(each.month)}${isWhole(each) ? '' : ' (in part)'}`,
    to: ({ from, to }) => ({ to: '/financial-dashboard', search: { rows: 'payments', from, to } }),
  },
  { header: 'Revenue', kind: 'money', value: ({ revenue }) => revenue },
  { header: 'Revenue change', kind: 'change', value: ({ change }) => signed(change.revenue) },
  { header: 'Costs', kind: 'money', value: ({ costs }) => costs },
  { header: 'Costs change', kind: 'change', value: ({ change }) => signed(change.costs) },
  { header: 'Profit', kind: 'money', value: ({ profit }) => profit },
  { header: 'Profit change', kind: 'change', value: ({ change }) => signed(change.profit) },
  { header: AMOUNT_WORDS.profit, kind: 'money', value: ({ profitBeforeTax }) => profitBeforeTax },
  { header: 'Completed jobs', kind: 'count', value: ({ completedJobs }) => completedJobs },
  { header: 'Jobs change', kind: 'change', value: ({ change }) => signed(change.completedJobs) },
  { header: 'Average job', kind: 'money', value: ({ averageJobValue }) => averageJobValue },
  { header: 'Average change', kind: 'change', value: ({ change }) => signed(change.averageJobValue) },
];
