import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EmailFigures } from '../../../../api/email-campaigns/figures.schema.ts';
import { RECIPIENT_END_LABELS, RECIPIENT_ENDS, type RecipientEnd } from '../../../../domain/campaign-part/terms.ts';
import { emailFiguresQuery, emailStatusLabel } from '../../../entities/email-campaign/email-campaign.ts';
import { type ReportColumn, ReportTable } from '../../../ui/figures/report-table.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { DataArea, SkeletonRows } from '../../../ui/status/data-area.tsx';
import { formatMonth } from '../../../ui/values/days.ts';
import { Heard } from './heard.tsx';
import { marketingFiguresQuery } from './marketing-figures.ts';

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
  ...(['opened', 'clicked'] as const).map(
    (did): ReportColumn<Campaign> => ({
      header: did === 'opened' ? 'Opened' : 'Clicked',
      kind: 'count',
      value: ({ responses }) => responses?.[did].people ?? 0,
      to: ({ id, responses }) => (responses?.[did].people ? { to: PAGE, search: { campaign: id } } : null),
    }),
  ),
];

const ofMonth = ({ month }: Month) => ({ to: PAGE, search: { tab: 'analytics', month } });

const OF_MONTH: readonly ReportColumn<Month>[] = [
  { header: 'Month', kind: 'text', value: ({ month }) => formatMonth(month), to: ofMonth },
  ...RECIPIENT_ENDS.map(
    (end: RecipientEnd): ReportColumn<Month> => ({
      header: RECIPIENT_END_LABELS[end] ?? end,
      kind: 'count',
      isSparse: end !== 'sent',
      value: (month) => month[end],
      to: (month) => (month[end] === 0 ? null : ofMonth(month)),
    }),
  ),
];

interface AnalyticsProps {
  /** Only the campaigns whose sending began in it, `2026-06`. */
  month: string | undefined;
}

/** What became of the emails of campaigns, of each and month by month, and what came back. */
export function Analytics({ month }: AnalyticsProps) {
  const emails = useQuery(emailFiguresQuery);
  const heard = useQuery(marketingFiguresQuery);
  // At once, so that nothing moves.
  const query = {
    data: emails.data && heard.data && { emails: emails.data, heard: heard.data },
    error: emails.error ?? heard.error,
    refetch: () => Promise.all([emails.refetch(), heard.refetch()]),
  };
  return (
    <DataArea
      query={query}
      isEmpty={({ emails: { campaigns }, heard: { ratings, suppressionMonths } }) =>
        campaigns.length + ratings.length + suppressionMonths.length === 0
      }
      filtered={null}
      firstUse={{
        title: 'No campaigns sent yet',
        description: 'What became of each email, and what customers say, is told here.',
      }}
      skeleton={<SkeletonRows rows={8} />}
    >
      {(figures) =>
        month === undefined ? (
          <>
            <Emails emails={figures.emails} />
            <Heard figures={figures.heard} />
          </>
        ) : (
          <CampaignsOf month={month} campaigns={figures.emails.campaigns} />
        )
      }
    </DataArea>
  );
}

function Emails({ emails: { campaigns, months } }: { emails: EmailFigures }) {
  if (campaigns.length === 0) {
    return (
      <Section title={CAMPAIGNS}>
        <p className="hw-report-note">No campaigns sent yet.</p>
      </Section>
    );
  }
  return (
    <>
      <Section title={CAMPAIGNS}>
        <Compared campaigns={campaigns} />
      </Section>
      <Section title={MONTHS}>
        <p className="hw-report-note">By the month in which the sending of their campaign began.</p>
        <ReportTable title={MONTHS} columns={OF_MONTH} rows={months} keyOf={(each) => each.month} />
      </Section>
    </>
  );
}

function Compared({ campaigns }: { campaigns: readonly Campaign[] }) {
  return (
    <>
      <p className="hw-report-note">
        Sent means that the mail server took the email. Opened and clicked count recipients who did so themselves, as
        far as anybody can tell; mail programs that load no pictures hide that an email was opened.
      </p>
      <ReportTable title={CAMPAIGNS} columns={OF_CAMPAIGN} rows={campaigns} keyOf={({ id }) => id} />
    </>
  );
}

/** The rows behind the figures of one month. */
function CampaignsOf({ month, campaigns }: { month: string; campaigns: readonly Campaign[] }) {
  const own = campaigns.filter((campaign) => campaign.month === month);
  return (
    <Section
      title={`Campaigns Begun in ${formatMonth(month)}`}
      actions={
        <Link to={PAGE} search={{ tab: 'analytics' }} className="bp6-button bp6-minimal">
          Show all months
        </Link>
      }
    >
      {own.length === 0 ? <p className="hw-report-note">None.</p> : <Compared campaigns={own} />}
    </Section>
  );
}
