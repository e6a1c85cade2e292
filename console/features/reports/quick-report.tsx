import { AnchorButton, Button } from '@blueprintjs/core';
import { Download, Print } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CrewReport, CustomerReport, JobReport, RevenueReport } from '../../../api/reports/schema.ts';
import { AMOUNT_WORDS } from '../../../domain/books/terms.ts';
import { serviceLabel } from '../../../domain/job/terms.ts';
import { type ReportColumn, ReportTable } from '../../ui/figures/report-table.tsx';
import { PeriodInput } from '../../ui/inputs/period.tsx';
import { Page } from '../../ui/layout/page.tsx';
import type { OnSearch } from '../../ui/search.ts';
import { DataArea, Nothing, SkeletonRows } from '../../ui/status/data-area.tsx';
import { type Days, yearToDate } from '../../ui/values/days.ts';
import { formatDay } from '../../ui/values/format.ts';
import { Money } from '../../ui/values/money.tsx';
import { quickReportPath, quickReportQuery } from './get-reports.ts';
import { QUICK_REPORT_TITLES, type QuickReport, type ReportsSearch } from './reports-search.ts';

type Row = { rows: readonly object[] };

interface Definition<Report extends Row> {
  /** Which rows it contains. */
  about: string;
  /** A figure that is read along with them. */
  beside?(report: Report): ReactNode;
  columns: readonly ReportColumn<Report['rows'][number]>[];
  keyOf(row: Report['rows'][number]): string;
}

function define<Report extends Row>(definition: Definition<Report>): Definition<Row> {
  return definition as unknown as Definition<Row>;
}

const REPORTS: Readonly<Record<QuickReport, Definition<Row>>> = {
  customers: define<CustomerReport>({
    about:
      'Customers with completed jobs, invoices or payments in the period. All amounts are with tax and deposits; Open is what they owe today.',
    keyOf: ({ customerId }) => customerId,
    columns: [
      {
        header: 'Customer',
        kind: 'text',
        value: ({ customerName }) => customerName,
        to: ({ customerId }) => ({ to: `/customers/${customerId}` }),
      },
      { header: 'Completed jobs', kind: 'count', value: ({ completedJobs }) => completedJobs },
      { header: 'Invoiced', kind: 'money', value: ({ invoiced }) => invoiced },
      { header: 'Received', kind: 'money', value: ({ received }) => received },
      { header: 'Open', kind: 'money', value: ({ open }) => open },
    ],
  }),
  jobs: define<JobReport>({
    about: 'Jobs that were completed in the period. Hours are from the job clock.',
    keyOf: ({ jobId }) => jobId,
    columns: [
      {
        header: 'Job',
        kind: 'text',
        value: ({ jobNumber }) => jobNumber,
        to: ({ jobId }) => ({ to: `/jobs/${jobId}` }),
      },
      { header: 'Customer', kind: 'text', value: ({ customerName }) => customerName },
      { header: 'Service', kind: 'text', value: ({ serviceType }) => serviceLabel(serviceType) },
      { header: 'Crew', kind: 'text', value: ({ crewName }) => crewName },
      { header: 'Completed', kind: 'day', value: ({ completedOn }) => completedOn },
      { header: 'Estimated', kind: 'hours', value: ({ estimatedHours }) => estimatedHours },
      { header: 'Took', kind: 'hours', value: ({ clockHours }) => clockHours },
      { header: 'Agreed', kind: 'money', value: ({ amount }) => amount },
      { header: 'Cost', kind: 'money', value: ({ cost }) => cost },
    ],
  }),
  revenue: define<RevenueReport>({
    about: 'Invoices that were paid in full in the period. Total Revenue is their sum, with tax and deposits.',
    beside: ({ profitBeforeTax }) => (
      <>
        {AMOUNT_WORDS.profit}, as in the books: <Money amount={profitBeforeTax} />
      </>
    ),
    keyOf: ({ invoiceId }) => invoiceId,
    columns: [
      {
        header: 'Invoice',
        kind: 'text',
        value: ({ invoiceNumber }) => invoiceNumber,
        to: ({ invoiceId }) => ({ to: '/invoices', search: { invoice: invoiceId } }),
      },
      { header: 'Customer', kind: 'text', value: ({ customerName }) => customerName },
      { header: 'Issued', kind: 'day', value: ({ issuedOn }) => issuedOn },
      { header: 'Paid', kind: 'day', value: ({ paidOn }) => paidOn },
      { header: 'Tax', kind: 'money', value: ({ tax }) => tax },
      { header: 'Total', kind: 'money', value: ({ totalAmount }) => totalAmount },
    ],
  }),
  crews: define<CrewReport>({
    about: 'Crews that completed jobs in the period. Hours count only jobs that had an estimate and a running clock.',
    keyOf: ({ crewId }) => crewId ?? '',
    columns: [
      {
        header: 'Crew',
        kind: 'text',
        value: ({ crewName }) => crewName ?? 'No crew',
        to: ({ crewId }) => (crewId === null ? null : { to: '/crew', search: { crew: crewId } }),
      },
      { header: 'Completed jobs', kind: 'count', value: ({ completedJobs }) => completedJobs },
      { header: 'Estimated', kind: 'hours', value: ({ estimatedHours }) => estimatedHours },
      { header: 'Took', kind: 'hours', value: ({ clockHours }) => clockHours },
      { header: 'Agreed', kind: 'money', value: ({ amount }) => amount },
      { header: 'Cost', kind: 'money', value: ({ cost }) => cost },
    ],
  }),
};

