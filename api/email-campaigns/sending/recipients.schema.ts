import { z } from 'zod';
import { RECIPIENT_END_LABELS, RECIPIENT_ENDS } from '../../../domain/campaign-part/terms.ts';
import { RESPONDERS } from '../../../domain/campaign-response/terms.ts';
import { askedNumber, idParams } from '../../kit/fields/common.schema.ts';

/** Where a recipient stands: waiting, or at one of the ends. */
export const RECIPIENT_STEPS = ['waiting', ...RECIPIENT_ENDS] as const;
const STEP = `end must be one of: ${RECIPIENT_STEPS.join(', ')}.`;
const MOST = 200;
/** A part, and a place in it. */
const PLACE = /^\d{1,6}\.\d{1,6}$/;
const AFTER = 'after is not a place in this list. Begin from its start.';

export const recipientsQuery = z.object({
  end: z
    .enum(RECIPIENT_STEPS, STEP)
    .optional()
    .describe('Only those who came to it; `waiting` for who has no end yet.'),
  limit: askedNumber('limit', 1, MOST).default(50),
  after: z.string().regex(PLACE, AFTER).optional().describe('As `next` of the page before.'),
});

/** Names one recipient of a campaign. */
export const recipientParams = idParams.extend({
  place: z.string().regex(PLACE, 'There is no such recipient of this campaign.'),
});

/** Who did something; null for nobody, and once all who have the mailbox are erased. */
export const responder = z.enum(RESPONDERS).nullable();

export const campaignRecipients = z
  .object({
    recipients: z.array(
      z.object({
        place: z.string().describe('Names the recipient within the campaign, for good.'),
        customers: z
          .array(z.object({ id: z.string(), name: z.string().nullable(), erased: z.boolean() }))
          .describe('All who have the mailbox, as they are now: they get one email.'),
        address: z.string().nullable().describe('Of the first of them as of now; null if there is none any more.'),
        end: z.enum(RECIPIENT_STEPS).meta({ 'x-labels': { waiting: 'Waiting', ...RECIPIENT_END_LABELS } }),
        code: z
          .string()
          .nullable()
          .describe('What the mail server answered, as a number, if it put it off or refused it, or why it came back.'),
        isAgain: z.boolean().describe('Whether a person had it sent again, which they can once.'),
        opened: responder.describe('Who opened it: people if any did.'),
        clicked: responder.describe('Who followed a link of it: people if any did.'),
        at: z.string().nullable().describe('When it ended; when it is tried again for who waits for that.'),
      }),
    ),
    total: z.int().describe('Of all pages.'),
    next: z.string().nullable(),
  })
  .meta({ id: 'CampaignRecipients' });
export type CampaignRecipients = z.output<typeof campaignRecipients>;
