import { z } from 'zod';
import { EMAIL_CAMPAIGN_LIMITS } from '../../domain/email-campaign/terms.ts';
import { idOf } from '../kit/fields/fields.schema.ts';
import { lines, text } from '../kit/fields/values.schema.ts';

const who = {
  customerId: idOf('The customer', 'Who reads it; by default somebody of whom nothing is known.').given.optional(),
};

export const previewBody = z.object(who);

/** Of a text that is not saved yet. */
export const previewTextBody = z.object({
  ...who,
  subject: text('The subject', EMAIL_CAMPAIGN_LIMITS.subject),
  content: lines('The text', EMAIL_CAMPAIGN_LIMITS.content),
});

export const campaignPreview = z
  .object({
    to: z.string().nullable().describe('The address that it would go to.'),
    from: z.string().describe('The sender.'),
    subject: z.string(),
    text: z.string().describe('The plain text, as it is sent.'),
    html: z.string().describe('The same as HTML, as it is sent.'),
    problem: z.string().nullable().describe('What keeps it from being sent to them; null if nothing does.'),
  })
  .meta({ id: 'CampaignPreview' });

export type CampaignPreview = z.output<typeof campaignPreview>;

export const campaignTest = z
  .object({
    to: z.string(),
    sent: z.boolean(),
    answer: z.string().describe('What the mail server said, or why it said nothing.'),
  })
  .meta({ id: 'CampaignTest' });

export type CampaignTest = z.output<typeof campaignTest>;
