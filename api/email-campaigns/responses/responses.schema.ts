import { z } from 'zod';

export const campaignLinkClicks = z
  .array(
    z.object({
      href: z.string().describe('Where the link leads.'),
      people: z.number().describe('Recipients who followed it themselves, as far as anybody can tell.'),
      machines: z.number().describe('Recipients for whom a scanner or a mail service did.'),
    }),
  )
  .meta({ id: 'CampaignLinkClicks' });
export type CampaignLinkClicks = z.output<typeof campaignLinkClicks>;
