import { Button, ButtonGroup, Classes } from '@blueprintjs/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CostRecord } from '../../../api/costs/schema.ts';
import type { PaymentRow } from '../../../api/invoices/schema.ts';
import { COST_CATEGORY_LABELS } from '../../../domain/cost/terms.ts';
import { PAYMENT_METHOD_LABELS } from '../../../domain/invoice/terms.ts';
import { pagingOf } from '../../data/paged-query.ts';
import { type ReportColumn, ReportTable } from '../../ui/figures/report-table.tsx';
import { More } from '../../ui/layout/more.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { useIsSmall } from '../../ui/layout/use-media.ts';
import type { OnSearch } from '../../ui/search.ts';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';
import type { Days } from '../../ui/values/days.ts';
import type { FinanceSearch } from './finance-search.ts';
import { costRowsQuery, paymentRowsQuery } from './get-finance.ts';

const KINDS: Readonly<Record<PaymentRow['kind'], string>> = {
  payment: 'Payment',
  refund: 'Refund',
  credit_refund: 'Credit refunded',
};

const PAYMENTS: readonly ReportColumn<PaymentRow>[] = [
  {
    header: 'Customer',
    kind: 'text',
    value: ({ customer }) => customer ?? 'Customer',
    to: ({ customerId }) => ({ to: `/customers/${customerId}` }),
  },
  { header: 'Day', kind: 'day', value: ({ processedDate }) => processedDate },
  { header: 'What', kind: 'text', value: ({ kind, isVoided }) => (isVoided ? 'Voided, counts as $0' : KINDS[kind]) },
  {
    header: 'Invoice',
    kind: 'text',
    value: ({ invoiceNumber }) => invoiceNumber,
    to: ({ invoiceId }) => (invoiceId ? { to: '/invoices', search: { invoice: invoiceId, tab: 'payments' } } : null),
  },
  {
    header: 'Method',
    kind: 'text',
    value: ({ paymentMethod }) => PAYMENT_METHOD_LABELS[paymentMethod] ?? paymentMethod,
  },
  { header: 'Amount', kind: 'money', value: ({ amount, isVoided }) => (isVoided ? 0 : amount) },
];

const COSTS: readonly ReportColumn<CostRecord>[] = [
  {
    header: 'Cost',
    kind: 'text',
    value: ({ description, personName, equipmentName, category }) =>
      description || personName || equipmentName || COST_CATEGORY_LABELS[category] || category,
    to: ({ id }) => ({ to: '/costs', search: { cost: id } }),
  },
  { header: 'Day', kind: 'day', value: ({ day }) => day },
  { header: 'Category', kind: 'text', value: ({ category }) => COST_CATEGORY_LABELS[category] ?? category },
  {
    header: 'Job',
    kind: 'text',
    value: ({ jobTitle }) => jobTitle,
    to: ({ jobId }) => (jobId ? { to: `/jobs/${jobId}` } : null),
  },
  { header: 'Amount', kind: 'money', value: ({ amount }) => amount },
];

/** Of a phone's width the amount is in sight: it comes right after what a row is. */
function useColumns<Row>(columns: readonly ReportColumn<Row>[]): readonly ReportColumn<Row>[] {
  const [first, ...others] = columns as readonly [ReportColumn<Row>, ...ReportColumn<Row>[]];
  const amounts = others.filter(({ kind }) => kind === 'money');
  return useIsSmall() ? [first, ...amounts, ...others.filter((column) => !amounts.includes(column))] : columns;
}

const TITLES = { payments: 'Payments', costs: 'Costs' } as const;

interface RowsProps {
  rows: NonNullable<FinanceSearch['rows']>;
  days: Days;
  onSearch: OnSearch<FinanceSearch>;
}

/** The payments or costs that the figures of some days add up. */
export function Rows({ rows, days, onSearch }: RowsProps) {
  return (
    <>
      <p className="hw-report-note">
        <Link to="/financial-dashboard" search={days}>
          Back to the figures
        </Link>
      </p>
      <ButtonGroup className="hw-by">
        {(['payments', 'costs'] as const).map((each) => (
          <Button
            key={each}
            text={TITLES[each]}
            active={each === rows}
            aria-pressed={each === rows}
            onClick={() => onSearch({ rows: each })}
          />
        ))}
      </ButtonGroup>
      {rows === 'payments' ? <Payments days={days} /> : <Costs days={days} />}
    </>
  );
}

function Payments({ days }: { days: Days }) {
  const query = useInfiniteQuery(paymentRowsQuery(days));
  const columns = useColumns(PAYMENTS);
  const paging = pagingOf(query);
  return (
    <Section title="Payments and refunds">
      <DataArea
        query={query}
        isEmpty={(rows) => rows.length === 0}
        firstUse={{ title: 'No payments on these days', description: 'Choose other days to see more.' }}
        filtered={null}
        skeleton={<SkeletonRows rows={8} />}
      >
        {(rows) => (
          <ReportTable
            title="Payments and refunds"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            isPartial={paging.more !== null}
          />
        )}
      </DataArea>
      <More paging={paging} label="payments" />
    </Section>
  );
}

function Costs({ days }: { days: Days }) {
  const query = useInfiniteQuery(costRowsQuery(days));
  const columns = useColumns(COSTS);
  const paging = pagingOf(query);
  return (
    <Section
      title="Costs"
      actions={
        <Link to="/costs" search={days} className={Classes.BUTTON}>
          Search and filter these costs
        </Link>
      }
    >
      <DataArea
        query={query}
        isEmpty={(rows) => rows.length === 0}
        firstUse={{ title: 'No costs on these days', description: 'Choose other days to see more.' }}
        filtered={null}
        skeleton={<SkeletonRows rows={8} />}
      >
        {(rows) => (
          <ReportTable
            title="Costs"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            isPartial={paging.more !== null}
          />
        )}
      </DataArea>
      <More paging={paging} label="costs" />
    </Section>
  );
}
