import { campaign } from '../../domain/campaign/campaign.ts';
import { CAMPAIGN_STATUS_LABELS } from '../../domain/campaign/terms.ts';
import { type CampaignDocument, campaigns } from '../../projections/campaigns.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { type CampaignRecord, campaignFields } from './schema.ts';

function presentCampaign(document: CampaignDocument): CampaignRecord {
  return { ...shownOf(campaignFields, document), status: document.status };
}

export const campaignKind = recordKind({
  decider: campaign,
  projection: campaigns,
  area: 'marketing',
  title: ({ name }: CampaignDocument) => name,
  found: { detail: ({ status }) => [CAMPAIGN_STATUS_LABELS[status] ?? status] },
  present: presentCampaign,
});
