import { z } from 'zod';
import { RESPONDERS } from '../../domain/campaign-response/terms.ts';
import { RECIPIENT_STEPS } from './sending/recipients.schema.ts';

const did = z
  .object({ by: z.enum(RESPONDERS).describe('People, if any did.'), at: z.string().describe('The first time.') })
  .nullable();

/** A campaign by email that a customer is a recipient of, and what became of it. */
export const campaignMailing = z
  .object({
    campaignId: z.string(),
    name: z.string().nullable().describe("The campaign's."),
    end: z.enum(RECIPIENT_STEPS).describe('How it ended for them; `waiting` where it has not.'),
    endedAt: z.string().nullable(),
    opened: did.describe('Who opened it.'),
    clicked: did.describe('Who followed a link of it.'),
  })
  .meta({ id: 'CampaignMailing' });
export type CampaignMailing = z.output<typeof campaignMailing>;
