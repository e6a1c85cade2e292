import { Tab, Tabs } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Financial } from '../../../api/analytics/schema.ts';
import { AMOUNT_WORDS } from '../../../domain/books/terms.ts';
import { ApiError } from '../../data/api.ts';
import { useCompanyZone } from '../../entities/job/job-tags.tsx';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { PeriodInput } from '../../ui/inputs/period.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { Page } from '../../ui/layout/page.tsx';
import type { OnSearch } from '../../ui/search.ts';
import { DataArea, Failure, Nothing } from '../../ui/status/data-area.tsx';
import { type Days, yearToDate } from '../../ui/values/days.ts';
import { formatDay } from '../../ui/values/format.ts';
import { Money } from '../../ui/values/money.tsx';
import { todayIn } from '../../ui/values/wall-time.ts';
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

/** What the company earns and spends, and why; each figure links to its rows. */
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
          // The server says what is wrong with the days.
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
          counted={AMOUNT_WORDS.received}
          to="/financial-dashboard"
          search={{ rows: 'payments', ...days }}
        />
        <Figure
          label="Total Costs"
          {...(figures && { value: <Money amount={figures.totalCosts} /> })}
          note="All costs on these days"
          to="/financial-dashboard"
          search={{ rows: 'costs', ...days }}
        />
        <Figure
          label="Total Profit"
          {...(figures && { value: <Money amount={figures.totalProfit} /> })}
          counted="Received less costs"
          beside={{
            label: AMOUNT_WORDS.profit,
            ...(figures && { value: <Money amount={figures.profitBeforeTax} /> }),
          }}
          note={figures ? marginText(figures) : 'Net margin 00.0%'}
          to="/financial-dashboard"
          search={{ rows: 'payments', ...days }}
        />
        <Figure
          label="Average Job Value"
          {...(figures && { value: <Money amount={figures.averageJobValue} /> })}
          counted="Before tax"
          note={figures ? jobsText(figures) : '000 completed jobs'}
          to="/reports"
          search={{ report: 'jobs', ...days }}
        />
      </FigureRow>
      <p className="hw-report-note">Revenue is counted on the day it comes in.</p>
      <HowCounted days={days} {...(figures && { figures })} />
    </>
  );
}

/** Profit divided by revenue, with one decimal. */
function marginText({ totalRevenue, totalProfit }: Financial): string {
  if (totalRevenue <= 0) return 'No net margin without revenue';
  const margin = Math.round((totalProfit / totalRevenue) * 1_000) / 10;
  return `Net margin ${margin.toFixed(1)}%`;
}

function jobsText({ completedJobs }: Financial): string {
  return `${completedJobs.toLocaleString('en-US')} completed ${completedJobs === 1 ? 'job' : 'jobs'}`;
}

/** What the figures include, and why revenue differs from the reports. */
function HowCounted({ days, figures }: { days: Days; figures?: Financial }) {
  return (
    <Disclosure summary="How these figures are counted" className="hw-report-how">
      {figures && <Counted days={days} figures={figures} />}
    </Disclosure>
  );
}

function Counted({ days, figures }: { days: Days; figures: Financial }) {
  const { totalRevenue, totalCosts, paidInvoices, invoicedBeforeTax, profitBeforeTax } = figures;
  const report = (
    <Link to="/reports" search={{ report: 'revenue', ...days }}>
      Reports
    </Link>
  );
  return (
    <>
      <p>
        {formatDay(days.from)} to {formatDay(days.to)}. Revenue is what customers paid, on the day it came in, less
        refunds. Sales tax and deposits are part of it.
      </p>
      <p>
        {AMOUNT_WORDS.profit} is what the{' '}
        <Link to="/accounting" search={days}>
          books
        </Link>{' '}
        say: work invoiced on these days before tax, less allowances, is <Money amount={invoicedBeforeTax} />. Less
        costs of <Money amount={totalCosts} />, that is <Money amount={profitBeforeTax} />.
      </p>
      <p>
        {totalRevenue === paidInvoices ? (
          <>{report} add up the invoices paid in full on these days and come to the same amount.</>
        ) : (
          <>
            {report} add up the invoices paid in full on these days: <Money amount={paidInvoices} />. Partial payments
            count here when they come in, but there only once the invoice is paid in full. Overpayments count here only.
          </>
        )}
      </p>
    </>
  );
}
