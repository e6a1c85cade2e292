import type { CampaignRecord } from '../../../api/campaigns/schema.ts';
import {
  CAMPAIGN_LIMITS,
  CAMPAIGN_STATUS_LABELS,
  CONTENT_TYPE_LABELS,
  CONTENT_TYPES,
  MARKETING_PLATFORM_LABELS,
  MARKETING_PLATFORMS,
} from '../../../domain/campaign/terms.ts';
import type { RemovableKind } from '../../records/record-kind.ts';
import type { Field } from '../../ui/inputs/fields.ts';
import { someOf } from '../../ui/inputs/some-of.tsx';
import { CAMPAIGNS, campaignPath } from './campaign.ts';

/** What a form asks about a campaign. */
export const CAMPAIGN_FIELDS: readonly Field[] = [
  {
    name: 'name',
    label: 'Campaign Name',
    kind: 'text',
    row: 'whole',
    maxLength: CAMPAIGN_LIMITS.name,
    required: true,
    inTitle: true,
  },
  { name: 'description', label: 'Description', kind: 'multiline', maxLength: CAMPAIGN_LIMITS.description },
  {
    name: 'targetAudience',
    label: 'Target Audience',
    kind: 'text',
    row: 'whole',
    maxLength: CAMPAIGN_LIMITS.targetAudience,
  },
  { name: 'budget', label: 'Budget', kind: 'money', row: 'start' },
  { name: 'startDate', label: 'Start Date', kind: 'date', row: 'start' },
  { name: 'endDate', label: 'End Date', kind: 'date' },
  someOf('platforms', 'Platforms', MARKETING_PLATFORMS, MARKETING_PLATFORM_LABELS),
  someOf('contentTypes', 'Content', CONTENT_TYPES, CONTENT_TYPE_LABELS),
];

/** A campaign, in details, forms, conflicts and history. */
export const campaignKind: RemovableKind<CampaignRecord> = {
  category: 'campaign',
  collections: CAMPAIGNS,
  noun: 'campaign',
  fields: [
    ...CAMPAIGN_FIELDS,
    { name: 'status', label: 'Status', kind: 'text', readOnly: true, inTitle: true, labels: CAMPAIGN_STATUS_LABELS },
  ],
  path: campaignPath,
  steps: {
    CampaignCreated: 'Created',
    CampaignRevised: 'Details changed',
    CampaignStatusChanged: 'Status changed',
    CampaignRemoved: 'Removed',
    CampaignRestored: 'Restored',
  },
  removal: {
    act: 'Remove',
    word: 'Removed',
    restored: { title: 'Campaign Restored', text: 'It is back in the list.' },
  },
  titleOf: ({ name }) => name,
};