interface QuickReportPageProps {
  report: QuickReport;
  search: ReportsSearch;
  onSearch: OnSearch<ReportsSearch>;
  /** `YYYY-MM-DD` */
  today: string;
}

/** One report's rows over some days, to read, print, or open in a spreadsheet. */
export function QuickReportPage({ report, search, onSearch, today }: QuickReportPageProps) {
  const year = yearToDate(today);
  const days: Days = { from: search.from ?? year.from, to: search.to ?? year.to };
  const title = QUICK_REPORT_TITLES[report];
  return (
    <Page
      title={title}
      subtitle={`${formatDay(days.from)} to ${formatDay(days.to)}`}
      actions={
        <>
          <Link className="bp6-button" to="/reports">
            All reports
          </Link>
          <Button icon={<Print />} text="Print" onClick={() => window.print()} />
          <AnchorButton icon={<Download />} text="CSV" href={`${quickReportPath(report, days)}&format=csv`} />
        </>
      }
      toolbar={
        <div className="hw-toolbar">
          <PeriodInput value={days} today={today} onChange={onSearch} />
        </div>
      }
    >
      {days.to < days.from ? (
        <Nothing title="The last day is before the first" description="Choose a later day in To." />
      ) : (
        <Rows report={report} days={days} service={search.service} onAll={() => onSearch({ service: undefined })} />
      )}
    </Page>
  );
}

interface RowsProps {
  report: QuickReport;
  days: Days;
  /** Only the jobs of one service; `none` for those without any. */
  service: string | undefined;
  onAll(): void;
}

function Rows({ report, days, service, onAll }: RowsProps) {
  const { about, beside, columns, keyOf } = REPORTS[report];
  const query = useQuery(quickReportQuery<Row>(report, days));
  const isNarrowed = report === 'jobs' && service !== undefined;
  const isOfService = (row: object) => ((row as { serviceType?: string | null }).serviceType ?? 'none') === service;
  return (
    <>
      <p className="hw-report-note">
        {about}
        {isNarrowed && (
          <>
            {' '}
            Only {serviceLabel(service === 'none' ? null : service)}.{' '}
            <Button size="small" variant="minimal" text="Show all services" onClick={onAll} />
          </>
        )}
      </p>
      <DataArea
        query={query}
        isEmpty={({ rows }) => rows.length === 0}
        firstUse={{ title: 'Nothing in this period', description: 'Choose other days to see more.' }}
        filtered={null}
        skeleton={<SkeletonRows rows={8} />}
      >
        {(told) => (
          <>
            {beside && <p className="hw-report-note">{beside(told)}</p>}
            <ReportTable
              title={QUICK_REPORT_TITLES[report]}
              columns={columns}
              rows={isNarrowed ? told.rows.filter(isOfService) : told.rows}
              keyOf={keyOf}
            />
          </>
        )}
      </DataArea>
    </>
  );
}
