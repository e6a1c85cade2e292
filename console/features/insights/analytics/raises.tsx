import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ShownRaise } from '../../../../api/insights/analytics.schema.ts';
import { type Became, detectorLabelOf, INSIGHT_SEVERITY_LABELS } from '../../../../domain/insight/terms.ts';
import { type ReportColumn, ReportTable } from '../../../ui/figures/report-table.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { DataArea, SkeletonRows } from '../../../ui/status/data-area.tsx';
import { formatMonth } from '../../../ui/values/days.ts';
import { insightRaisesQuery, type Narrowed } from './insight-analytics.ts';

type Payment = ShownRaise['payments'][number] & { title: string };

const BECAME: Record<Became, string> = {
  raised: 'Raised',
  read: 'Raised and Read',
  acted: 'Raised and Acted On',
  checked: 'Raised and Checked',
  right: 'Raised and Proved Right',
  paid: 'Followed by Money',
};

const RAISES: readonly ReportColumn<ShownRaise>[] = [
  {
    header: 'Insight',
    kind: 'text',
    value: ({ title }) => title,
    to: ({ insightId }) => ({ to: '/ai-dashboard', search: { insight: insightId } }),
  },
  { header: 'Found by', kind: 'text', value: ({ detectorLabel }) => detectorLabel },
  { header: 'Severity', kind: 'text', value: ({ severity }) => INSIGHT_SEVERITY_LABELS[severity] ?? severity },
  { header: 'Raised', kind: 'day', value: ({ raisedAt }) => raisedAt },
  { header: 'Read', kind: 'day', value: ({ readAt }) => readAt },
  { header: 'Acted on', kind: 'day', value: ({ actedAt }) => actedAt },
  { header: 'Proved right', kind: 'text', value: ({ right }) => (right === null ? null : right ? 'Yes' : 'No') },
  { header: 'Money that followed', kind: 'money', value: ({ money }) => money },
];

const PAYMENTS: readonly ReportColumn<Payment>[] = [
  { header: 'Received', kind: 'day', value: ({ day }) => day },
  {
    header: 'Invoice',
    kind: 'text',
    value: ({ invoiceNumber }) => invoiceNumber ?? 'Invoice',
    to: ({ invoiceId }) => ({ to: '/invoices', search: { invoice: invoiceId, tab: 'payments' } }),
  },
  { header: 'After', kind: 'text', value: ({ title }) => title },
  { header: 'Amount', kind: 'money', value: ({ amount }) => amount },
];

const NONE = 'None in the last twelve months.';
const FOLLOWED = 'Payments That Followed';

interface RaisesProps {
  narrowed: Narrowed & { became: Became };
  /** The same rows as a file; null for whoever may not export. */
  csv: string | null;
}

/** The rows behind a figure: each time that something was raised, and the payments that followed. */
export function Raises({ narrowed, csv }: RaisesProps) {
  const query = useQuery(insightRaisesQuery(narrowed));
  const title = titleOf(narrowed);
  const actions = (
    <div>
      {csv && (
        <a className="bp6-button bp6-minimal" href={csv} aria-label={`${title}, as CSV`}>
          CSV
        </a>
      )}
      <Link to="/ai-dashboard" search={{ tab: 'analytics' }} className="bp6-button bp6-minimal">
        Show all figures
      </Link>
    </div>
  );
  return (
    <DataArea
      query={query}
      isEmpty={() => false}
      filtered={null}
      firstUse={{ title: NONE }}
      skeleton={<SkeletonRows rows={8} />}
    >
      {({ rows }) => (
        <>
          <Section title={title} actions={actions}>
            {rows.length === 0 ? (
              <p className="hw-report-note">{NONE}</p>
            ) : (
              <ReportTable
                title={title}
                columns={RAISES}
                rows={rows}
                keyOf={({ insightId, raisedAt }) => `${insightId} ${raisedAt}`}
              />
            )}
          </Section>
          <Payments rows={rows} />
        </>
      )}
    </DataArea>
  );
}

function Payments({ rows }: { rows: readonly ShownRaise[] }) {
  const payments = rows
    .flatMap((row) => row.payments.map((payment) => ({ ...payment, title: row.title })))
    .sort((one, other) => (one.day < other.day ? 1 : -1));
  if (payments.length === 0) return null;
  return (
    <Section title={FOLLOWED}>
      <ReportTable title={FOLLOWED} columns={PAYMENTS} rows={payments} keyOf={({ id }) => id} />
    </Section>
  );
}

function titleOf({ became, detector, month }: RaisesProps['narrowed']): string {
  const of = detector === undefined ? '' : `: ${detectorLabelOf(detector)}`;
  return `${BECAME[became]}${month === undefined ? '' : ` in ${formatMonth(month)}`}${of}`;
}
