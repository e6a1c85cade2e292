import { useQuery } from '@tanstack/react-query';
import type { CashFlow, Financial } from '../../../api/analytics/schema.ts';
import { AMOUNT_WORDS } from '../../../domain/books/terms.ts';
import { Chart } from '../../ui/figures/chart/chart.tsx';
import { ChartArea } from '../../ui/figures/chart/chart-area.tsx';
import type { ChartSeries } from '../../ui/figures/chart/chart-data.ts';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { type Days, daysOfMonth, formatMonth, formatMonthShort } from '../../ui/values/days.ts';
import { formatDay, formatMoney } from '../../ui/values/format.ts';
import { Money } from '../../ui/values/money.tsx';
import { cashFlowQuery } from './get-finance.ts';

const TITLE = 'Revenue vs. Costs';

const SERIES: readonly ChartSeries[] = [
  { id: 'revenue', label: 'Revenue', kind: 'money' },
  { id: 'costs', label: 'Costs', kind: 'money' },
  { id: 'profit', label: 'Profit', kind: 'money', isOnlyTold: true },
  { id: 'profitBeforeTax', label: AMOUNT_WORDS.profit, kind: 'money', isOnlyTold: true },
];

interface OverviewProps {
  days: Days;
  /** Undefined if unknown, or unavailable. */
  figures?: Financial;
}

/** Income against costs, month by month, and what is still to be paid. */
export function Overview({ days, figures }: OverviewProps) {
  return (
    <>
      <ChartArea
        title={TITLE}
        query={useQuery(cashFlowQuery(days))}
        isEmpty={({ months }) => months.every(({ revenue, costs }) => revenue === 0 && costs === 0)}
        empty={{
          title: 'No payments or costs on these days',
          description: 'Choose other days to see more.',
        }}
      >
        {(flow) => (
          <Chart
            title={TITLE}
            summary={summaryOf(flow)}
            shape="bars"
            pointLabel="Month"
            series={SERIES}
            points={flow.months.map(({ month, ...values }) => ({
              id: month,
              label: formatMonth(month),
              short: formatMonthShort(month),
              values,
              to: '/financial-dashboard',
              search: { rows: 'payments', ...within(daysOfMonth(month), days) },
            }))}
            openText="Show payments and costs"
          />
        )}
      </ChartArea>
      <CashFlowBox days={days} {...(figures && { figures })} />
    </>
  );
}

/** The days that are in both. */
function within(month: Days, days: Days): Days {
  return { from: month.from < days.from ? days.from : month.from, to: month.to > days.to ? days.to : month.to };
}

function summaryOf({ months }: CashFlow): string {
  const sum = (of: 'revenue' | 'costs' | 'profit') =>
    months.reduce((cents, month) => cents + Math.round(month[of] * 100), 0) / 100;
  const short = months.filter(({ profit }) => profit < 0).length;
  const left = sum('profit');
  const text = `${formatMoney(sum('revenue'))} came in, with tax and deposits, and ${formatMoney(sum('costs'))} was spent: ${left < 0 ? `${formatMoney(-left)} more went out than came in` : `${formatMoney(left)} is left`}.`;
  if (short === 0 || months.length === 1) return text;
  return `${text} In ${short} of ${months.length} months, costs were above revenue.`;
}

function pendingNote(figures: Financial | undefined): string {
  const note = 'Owed today, overdue or not';
  return figures && figures.owedCredit > 0 ? `${note}; ${formatMoney(figures.owedCredit)} is spent credit` : note;
}

function CashFlowBox({ days, figures }: OverviewProps) {
  const money = (amount: number | undefined) => (amount === undefined ? {} : { value: <Money amount={amount} /> });
  return (
    <Section title="Cash Flow">
      <div className="hw-monthly">
        <FigureRow>
          <Figure
            label="Paid"
            {...money(figures?.totalRevenue)}
            counted={AMOUNT_WORDS.received}
            note={`${formatDay(days.from)} to ${formatDay(days.to)}`}
            to="/financial-dashboard"
            search={{ rows: 'payments', ...days }}
          />
          <Figure
            label="Pending"
            {...money(figures?.pendingPayments)}
            note={pendingNote(figures)}
            to="/invoices"
            search={{ status: 'pending' }}
          />
          <Figure
            label="Overdue"
            {...money(figures?.overdueInvoices)}
            note="Part of it, past due today"
            to="/invoices"
            search={{ status: 'overdue' }}
          />
        </FigureRow>
      </div>
    </Section>
  );
}
