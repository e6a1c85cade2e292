import { z } from 'zod';
import { RECIPIENT_STEPS, responder } from './sending/recipients.schema.ts';

/** A campaign by email that a customer is a recipient of. */
export const campaignMailing = z
  .object({
    campaignId: z.string(),
    name: z.string(),
    begunAt: z.string().nullable().describe('When its sending began.'),
    opened: responder.describe('Who opened it: people if any did.'),
    clicked: responder.describe('Who followed a link of it: people if any did.'),
    end: z.enum(RECIPIENT_STEPS).describe('How it ended for them; `waiting` where it has not.'),
  })
  .meta({ id: 'CampaignMailing' });
export type CampaignMailing = z.output<typeof campaignMailing>;
