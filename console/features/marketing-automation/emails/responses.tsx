import { queryOptions } from '@tanstack/react-query';
import type { CampaignRecord } from '../../../../api/campaigns/schema.ts';
import type { CampaignLinkClicks } from '../../../../api/email-campaigns/responses/responses.schema.ts';
import { read } from '../../../data/query-client.ts';
import { campaignPath } from '../../../entities/campaign/campaign.ts';
import { EMAIL_CAMPAIGNS } from '../../../entities/email-campaign/email-campaign.ts';
import { type ReportColumn, ReportTable } from '../../../ui/figures/report-table.tsx';

interface Row {
  /** Two links may have the same name. */
  key: string;
  did: string;
  people: number;
  machines: number;
  /** In percent; null where there is none. */
  rate: number | null;
}

const TITLE = 'Opens and Clicks';

const COLUMNS: readonly ReportColumn<Row>[] = [
  { header: 'Recipients who', kind: 'text', value: ({ did }) => did },
  { header: 'People', kind: 'count', value: ({ people }) => people },
  { header: 'Rate', kind: 'percent', value: ({ rate }) => rate },
  { header: 'Machines', kind: 'count', value: ({ machines }) => machines },
];

/** The links of a campaign, each with how many recipients followed it. */
export function campaignLinksQuery(id: string) {
  return queryOptions({
    queryKey: ['campaign-links', id],
    meta: { collections: ['campaign_responses', ...EMAIL_CAMPAIGNS] },
    queryFn: (context) => read<CampaignLinkClicks>(`${campaignPath(id)}/links`, context),
  });
}

interface ResponsesProps {
  campaign: CampaignRecord;
  links: CampaignLinkClicks;
}

/** How many recipients opened a campaign's email and followed its links, as people and as machines. */
export function Responses({ campaign: { responses, openRate, clickRate }, links }: ResponsesProps) {
  if (responses === null) return null;
  const rows: Row[] = [
    { key: 'opened', did: 'Opened it', ...responses.opened, rate: Number(openRate) },
    { key: 'clicked', did: 'Followed any link', ...responses.clicked, rate: Number(clickRate) },
    ...links.map(({ href, ...clicks }, place) => {
      return { key: `${place}`, did: `Followed ${linkName(href)}`, ...clicks, rate: null };
    }),
  ];
  return (
    <section className="hw-drawer-section">
      <h3>{TITLE}</h3>
      <p className="hw-report-note">
        The rates are of the emails that were sent, and count people alone. Scanners, whatever came within half a minute
        of an email, and the mail services that load pictures by themselves, such as Gmail and Apple Mail, are machines:
        more people may have opened it. Each counts once.
      </p>
      <ReportTable title={TITLE} columns={COLUMNS} rows={rows} keyOf={({ key }) => key} isPartial />
    </section>
  );
}

function linkName(href: string): string {
  return href.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
}
