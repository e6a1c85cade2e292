import { z } from 'zod';

const dollars = z.string();

/** What a campaign brought in, as the calls tell it. */
export const campaignMetrics = z
  .object({
    leads: z.number().describe('That came by it: `GET /api/leads-working?campaignId=` lists them.'),
    quotes: z.number().describe('For those leads: `GET /api/quotes?campaignId=`.'),
    wonJobs: z
      .number()
      .describe('Jobs of those quotes, but for cancelled ones: `GET /api/jobs?active=true&campaignId=`.'),
    revenue: dollars.describe(
      'Paid on the invoices of those quotes and not paid back, but for cancelled ones: `GET /api/invoices?campaignId=`.',
    ),
    costPerLead: dollars.nullable().describe('The budget per lead, to the nearest cent; null where none came.'),
    costPerJob: dollars.nullable().describe('The budget per won job, to the nearest cent; null where none came.'),
  })
  .meta({ id: 'CampaignMetrics' });
export type CampaignMetrics = z.output<typeof campaignMetrics>;
