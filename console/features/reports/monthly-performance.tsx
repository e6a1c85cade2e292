import { useQuery } from '@tanstack/react-query';
import type { DashboardMetrics } from '../../../api/dashboard/schema.ts';
import { AMOUNT_WORDS } from '../../../domain/books/terms.ts';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { DataArea } from '../../ui/status/data-area.tsx';
import { monthOf, yearToDate } from '../../ui/values/days.ts';
import { Money } from '../../ui/values/money.tsx';
import { metricsQuery, summaryQuery } from './get-reports.ts';

/** This month's results so far. @param props.today `YYYY-MM-DD` */
export function MonthlyPerformance({ today }: { today: string }) {
  return (
    <Section title="Monthly Performance">
      <DataArea
        query={useQuery(metricsQuery)}
        isEmpty={() => false}
        filtered={null}
        firstUse={{ title: 'Nothing here yet' }}
        skeleton={<Figures today={today} />}
      >
        {(metrics) => <Figures today={today} metrics={metrics} />}
      </DataArea>
    </Section>
  );
}

function Figures({ today, metrics }: { today: string; metrics?: DashboardMetrics }) {
  const profit = useQuery(summaryQuery).data?.profitBeforeTax.thisMonth;
  const month = { from: `${monthOf(today)}-01`, to: yearToDate(today).to };
  return (
    <div className="hw-monthly">
      <FigureRow>
        <Figure
          label="This Month's Revenue"
          {...(metrics && { value: <Money amount={metrics.monthlyRevenue} /> })}
          counted={AMOUNT_WORDS.received}
          beside={{ label: AMOUNT_WORDS.profit, ...(profit !== undefined && { value: <Money amount={profit} /> }) }}
          to="/financial-dashboard"
          search={month}
        />
        <Figure
          label="Jobs Completed"
          {...(metrics && { value: String(metrics.monthlyJobs) })}
          note="This month so far"
          to="/reports"
          search={{ report: 'jobs', ...month }}
        />
        <Figure
          label="Efficiency Rating"
          {...(metrics && { value: `${efficiencyOf(metrics).toLocaleString('en-US')}%` })}
          note="This month's revenue divided by jobs completed, rounded"
        />
      </FigureRow>
    </div>
  );
}

/** Dollars per job, rounded; 0 without jobs. */
function efficiencyOf({ monthlyRevenue, monthlyJobs }: DashboardMetrics): number {
  return monthlyJobs === 0 ? 0 : Math.round(monthlyRevenue / monthlyJobs);
}
