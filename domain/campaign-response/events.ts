import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.
// No address, no program and no device is in any of them: only the place of a recipient in their part.

/** The first response to mails of a part. The stream has the id of the part's. */
const CampaignResponsesBegun = defineEvent(
  'CampaignResponsesBegun',
  z.object({ campaignId: z.string(), number: z.int(), at: z.string() }),
);
/** The first time that a mail was opened, by people or by machines. */
const CampaignMailOpened = defineEvent(
  'CampaignMailOpened',
  z.object({ index: z.int(), by: z.string(), at: z.string() }),
);
/** The first time that a link of a mail was followed, by people or by machines. */
const CampaignLinkClicked = defineEvent(
  'CampaignLinkClicked',
  z.object({
    index: z.int(),
    /** From 1 on, in the order of the campaign's text. */
    link: z.int(),
    by: z.string(),
    /** Whether it is the first link of this mail that they followed. */
    isFirst: z.boolean(),
    at: z.string(),
  }),
);

export const campaignResponseEvents = [CampaignResponsesBegun, CampaignMailOpened, CampaignLinkClicked] as const;

export type CampaignResponseEvent = BodyOf<(typeof campaignResponseEvents)[number]>;
