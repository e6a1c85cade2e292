import type { CampaignPartEvent } from '../domain/campaign-part/events.ts';
import { partsOfStream, type Recorded } from '../domain/kit/event.ts';
import type { Projection, RecordDocument } from './engine/projection.ts';

/** Which campaigns by email a customer is a recipient of, with their own id; how each ended is in the part. */
export interface CampaignMailingsDocument extends RecordDocument {
  /** The latest last. */
  mailings: { campaignId: string; partId: string; index: number }[];
}

type Listed = Extract<Recorded<CampaignPartEvent>, { type: 'CampaignPartListed' }>;

const NONE: readonly string[] = [];

export const campaignMailings: Projection<CampaignMailingsDocument> = {
  name: 'campaign_mailings',
  version: 1,
  collection: 'campaign_mailings',
  of: ['campaign_part'],
  indexes: [],
  search: [],
  ids(event) {
    if (event.type !== 'CampaignPartListed') return NONE;
    return (event as Listed).data.recipients.flatMap(({ customerIds }) => customerIds);
  },
  evolve(document, event, id) {
    if (event.type !== 'CampaignPartListed') return document;
    const { campaignId, recipients } = (event as Listed).data;
    const index = recipients.findIndex(({ customerIds }) => customerIds.includes(id));
    const mailing = { campaignId, partId: partsOfStream(event.stream).id, index };
    return { mailings: [...(document?.mailings ?? []), mailing] };
  },
};
