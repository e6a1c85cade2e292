import { z } from 'zod';
import { campaignMailing } from '../email-campaigns/mailings.schema.ts';
import { historyStep } from '../kit/changes/history.schema.ts';

/** What happened with a customer: a step of a record of theirs, or a campaign that they were emailed. */
export const timelineStep = historyStep
  .extend({
    category: z.string(),
    id: z.string(),
    actorName: z.string().nullable(),
    mailing: campaignMailing.optional().describe('Of a step of the category `campaign_mailing` alone.'),
  })
  .meta({ id: 'TimelineStep' });
export type TimelineStep = z.output<typeof timelineStep>;
