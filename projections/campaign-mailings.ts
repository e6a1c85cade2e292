import type { CampaignPartEvent } from '../domain/campaign-part/events.ts';
import { partsOfStream, type Recorded } from '../domain/kit/event.ts';
import type { Projection, RecordDocument } from './engine/projection.ts';

/** A campaign by email that a customer is a recipient of. */
export interface Mailing {
  campaignId: string;
  partId: string;
  /** Their place in the part. */
  index: number;
  /** When the recipients were chosen, ISO UTC, and where in the log that is. */
  at: string;
  position: string;
  commandId: string;
  correlationId: string;
  causationId: string | null;
  actor: string;
}

/** Which campaigns by email a customer is a recipient of, with their own id; how each ended is in the part. */
export interface CampaignMailingsDocument extends RecordDocument {
  /** The latest last. */
  mailings: Mailing[];
}

type Listed = Extract<Recorded<CampaignPartEvent>, { type: 'CampaignPartListed' }>;

const NONE: readonly string[] = [];

export const campaignMailings: Projection<CampaignMailingsDocument> = {
  name: 'campaign_mailings',
  version: 2,
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
    const { campaignId, recipients, at } = (event as Listed).data;
    const { actor, commandId, correlationId, causationId } = event.metadata;
    const mailing: Mailing = {
      campaignId,
      partId: partsOfStream(event.stream).id,
      index: recipients.findIndex(({ customerIds }) => customerIds.includes(id)),
      at,
      position: event.position,
      commandId,
      correlationId,
      causationId,
      actor,
    };
    return { mailings: [...(document?.mailings ?? []), mailing] };
  },
};
