import { campaign } from '../../domain/campaign/campaign.ts';
import { CAMPAIGN_STATUS_LABELS } from '../../domain/campaign/terms.ts';
import { type CampaignDocument, campaigns } from '../../projections/campaigns.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { metricsOf, outcomesOf } from './outcomes.ts';
import { type CampaignRecord, campaignFields, NO_EMAIL } from './schema.ts';

type Own = Omit<CampaignRecord, 'metrics'>;

function presentCampaign(document: CampaignDocument): Own {
  return { ...shownOf(campaignFields, document), ...NO_EMAIL, kind: 'campaign', status: document.status };
}

async function withMetrics(context: ApiContext, own: readonly Own[]): Promise<CampaignRecord[]> {
  const outcomes = await outcomesOf(
    context,
    own.map(({ id }) => id),
  );
  return own.map((campaign) => {
    const budget = campaign.budget === null ? null : Math.round(campaign.budget * 100);
    return { ...campaign, metrics: metricsOf(budget, outcomes.get(campaign.id)) };
  });
}

export const campaignKind = recordKind({
  decider: campaign,
  projection: campaigns,
  area: 'marketing',
  title: ({ name }: CampaignDocument) => name,
  found: { detail: ({ status }) => [CAMPAIGN_STATUS_LABELS[status] ?? status] },
  present: presentCampaign,
  join: withMetrics,
});
