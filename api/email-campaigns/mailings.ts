import { campaignPart } from '../../domain/campaign-part/campaign-part.ts';
import {
  campaignResponse,
  firstOf,
  NO_RESPONSE,
  responseOf,
} from '../../domain/campaign-response/campaign-response.ts';
import { campaignMailings } from '../../projections/campaign-mailings.ts';
import type { CustomerDocument } from '../../projections/customers.ts';
import { emailCampaigns } from '../../projections/email-campaigns.ts';
import type { ApiContext } from '../kit/context.ts';
import type { CampaignMailing } from './mailings.schema.ts';

/** More than anybody reads. */
const MOST = 50;

/** The campaigns by email that a customer is a recipient of, the latest first. */
export async function mailingsOf(
  { readModels, streams }: Pick<ApiContext, 'readModels' | 'streams'>,
  { id: customerId, erased }: Pick<CustomerDocument, 'id' | 'erased'>,
): Promise<CampaignMailing[]> {
  const models = readModels.current();
  const document = (await models.get(campaignMailings.collection, [customerId])).get(customerId);
  const mailings = (document?.mailings ?? []).slice(-MOST).reverse();
  const campaigns = await models.get(emailCampaigns.collection, [
    ...new Set(mailings.map(({ campaignId }) => campaignId)),
  ]);
  const shown = await Promise.all(
    mailings.map(async ({ campaignId, partId, index }): Promise<CampaignMailing[]> => {
      const campaign = campaigns.get(campaignId);
      const [{ state }, responses] = await Promise.all([
        streams.load(campaignPart, partId),
        streams.load(campaignResponse, partId),
      ]);
      const step = state.presence === 'absent' ? undefined : state.recipients[index]?.progress.step;
      if (!campaign || step === undefined) return [];
      const end = step === 'claimed' ? 'waiting' : step;
      const { opened, clicked } = erased ? NO_RESPONSE : responseOf(responses.state, index);
      const did = { opened: firstOf(opened), clicked: firstOf(clicked) };
      return [{ campaignId, name: campaign.name, begunAt: campaign.begunAt, ...did, end }];
    }),
  );
  return shown.flat();
}
