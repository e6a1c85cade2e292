import { useQuery } from '@tanstack/react-query';
import type { EmailFigures } from '../../../../api/email-campaigns/figures.schema.ts';
import { RECIPIENT_END_LABELS, RECIPIENT_ENDS, type RecipientEnd } from '../../../../domain/campaign-part/terms.ts';
import { emailFiguresQuery, emailStatusLabel } from '../../../entities/email-campaign/email-campaign.ts';
import { type ReportColumn, ReportTable } from '../../../ui/figures/report-table.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { DataArea, SkeletonRows } from '../../../ui/status/data-area.tsx';
import { formatMonth } from '../../../ui/values/days.ts';

type Campaign = EmailFigures['campaigns'][number];
type Month = EmailFigures['months'][number];

const PAGE = '/marketing-automation';
const CAMPAIGNS = 'Campaigns Compared';
const MONTHS = 'Emails by Month';

const OF_CAMPAIGN: readonly ReportColumn<Campaign>[] = [
  {
    header: 'Campaign',
    kind: 'text',
    value: ({ name }) => name,
    to: ({ id }) => ({ to: PAGE, search: { campaign: id } }),
  },
  { header: 'Status', kind: 'text', value: ({ status }) => emailStatusLabel(status) },
  { header: 'Begun', kind: 'day', value: ({ sending }) => sending?.begunAt ?? null },
  {
    header: 'Recipients',
    kind: 'count',
    value: ({ totalRecipients }) => totalRecipients,
    to: ({ id }) => ({ to: PAGE, search: { campaign: id } }),
  },
  ...RECIPIENT_ENDS.map(
    (end): ReportColumn<Campaign> => ({
      header: RECIPIENT_END_LABELS[end] ?? end,
      kind: 'count',
      isSparse: end !== 'sent',
      value: ({ sending }) => sending?.[end] ?? 0,
      to: ({ id, sending }) => (sending?.[end] ? { to: PAGE, search: { campaign: id, end } } : null),
    }),
  ),
  { header: 'Opened', kind: 'count', value: ({ responses }) => responses?.opened.people ?? 0 },
  { header: 'Clicked', kind: 'count', value: ({ responses }) => responses?.clicked.people ?? 0 },
];

const OF_MONTH: readonly ReportColumn<Month>[] = [
  { header: 'Month', kind: 'text', value: ({ month }) => formatMonth(month) },
  ...RECIPIENT_ENDS.map(
    (end: RecipientEnd): ReportColumn<Month> => ({
      header: RECIPIENT_END_LABELS[end] ?? end,
      kind: 'count',
      isSparse: end !== 'sent',
      value: (month) => month[end],
    }),
  ),
];

/** What became of the emails of campaigns: of each, and month by month. */
export function Analytics() {
  const query = useQuery(emailFiguresQuery);
  return (
    <DataArea
      query={query}
      isEmpty={({ campaigns }) => campaigns.length === 0}
      filtered={null}
      firstUse={{ title: 'No campaigns sent yet', description: 'What became of each email is told here.' }}
      skeleton={<SkeletonRows rows={8} />}
    >
      {({ campaigns, months }) => (
        <>
          <Section title={CAMPAIGNS}>
            <p className="hw-report-note">
              Sent means that the mail server took the email. Opened and clicked count recipients who did so themselves,
              as far as anybody can tell; mail programs that load no pictures hide that an email was opened.
            </p>
            <ReportTable title={CAMPAIGNS} columns={OF_CAMPAIGN} rows={campaigns} keyOf={({ id }) => id} />
          </Section>
          <Section title={MONTHS}>
            <p className="hw-report-note">By the month in which the sending of their campaign began.</p>
            <ReportTable title={MONTHS} columns={OF_MONTH} rows={months} keyOf={({ month }) => month} />
          </Section>
        </>
      )}
    </DataArea>
  );
}
