import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReportSummary } from '../../../api/reports/schema.ts';
import { AMOUNT_WORDS } from '../../../domain/books/terms.ts';
import { useCompanyZone } from '../../entities/job/job-tags.tsx';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Popover } from '../../ui/layout/popover.tsx';
import { Section } from '../../ui/layout/section.tsx';
import type { OnSearch } from '../../ui/search.ts';
import { DataArea } from '../../ui/status/data-area.tsx';
import { formatMoney } from '../../ui/values/format.ts';
import { Money } from '../../ui/values/money.tsx';
import { todayIn } from '../../ui/values/wall-time.ts';
import { summaryQuery } from './get-reports.ts';
import { MonthlyPerformance } from './monthly-performance.tsx';
import { QuickReportPage } from './quick-report.tsx';
import { ReceivablesSection } from './receivables.tsx';
import { basisText, changeText, formatDays } from './report-words.ts';
import { QUICK_REPORT_TITLES, QUICK_REPORTS, type ReportsSearch } from './reports-search.ts';
import { RevenueTrendChart } from './revenue-trend.tsx';
import { ServiceChart } from './service-distribution.tsx';

interface ReportsPageProps {
  search: ReportsSearch;
  onSearch: OnSearch<ReportsSearch>;
}

/** The company's results, from its own records; each figure links to its rows. */
export function ReportsPage({ search, onSearch }: ReportsPageProps) {
  const today = todayIn(useCompanyZone());
  if (search.report) {
    return <QuickReportPage report={search.report} search={search} onSearch={onSearch} today={today} />;
  }
  return (
    <Page title="Reports & Analytics" actions={<ExportReport />}>
      <Figures />
      <div className="hw-charts">
        <RevenueTrendChart />
        <ServiceChart today={today} />
      </div>
      <MonthlyPerformance today={today} />
      <QuickReports />
      <ReceivablesSection asOf={search.asOf} today={today} onSearch={onSearch} />
    </Page>
  );
}

function ExportReport() {
  const navigate = useNavigate();
  const menu = (
    <Menu>
      <MenuItem text="CSV for a spreadsheet" href="/api/reports/export?format=csv" />
      <MenuItem text="PDF to print or send" href="/api/reports/export?format=pdf" />
      <MenuItem text="Journal for your bookkeeping" onClick={() => void navigate({ to: '/accounting' })} />
    </Menu>
  );
  return (
    <Popover content={menu}>
      <Button icon={<Download />} text="Export Report" aria-haspopup="menu" />
    </Popover>
  );
}

function Figures() {
  const summary = useQuery(summaryQuery);
  return (
    <DataArea
      query={summary}
      isEmpty={() => false}
      filtered={null}
      firstUse={{ title: 'Nothing here yet' }}
      skeleton={<FigureCards />}
    >
      {(figures) => <FigureCards figures={figures} />}
    </DataArea>
  );
}

function FigureCards({ figures }: { figures?: ReportSummary }) {
  const { totalRevenue, profitBeforeTax, completedJobs, totalCustomers, averageJobValue } = figures ?? {};
  const days = figures?.months.change;
  return (
    <>
      <FigureRow>
        <Figure
          label="Total Revenue"
          {...(totalRevenue && { value: <Money amount={totalRevenue.value} /> })}
          counted={AMOUNT_WORDS.paid}
          beside={{
            label: AMOUNT_WORDS.profit,
            ...(profitBeforeTax && { value: <Money amount={profitBeforeTax.value} /> }),
          }}
          note={<Change of={totalRevenue} days={days} isMoney />}
          to="/invoices"
          search={{ status: 'paid' }}
        />
        <Figure
          label="Completed Jobs"
          {...(completedJobs && { value: completedJobs.value.toLocaleString('en-US') })}
          note={<Change of={completedJobs} days={days} />}
          to="/jobs"
          search={{ status: 'completed' }}
        />
        <Figure
          label="Total Customers"
          {...(totalCustomers && { value: totalCustomers.value.toLocaleString('en-US') })}
          note={<Change of={totalCustomers} days={figures && lastDays(figures.months)} />}
          to="/customers"
        />
        <Figure
          label="Avg Job Value"
          {...(averageJobValue && { value: <Money amount={averageJobValue.value} /> })}
          counted="With tax and deposits"
          note={<Change of={averageJobValue} days={days} isMoney />}
          to="/jobs"
          search={{ status: 'completed' }}
        />
      </FigureRow>
      <HowCounted {...(figures && { figures })} />
    </>
  );
}

/** As long as any. */
const PLACES: Compared = {
  now: { from: '2000-11-01', to: '2000-11-30' },
  before: { from: '2000-10-01', to: '2000-10-30' },
};

interface ChangeProps {
  of: { change: { now: string | number; before: string | number } } | undefined;
  days: Compared | undefined;
  isMoney?: boolean;
}

type Compared = ReportSummary['months']['change'];

/** How a figure changed from last month, and beside it what that compares. */
function Change({ of, days = PLACES, isMoney = false }: ChangeProps) {
  const { now, before } = of?.change ?? { now: 10_000, before: 10_000 };
  const shown = (value: string | number) => (isMoney ? formatMoney(value) : value.toLocaleString('en-US'));
  return (
    <>
      {changeText(Number(now), Number(before))}
      <br />
      {basisText(days.now, shown(now))}
      <br />
      {basisText(days.before, shown(before))}
    </>
  );
}

/** A total is that of a day. */
function lastDays({ thisMonth, lastMonth }: ReportSummary['months']): Compared {
  const lastOf = ({ to }: Compared['now']) => ({ from: to, to });
  return { now: lastOf(thisMonth), before: lastOf(lastMonth) };
}

/** What the figures include, and why revenue differs from the financial dashboard. */
function HowCounted({ figures }: { figures?: ReportSummary }) {
  return (
    <Disclosure summary="How these figures are counted" className="hw-report-how">
      {figures && <Counted figures={figures} />}
    </Disclosure>
  );
}

function Counted({ figures: { months, totalRevenue, received } }: { figures: ReportSummary }) {
  return (
    <>
      <p>
        Changes compare {formatDays(months.change.now)} with {formatDays(months.change.before)}. For Total Customers,
        the totals of the last days are compared.
      </p>
      <p>
        Total Revenue adds up the invoices that are paid in full.
        {totalRevenue.value !== received && (
          <>
            {' '}
            <Link to="/financial-dashboard">Financial Analytics</Link> counts money on the day it comes in, less
            refunds: <Money amount={received} /> so far. That figure includes partial payments on invoices that are not
            paid in full yet, and overpayments.
          </>
        )}
      </p>
      <p>
        {AMOUNT_WORDS.profit} is what the <Link to="/accounting">books</Link> say: work that was invoiced, before tax,
        less allowances and costs.
      </p>
    </>
  );
}

function QuickReports() {
  return (
    <Section title="Quick Reports">
      <div className="hw-quick-reports">
        {QUICK_REPORTS.map((report) => (
          <Link key={report} className="bp6-button" to="/reports" search={{ report }}>
            {QUICK_REPORT_TITLES[report]}
          </Link>
        ))}
      </div>
    </Section>
  );
}
