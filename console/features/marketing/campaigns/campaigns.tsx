import type { CampaignRecord } from '../../../../api/campaigns/schema.ts';
import { CAMPAIGN_STATUS_LABELS, CAMPAIGN_STATUSES } from '../../../../domain/campaign/terms.ts';
import { may } from '../../../../domain/user/terms.ts';
import type { PageProps } from '../../../entities/account/session.ts';
import {
  CAMPAIGN_SORTS,
  campaignStatusLabel,
  campaignsCall,
  campaignsQuery,
} from '../../../entities/campaign/campaign.ts';
import { campaignKind } from '../../../entities/campaign/campaign-kind.tsx';
import { NewCampaignDialog } from '../../../entities/campaign/new-campaign-dialog.tsx';
import { campaignTone } from '../../../entities/tones.ts';
import { ClearFilters } from '../../../records/list/clear-filters.tsx';
import { inTab } from '../../../records/list/list-search.ts';
import type { RecordColumn } from '../../../records/list/record-columns.ts';
import { RecordListPage, usePagedList } from '../../../records/list/record-list-page.tsx';
import { RemovedSelect } from '../../../records/list/removed.tsx';
import { Choice, labeled } from '../../../ui/inputs/choice.tsx';
import { Failure } from '../../../ui/status/data-area.tsx';
import { StatusTag } from '../../../ui/status/status-tag.tsx';
import { Day } from '../../../ui/values/day.tsx';
import { formatMoney } from '../../../ui/values/format.ts';
import { campaignFilterOf, type MarketingSearch } from '../marketing-search.ts';
import { CampaignCard } from './campaign-card.tsx';
import { CampaignDrawer } from './campaign-drawer.tsx';

/** On the button that creates one. */
export const NEW_CAMPAIGN = 'New Campaign';

const COLUMNS: readonly RecordColumn<CampaignRecord>[] = [
  { id: 'name', header: 'Campaign', value: ({ name }) => name, widest: 320 },
  {
    id: 'status',
    header: 'Status',
    stays: true,
    value: ({ status }) => status,
    cell: ({ status }) => <StatusTag tone={campaignTone(status)}>{campaignStatusLabel(status)}</StatusTag>,
  },
  { id: 'targetAudience', header: 'Audience', value: ({ targetAudience }) => targetAudience },
  {
    id: 'budget',
    header: 'Budget',
    isFigure: true,
    value: ({ budget }) => budget,
    cell: ({ budget }) => budget !== null && formatMoney(budget),
  },
  {
    id: 'startDate',
    header: 'Starts',
    value: ({ startDate }) => startDate,
    cell: ({ startDate }) => startDate && <Day iso={startDate} />,
  },
  {
    id: 'endDate',
    header: 'Ends',
    value: ({ endDate }) => endDate,
    cell: ({ endDate }) => endDate && <Day iso={endDate} />,
  },
];

const FILTER_KEYS = ['q', 'status', 'removed'];

/** The campaigns: cards, the dialog that creates one, and the drawer of the one that is selected. */
export function Campaigns({ account, search, onSearch }: PageProps<MarketingSearch>) {
  const call = campaignsCall(campaignFilterOf(search));
  const list = usePagedList(campaignsQuery(call), call, CAMPAIGN_SORTS);
  const canChange = may(account.role, 'marketing:change');
  return (
    <RecordListPage
      {...inTab({ search, onSearch })}
      canChange={canChange}
      canExport={may(account.role, 'exports:read')}
      kind={campaignKind}
      plural="campaigns"
      param="campaign"
      list={list}
      columns={COLUMNS}
      card={(campaign) => <CampaignCard campaign={campaign} canChange={canChange} />}
      filterKeys={FILTER_KEYS}
      filters={
        <>
          <Choice
            label="Status"
            value={search.status}
            choices={labeled(CAMPAIGN_STATUSES, CAMPAIGN_STATUS_LABELS)}
            none="All statuses"
            onChoice={(status) => onSearch({ status })}
          />
          <RemovedSelect
            noun="campaigns"
            removal={campaignKind.removal}
            isRemoved={search.removed === true}
            onChange={(removed) => onSearch({ removed })}
          />
          <ClearFilters search={search} keys={FILTER_KEYS} onSearch={onSearch} />
        </>
      }
      add={{
        text: NEW_CAMPAIGN,
        firstText: 'Create First Campaign',
        how: (onClose) => <NewCampaignDialog onClose={onClose} />,
      }}
      drawer={(open) => <CampaignDrawer key={open.id} {...open} />}
      firstUse={{
        title: 'No campaigns yet',
        description: 'A campaign says whom you want to reach, when, and for how much.',
      }}
      failure={(error) => (
        <Failure error={error} text="Failed to fetch campaigns" retry={() => void list.query.refetch()} />
      )}
    />
  );
}
