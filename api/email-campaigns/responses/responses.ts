import { rateOf } from '../../../domain/campaign-response/rates.ts';
import type { Responders } from '../../../domain/campaign-response/terms.ts';
import { campaignLinks } from '../../../domain/email-campaign/links.ts';
import { campaignResponses, RESPONSE_COUNTS, type ResponseCounts } from '../../../projections/campaign-responses.ts';
import type { EmailCampaignDocument } from '../../../projections/email-campaigns.ts';
import type { ReadModels } from '../../../store/read-models.ts';
import { allOf } from '../../../store/read-pages.ts';
import type { CampaignRecord } from '../../campaigns/schema.ts';
import type { CampaignLinkClicks } from './responses.schema.ts';

/** How many of the recipients of each campaign opened its mail or followed a link. */
export async function responsesOf(
  models: Pick<ReadModels, 'sum'>,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, ResponseCounts>> {
  if (campaignIds.length === 0) return new Map();
  const groups = await models.sum(campaignResponses.collection, {
    where: { campaignId: { in: [...campaignIds] } },
    groupBy: ['campaignId'],
    sum: RESPONSE_COUNTS,
  });
  return new Map(groups.map(({ by, sums }) => [String(by['campaignId']), sums as object as ResponseCounts]));
}

/**
 * What a campaign shows of them.
 * @param sent mails that the server took
 */
export function shownResponses(
  counts: ResponseCounts | undefined,
  sent: number,
): Pick<CampaignRecord, 'openRate' | 'clickRate' | 'responses'> {
  const of = counts ?? { openedByPeople: 0, openedByMachines: 0, clickedByPeople: 0, clickedByMachines: 0 };
  return {
    openRate: rateOf(of.openedByPeople, sent),
    clickRate: rateOf(of.clickedByPeople, sent),
    responses: {
      opened: { people: of.openedByPeople, machines: of.openedByMachines },
      clicked: { people: of.clickedByPeople, machines: of.clickedByMachines },
    },
  };
}

const NOBODY: Responders = { people: 0, machines: 0 };

/** The links of a campaign, each with how many recipients followed it. */
export async function linkClicksOf(
  models: Pick<ReadModels, 'find'>,
  { id: campaignId, content }: Pick<EmailCampaignDocument, 'id' | 'content'>,
): Promise<CampaignLinkClicks> {
  const parts = await allOf(models, campaignResponses.collection, {
    where: { campaignId },
    order: { field: 'number', direction: 'asc' },
  });
  return campaignLinks(content).map(({ number, href }) => {
    const counts = parts.map(({ links }) => links[number] ?? NOBODY);
    const sum = (of: keyof Responders) => counts.reduce((total, each) => total + each[of], 0);
    return { href, people: sum('people'), machines: sum('machines') };
  });
}
