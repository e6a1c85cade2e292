import { Tab, Tabs } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Financial } from '../../../api/analytics/schema.ts';
import { ApiError } from '../../data/api.ts';
import { useCompanyZone } from '../../entities/job/job-tags.tsx';
import { DataArea, Failure, Nothing } from '../../ui/data-area.tsx';
import { type Days, yearToDate } from '../../ui/days.ts';
import { Figure, FigureRow } from '../../ui/figure.tsx';
import { formatDay, todayIn } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { PeriodInput } from '../../ui/period.tsx';
import type { OnSearch } from '../../ui/search.ts';
import type { FinanceSearch, FinanceTab } from './finance-search.ts';
import { ForecastTab } from './forecast.tsx';
import { financialQuery } from './get-finance.ts';
import { Overview } from './overview.tsx';
import { ProfitabilityTab } from './profitability.tsx';
import { Rows } from './rows.tsx';
import { TrendsTab } from './trends.tsx';

interface FinancePageProps {
  search: FinanceSearch;
  onSearch: OnSearch<FinanceSearch>;
}

/** What the company earns and spends, and why; each figure leads to its rows. */
export function FinancePage({ search, onSearch }: FinancePageProps) {
  const today = todayIn(useCompanyZone());
  const year = yearToDate(today);
  const days: Days = { from: search.from ?? year.from, to: search.to ?? year.to };
  return (
    <Page
      title="Financial Analytics"
      toolbar={
        <div className="hw-toolbar">
          <PeriodInput value={days} today={today} onChange={onSearch} />
        </div>
      }
    >
      {days.to < days.from ? (
        <Nothing title="The last day is before the first" description="Choose a later day in To." />
      ) : search.rows ? (
        <Rows rows={search.rows} days={days} onSearch={onSearch} />
      ) : (
        <Analytics days={days} search={search} onSearch={onSearch} />
      )}
    </Page>
  );
}

function Analytics({ days, search, onSearch }: FinancePageProps & { days: Days }) {
  const query = useQuery(financialQuery(days));
  return (
    <DataArea
      query={query}
      isEmpty={() => false}
      filtered={null}
      firstUse={{ title: 'Nothing here yet' }}
      skeleton={<FigureCards days={days} />}
      failure={(error) => (
        <Failure
          error={error}
          // What is wrong with the days is the server's to say.
          text={isOfDays(error) ? error.message : 'Failed to fetch financial metrics.'}
          retry={() => void query.refetch()}
        />
      )}
    >
      {(figures) => (
        <div className="hw-analytics">
          <FigureCards days={days} figures={figures} />
          <Tabs
            id="finance"
            selectedTabId={search.tab ?? 'overview'}
            renderActiveTabPanelOnly
            onChange={(tab) => onSearch({ tab: tab === 'overview' ? undefined : (tab as FinanceTab) })}
          >
            <Tab id="overview" title="Overview" panel={<Overview days={days} figures={figures} />} />
            <Tab
              id="profitability"
              title="Job Profitability"
              panel={<ProfitabilityTab days={days} search={search} onSearch={onSearch} />}
            />
            <Tab id="trends" title="Trends" panel={<TrendsTab days={days} />} />
            <Tab id="forecast" title="Forecasting" panel={<ForecastTab />} />
          </Tabs>
        </div>
      )}
    </DataArea>
  );
}

function isOfDays(error: Error): boolean {
  return error instanceof ApiError && error.status === 400;
}

function FigureCards({ days, figures }: { days: Days; figures?: Financial }) {
  return (
    <>
      <FigureRow>
        <Figure
          label="Total Revenue"
          {...(figures && { value: <Money amount={figures.totalRevenue} /> })}
          note="Payments less refunds"
          to="/financial-dashboard"
          search={{ rows: 'payments', ...days }}
        />
        <Figure
          label="Total Costs"
          {...(figures && { value: <Money amount={figures.totalCosts} /> })}
          note="All costs of these days"
          to="/financial-dashboard"
          search={{ rows: 'costs', ...days }}
        />
        <Figure
          label="Total Profit"
          {...(figures && { value: <Money amount={figures.totalProfit} /> })}
          note={figures ? marginText(figures) : 'Net margin 00.0%'}
          to="/financial-dashboard"
          search={{ rows: 'payments', ...days }}
        />
        <Figure
          label="Average Job Value"
          {...(figures && { value: <Money amount={figures.averageJobValue} /> })}
          note={figures ? jobsText(figures) : '000 completed jobs'}
          to="/reports"
          search={{ report: 'jobs', ...days }}
        />
      </FigureRow>
      <p className="hw-report-note">
        {figures ? <HowCounted days={days} figures={figures} /> : 'Revenue is counted on the day it comes in.'}
      </p>
    </>
  );
}

/** Profit by revenue, with one decimal. */
function marginText({ totalRevenue, totalProfit }: Financial): string {
  if (totalRevenue <= 0) return 'No net margin without revenue';
  const margin = Math.round((totalProfit / totalRevenue) * 1_000) / 10;
  return `Net margin ${margin.toFixed(1)}%`;
}

function jobsText({ completedJobs }: Financial): string {
  return `${completedJobs.toLocaleString('en-US')} completed ${completedJobs === 1 ? 'job' : 'jobs'}`;
}

/** What the figures are of, and why revenue is not what the reports say. */
function HowCounted({ days, figures }: { days: Days; figures: Financial }) {
  const { totalRevenue, paidInvoices } = figures;
  const range = `${formatDay(days.from)} to ${formatDay(days.to)}`;
  const report = (
    <Link to="/reports" search={{ report: 'revenue', ...days }}>
      Reports
    </Link>
  );
  return (
    <>
      {range}. Revenue is what customers paid, on the day it came in, less refunds.{' '}
      {totalRevenue === paidInvoices ? (
        <>{report} add up the invoices that were paid in full in these days, and come to the same.</>
      ) : (
        <>
          {report} add up the invoices that were paid in full in these days: <Money amount={paidInvoices} />. Part
          payments count here when they come in, and there only once their invoice is paid in full; what customers paid
          too much counts here alone.
        </>
      )}
    </>
  );
}
