import { z } from 'zod';
import { campaignRecord } from '../campaigns/schema.ts';

const begunIn = { month: z.string().describe('`2026-06`, when the sending began, in the time zone of the company.') };

/** How many recipients came to each end, of the campaigns whose sending began in a month. */
const month = z.object({
  ...begunIn,
  sent: z.number().describe('The mail server took the email.'),
  bounced: z.number().describe('It took it, and it came back later.'),
  refused: z.number(),
  suppressed: z.number(),
  gone: z.number(),
  uncertain: z.number(),
});

const AVERAGE = 'of all campaigns together, divided by how many were sent, in percent; null where none was.';

/** What the campaigns by email come to. */
export const emailFigures = z
  .object({
    campaignsSent: z.number().describe('Of which each recipient has an end.'),
    averageOpenRate: z.string().nullable().describe(`The open rates ${AVERAGE}`),
    averageClickRate: z.string().nullable().describe(`The click rates ${AVERAGE}`),
    reached: z.number().describe('Emails that the mail server took, of all campaigns.'),
    months: z.array(month).describe('Those with a campaign, the latest first.'),
    campaigns: z
      .array(
        campaignRecord
          .pick({
            id: true,
            name: true,
            status: true,
            totalRecipients: true,
            sending: true,
            responses: true,
            openRate: true,
            clickRate: true,
          })
          .extend(begunIn),
      )
      .describe('Those whose sending has begun, the latest first.'),
  })
  .meta({ id: 'EmailCampaignFigures' });
export type EmailFigures = z.output<typeof emailFigures>;
