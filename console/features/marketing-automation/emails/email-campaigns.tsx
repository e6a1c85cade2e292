import type { CampaignRecord } from '../../../../api/campaigns/schema.ts';
import { EMAIL_CAMPAIGN_STATUS_LABELS, EMAIL_CAMPAIGN_STATUSES } from '../../../../domain/email-campaign/terms.ts';
import { may } from '../../../../domain/user/terms.ts';
import type { PageProps } from '../../../entities/account/session.ts';
import { CAMPAIGN_SORTS } from '../../../entities/campaign/campaign.ts';
import {
  emailCampaignsCall,
  emailCampaignsQuery,
  emailStatusLabel,
  templateLabel,
} from '../../../entities/email-campaign/email-campaign.ts';
import { emailCampaignKind } from '../../../entities/email-campaign/email-campaign-kind.ts';
import { emailCampaignTone } from '../../../entities/tones.ts';
import { ClearFilters } from '../../../records/list/clear-filters.tsx';
import { inTab } from '../../../records/list/list-search.ts';
import type { RecordColumn } from '../../../records/list/record-columns.ts';
import { RecordListPage, usePagedList } from '../../../records/list/record-list-page.tsx';
import { RemovedSelect } from '../../../records/list/removed.tsx';
import { Choice, labeled } from '../../../ui/inputs/choice.tsx';
import { Failure } from '../../../ui/status/data-area.tsx';
import { StatusTag } from '../../../ui/status/status-tag.tsx';
import { Day } from '../../../ui/values/day.tsx';
import { emailCampaignFilterOf, type MarketingAutomationSearch } from '../marketing-automation-search.ts';
import { EmailCampaignDrawer } from './email-campaign-drawer.tsx';
import { NewEmailCampaignDialog } from './new-email-campaign-dialog.tsx';

/** On the button that creates one. */
export const CREATE_CAMPAIGN = 'Create Campaign';

const COLUMNS: readonly RecordColumn<CampaignRecord>[] = [
  { id: 'name', header: 'Campaign', value: ({ name }) => name, widest: 300 },
  {
    id: 'status',
    header: 'Status',
    stays: true,
    value: ({ status }) => status,
    cell: ({ status }) => <StatusTag tone={emailCampaignTone(status)}>{emailStatusLabel(status)}</StatusTag>,
  },
  {
    id: 'begunAt',
    header: 'Date',
    value: ({ sending, scheduledDate }) => sending?.begunAt ?? scheduledDate,
    cell: ({ sending, scheduledDate }) => {
      if (sending) return <Day iso={sending.begunAt} />;
      return (
        scheduledDate && (
          <span className="hw-muted">
            Planned for <Day iso={scheduledDate} />
          </span>
        )
      );
    },
  },
  { id: 'subject', header: 'Subject', value: ({ subject }) => subject || null, widest: 360 },
  {
    id: 'totalRecipients',
    header: 'Recipients',
    isFigure: true,
    value: ({ sending, totalRecipients }) => (sending === null ? null : totalRecipients),
  },
  {
    id: 'openRate',
    header: 'Open rate',
    isFigure: true,
    value: ({ sending, openRate }) => (sending === null ? null : `${Number(openRate)}%`),
  },
  {
    id: 'clickRate',
    header: 'Click rate',
    isFigure: true,
    value: ({ sending, clickRate }) => (sending === null ? null : `${Number(clickRate)}%`),
  },
  { id: 'templateType', header: 'Type', value: ({ templateType }) => templateLabel(templateType) },
];

const FILTER_KEYS = ['q', 'status', 'removed'];
const NONE = 'No campaigns found';

/** The campaigns by email: the list, the dialog that creates one, and the drawer of the one that is open. */
export function EmailCampaigns({ account, search, onSearch }: PageProps<MarketingAutomationSearch>) {
  const call = emailCampaignsCall(emailCampaignFilterOf(search));
  const list = usePagedList(emailCampaignsQuery(call), call, CAMPAIGN_SORTS);
  return (
    <RecordListPage
      {...inTab({ search, onSearch })}
      canChange={may(account.role, 'marketing:change')}
      canExport={may(account.role, 'exports:read')}
      kind={emailCampaignKind}
      plural="campaigns"
      param="campaign"
      list={list}
      columns={COLUMNS}
      placeholder="Search campaigns..."
      filterKeys={FILTER_KEYS}
      filters={
        <>
          <Choice
            label="Status"
            value={search.status}
            choices={labeled(EMAIL_CAMPAIGN_STATUSES, EMAIL_CAMPAIGN_STATUS_LABELS)}
            none="All statuses"
            onChoice={(status) => onSearch({ status })}
          />
          <RemovedSelect
            noun="campaigns"
            removal={emailCampaignKind.removal}
            isRemoved={search.removed === true}
            onChange={(removed) => onSearch({ removed })}
          />
          <ClearFilters search={search} keys={FILTER_KEYS} onSearch={onSearch} />
        </>
      }
      add={{ text: CREATE_CAMPAIGN, how: (onClose) => <NewEmailCampaignDialog onClose={onClose} /> }}
      drawer={(open) => (
        <EmailCampaignDrawer key={open.id} {...open} end={search.end} onEnd={(end) => onSearch({ end }, 'replace')} />
      )}
      firstUse={{ title: NONE, description: 'A campaign is one email to many customers, each by their own name.' }}
      nothingFound={{ title: NONE }}
      failure={(error) => (
        <Failure error={error} text="Failed to fetch campaigns" retry={() => void list.query.refetch()} />
      )}
    />
  );
}
