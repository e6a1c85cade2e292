import { useQuery } from '@tanstack/react-query';
import type { RevenueForecast } from '../../../api/analytics/schema.ts';
import { Chart } from '../../ui/figures/chart/chart.tsx';
import { ChartArea } from '../../ui/figures/chart/chart-area.tsx';
import type { ChartPoint, ChartSeries } from '../../ui/figures/chart/chart-data.ts';
import { type ReportColumn, ReportTable } from '../../ui/figures/report-table.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Nothing } from '../../ui/status/data-area.tsx';
import { daysOfMonth, formatMonth, formatMonthShort } from '../../ui/values/days.ts';
import { formatMoney } from '../../ui/values/format.ts';
import { forecastQuery } from './get-finance.ts';

const TITLE = 'Revenue forecast';

const SERIES: readonly ChartSeries[] = [
  { id: 'revenue', label: 'Revenue', kind: 'money' },
  { id: 'forecast', label: 'Forecast', kind: 'money' },
];

type Month = RevenueForecast['months'][number];

const COLUMNS: readonly ReportColumn<Month>[] = [
  { header: 'Month', kind: 'text', value: ({ month }) => formatMonth(month) },
  { header: 'Forecast', kind: 'money', value: ({ revenue }) => Math.round(revenue) },
  { header: 'From', kind: 'money', value: ({ low }) => Math.round(low) },
  { header: 'To', kind: 'money', value: ({ high }) => Math.round(high) },
  { header: 'Received so far', kind: 'money', value: ({ received }) => received },
  {
    header: 'Open invoices',
    kind: 'money',
    value: ({ openInvoices }) => openInvoices,
    to: ({ openInvoices }) => (openInvoices > 0 ? { to: '/invoices', search: { status: 'pending' } } : null),
  },
  {
    header: 'Scheduled work',
    kind: 'money',
    value: ({ scheduledWork }) => scheduledWork,
    to: ({ month, scheduledWork }) =>
      scheduledWork > 0 ? { to: '/jobs', search: { status: 'scheduled', ...daysOfMonth(month) } } : null,
  },
];

/** Expected revenue of the next months, how certain it is, and what it is based on. */
export function ForecastTab() {
  return (
    <ChartArea
      title={TITLE}
      query={useQuery(forecastQuery)}
      isEmpty={() => false}
      empty={{ title: 'Nothing here yet' }}
    >
      {(forecast) => (forecast.method === null ? <TooShort {...forecast} /> : <Told forecast={forecast} />)}
    </ChartArea>
  );
}

function TooShort({ monthsKnown, monthsNeeded }: RevenueForecast) {
  const known = monthsKnown === 0 ? 'is none' : monthsKnown === 1 ? 'is 1' : `are ${monthsKnown}`;
  return (
    <Section title={TITLE}>
      <Nothing
        title="Not enough months to forecast from"
        description={`A forecast needs ${monthsNeeded} full months since the first payment, and so far there ${known}. Anything based on fewer would be a guess.`}
      />
    </Section>
  );
}

function Told({ forecast }: { forecast: RevenueForecast }) {
  const { months, past, method, accuracy, daysLate, monthsKnown } = forecast;
  const sum = Math.round(months.reduce((all, { revenue }) => all + revenue, 0));
  return (
    <>
      <Chart
        title={TITLE}
        summary={`This month and the next ${months.length - 1} may bring in ${formatMoney(sum)} together, with tax and deposits. A forecast always starts today, whatever days are chosen above.`}
        shape="line"
        pointLabel="Month"
        series={SERIES}
        points={pointsOf(past, months)}
        openText="Show the payments"
      >
        <Disclosure summary="How this is forecast" className="hw-report-how">
          <p>
            Based on {method}, over {monthsKnown} months. It cannot foresee what has never happened before.
          </p>
          {accuracy && (
            <p>
              Of the methods tried on those months, this one came closest: over {accuracy.tries} tries it was off by{' '}
              {formatMoney(Math.round(accuracy.averageError))} a month on average
              {accuracy.percentError === null ? '' : `, ${accuracy.percentError}% of what came in`}. Four out of five
              times, it was off by no more than the likely range.
            </p>
          )}
        </Disclosure>
      </Chart>
      <Section title="What the next months may bring">
        <p className="hw-report-note">
          Open invoices and scheduled work are already known and are not part of the forecast.
        </p>
        <ReportTable
          title="What the next months may bring"
          columns={COLUMNS}
          rows={months}
          keyOf={({ month }) => month}
          isPartial
        />
        <Disclosure summary="Which month each is shown in" className="hw-report-how">
          <p>{lateText(daysLate)}</p>
          <p>Scheduled work is shown in the month of its visit; the payment comes later.</p>
        </Disclosure>
      </Section>
    </>
  );
}

function lateText(days: number | null): string {
  if (days === null || days === 0) return 'Open invoices are shown in the month they are due.';
  const late = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'} ${days > 0 ? 'after' : 'before'}`;
  return `Open invoices are shown in the month they are likely to be paid: recently, customers typically paid ${late} the due date.`;
}

/** The past months, and the coming ones with their range. */
function pointsOf(past: RevenueForecast['past'], months: readonly Month[]): ChartPoint[] {
  const names = (month: string) => ({ id: month, label: formatMonth(month), short: formatMonthShort(month) });
  const shown = past.map(({ month, revenue }): ChartPoint => {
    const search = { rows: 'payments', ...daysOfMonth(month) };
    return { ...names(month), values: { revenue, forecast: null }, to: '/financial-dashboard', search };
  });
  const coming = months.map(({ month, revenue, low, high }): ChartPoint => {
    const values = { revenue: null, forecast: Math.round(revenue) };
    return { ...names(month), values, range: [Math.round(low), Math.round(high)] };
  });
  return [...shown, ...coming];
}
