import { useQuery } from '@tanstack/react-query';
import type { ReceivablesRow } from '../../../api/reports/schema.ts';
import { type ReportColumn, ReportTable } from '../../ui/figures/report-table.tsx';
import { DayInput } from '../../ui/inputs/period.tsx';
import { Section } from '../../ui/layout/section.tsx';
import type { OnSearch } from '../../ui/search.ts';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';
import { knownCents } from '../../ui/values/amount.ts';
import { receivablesPath, receivablesQuery } from './get-reports.ts';
import type { ReportsSearch } from './reports-search.ts';

const SPENT_CREDIT: ReportColumn<ReceivablesRow> = {
  header: 'Spent credit in these',
  kind: 'money',
  isSparse: true,
  value: ({ owedCredit }) => owedCredit,
};

const COLUMNS: readonly ReportColumn<ReceivablesRow>[] = [
  {
    header: 'Customer',
    kind: 'text',
    value: ({ customerName }) => customerName,
    to: ({ customerId }) => ({ to: `/customers/${customerId}` }),
  },
  { header: 'Not due yet', kind: 'money', isSparse: true, value: ({ current }) => current },
  { header: '1–30 days', kind: 'money', isSparse: true, value: ({ days1to30 }) => days1to30 },
  { header: '31–60 days', kind: 'money', isSparse: true, value: ({ days31to60 }) => days31to60 },
  { header: '61–90 days', kind: 'money', isSparse: true, value: ({ days61to90 }) => days61to90 },
  { header: 'Over 90 days', kind: 'money', isSparse: true, value: ({ over90 }) => over90 },
  SPENT_CREDIT,
  { header: 'Total', kind: 'money', value: ({ total }) => total },
];

interface ReceivablesProps {
  asOf: string | undefined;
  /** `YYYY-MM-DD` */
  today: string;
  onSearch: OnSearch<ReportsSearch>;
}

/** Who owed what at the end of a day, by days past due. */
export function ReceivablesSection({ asOf, today, onSearch }: ReceivablesProps) {
  const query = useQuery(receivablesQuery(asOf));
  return (
    <Section
      title="Receivables by age"
      actions={
        <a className="bp6-button bp6-minimal" href={withCsv(receivablesPath(asOf))} aria-label="Receivables as CSV">
          CSV
        </a>
      }
    >
      <DayInput
        label="As of"
        value={asOf ?? today}
        max={today}
        onChange={(day) => onSearch({ asOf: day === today ? undefined : day }, 'replace')}
      />
      <DataArea
        query={query}
        isEmpty={({ rows }) => rows.length === 0}
        firstUse={{ title: 'Nothing was open on this day', description: 'No customer owed anything.' }}
        filtered={null}
        skeleton={<SkeletonRows rows={4} />}
      >
        {({ rows }) => (
          <ReportTable
            title="Receivables by age"
            columns={columnsFor(rows)}
            rows={rows}
            keyOf={({ customerId }) => customerId}
          />
        )}
      </DataArea>
    </Section>
  );
}

/** Most companies never have a customer who owes credit. */
function columnsFor(rows: readonly ReceivablesRow[]): readonly ReportColumn<ReceivablesRow>[] {
  const isOwed = rows.some(({ owedCredit }) => knownCents(owedCredit) > 0);
  return isOwed ? COLUMNS : COLUMNS.filter((column) => column !== SPENT_CREDIT);
}

function withCsv(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}format=csv`;
}
