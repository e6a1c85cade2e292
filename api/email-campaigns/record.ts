import { NO_CAMPAIGN_DETAILS } from '../../domain/campaign/events.ts';
import { emailCampaign } from '../../domain/email-campaign/email-campaign.ts';
import { EMAIL_CAMPAIGN_STATUS_LABELS } from '../../domain/email-campaign/terms.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { campaignParts, STEPS } from '../../projections/campaign-parts.ts';
import { type EmailCampaignDocument, emailCampaigns } from '../../projections/email-campaigns.ts';
import { metricsOf } from '../campaigns/outcomes.ts';
import { type CampaignRecord, emailCampaignFields, NO_EMAIL } from '../campaigns/schema.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recallRecord, recordKind } from '../kit/records.ts';
import { responsesOf, shownResponses } from './responses/responses.ts';

/** Nobody comes by it in a way that is counted. */
const NO_METRICS = metricsOf(null);

function presentEmailCampaign(document: EmailCampaignDocument): CampaignRecord {
  const { status, recipients, begunAt, endedAt, why } = document;
  return {
    ...NO_CAMPAIGN_DETAILS,
    ...NO_EMAIL,
    ...shownOf(emailCampaignFields, document),
    kind: 'email',
    status,
    metrics: NO_METRICS,
    totalRecipients: recipients ?? 0,
    sending: begunAt === null ? null : { begunAt, endedAt, why, ...NOBODY_YET },
  };
}

const NOBODY_YET = { waiting: 0, sent: 0, bounced: 0, refused: 0, suppressed: 0, gone: 0, uncertain: 0 };

/** Adds how it went for those who get it, and what they made of it. */
async function withSteps({ readModels }: ApiContext, shown: readonly CampaignRecord[]): Promise<CampaignRecord[]> {
  const models = readModels.peek();
  const ids = shown.filter(({ sending }) => sending !== null).map(({ id }) => id);
  if (models === null || ids.length === 0) return [...shown];
  const [groups, responses] = await Promise.all([
    models.sum(campaignParts.collection, {
      where: { campaignId: { in: ids } },
      groupBy: ['campaignId'],
      sum: ['recipients', ...STEPS],
    }),
    responsesOf(models, ids),
  ]);
  const byId = new Map(groups.map(({ by, sums }) => [String(by['campaignId']), sums]));
  return shown.map((campaign) => {
    const { recipients: _, waiting = 0, claimed = 0, ...ends } = byId.get(campaign.id) ?? {};
    if (campaign.sending === null) return campaign;
    const sending = { ...campaign.sending, ...ends, waiting: waiting + claimed };
    return { ...campaign, ...shownResponses(responses.get(campaign.id), sending.sent), sending };
  });
}

/** A campaign by email. */
export const emailCampaignKind = recordKind({
  decider: emailCampaign,
  projection: emailCampaigns,
  area: 'marketing',
  title: ({ name }: EmailCampaignDocument) => name,
  found: { detail: ({ status }) => ['Email', EMAIL_CAMPAIGN_STATUS_LABELS[status] ?? status] },
  present: presentEmailCampaign,
  join: withSteps,
});

/**
 * A campaign by email for whoever only reads.
 * @throws HttpError 404
 */
export async function emailCampaignOf(
  context: Pick<ApiContext, 'streams' | 'readModels'>,
  id: string,
): Promise<EmailCampaignDocument> {
  const campaign = await recallRecord(context, emailCampaignKind, id);
  if (campaign) return campaign;
  throw new HttpError(404, { message: 'There is no such email campaign.', code: 'not_found' });
}
