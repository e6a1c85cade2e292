import { Button, ButtonGroup, Classes } from '@blueprintjs/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CostRecord } from '../../../api/costs/schema.ts';
import type { PaymentRow } from '../../../api/invoices/schema.ts';
import { COST_CATEGORY_LABELS } from '../../../domain/cost/terms.ts';
import { PAYMENT_METHOD_LABELS } from '../../../domain/invoice/terms.ts';
import { pagingOf } from '../../data/paged-query.ts';
import { DataArea, SkeletonRows } from '../../ui/data-area.tsx';
import type { Days } from '../../ui/days.ts';
import { More } from '../../ui/more.tsx';
import { type ReportColumn, ReportTable } from '../../ui/report-table.tsx';
import type { OnSearch } from '../../ui/search.ts';
import { Section } from '../../ui/section.tsx';
import type { FinanceSearch } from './finance-search.ts';
import { costRowsQuery, paymentRowsQuery } from './get-finance.ts';

const KINDS: Readonly<Record<PaymentRow['kind'], string>> = {
  payment: 'Payment',
  refund: 'Refund',
  credit_refund: 'Credit paid back',
};

const PAYMENTS: readonly ReportColumn<PaymentRow>[] = [
  {
    ...{ header: 'Customer', kind: 'text', value: ({ customer }) => customer ?? 'Customer' },
    to: ({ customerId }) => ({ to: `/customers/${customerId}` }),
  },
  { header: 'Day', kind: 'day', value: ({ processedDate }) => processedDate },
  { header: 'What', kind: 'text', value: ({ kind, isVoided }) => (isVoided ? 'Voided, counts as $0' : KINDS[kind]) },
  {
    ...{ header: 'Invoice', kind: 'text', value: ({ invoiceNumber }) => invoiceNumber },
    to: ({ invoiceId }) => (invoiceId ? { to: '/invoices', search: { invoice: invoiceId, tab: 'payments' } } : null),
  },
  {
    ...{ header: 'Method', kind: 'text' },
    value: ({ paymentMethod }) => PAYMENT_METHOD_LABELS[paymentMethod] ?? paymentMethod,
  },
  { header: 'Amount', kind: 'money', value: ({ amount, isVoided }) => (isVoided ? 0 : amount) },
];

const COSTS: readonly ReportColumn<CostRecord>[] = [
  {
    ...{ header: 'Cost', kind: 'text' },
    value: ({ description, personName, equipmentName, category }) =>
      description || personName || equipmentName || COST_CATEGORY_LABELS[category] || category,
    to: ({ id }) => ({ to: '/costs', search: { cost: id } }),
  },
  { header: 'Day', kind: 'day', value: ({ day }) => day },
  { header: 'Category', kind: 'text', value: ({ category }) => COST_CATEGORY_LABELS[category] ?? category },
  {
    ...{ header: 'Job', kind: 'text', value: ({ jobTitle }) => jobTitle },
    to: ({ jobId }) => (jobId ? { to: `/jobs/${jobId}` } : null),
  },
  { header: 'Amount', kind: 'money', value: ({ amount }) => amount },
];

const TITLES = { payments: 'Payments', costs: 'Costs' } as const;

interface RowsProps {
  rows: NonNullable<FinanceSearch['rows']>;
  days: Days;
  onSearch: OnSearch<FinanceSearch>;
}

/** The payments or the costs that the figures of some days add up. */
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
  const paging = pagingOf(query);
  return (
    <Section title="Payments and refunds">
      <DataArea
        query={query}
        isEmpty={(rows) => rows.length === 0}
        firstUse={{ title: 'No payments in these days', description: 'Choose other days to see more.' }}
        filtered={null}
        skeleton={<SkeletonRows rows={8} />}
      >
        {(rows) => (
          <ReportTable
            title="Payments and refunds"
            columns={PAYMENTS}
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
        firstUse={{ title: 'No costs in these days', description: 'Choose other days to see more.' }}
        filtered={null}
        skeleton={<SkeletonRows rows={8} />}
      >
        {(rows) => (
          <ReportTable
            title="Costs"
            columns={COSTS}
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
