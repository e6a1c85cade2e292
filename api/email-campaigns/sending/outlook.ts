import type { EmailCampaignDetails } from '../../../domain/email-campaign/events.ts';
import { readCompany } from '../../../platform/company/company-settings.ts';
import { audienceShown } from '../../audience/audience.ts';
import type { ApiContext } from '../../kit/context.ts';
import { senderOf } from '../../mail/mail-effect.ts';
import type { SendingOutlook } from './outlook.schema.ts';
import { readyFor } from './ready.ts';

/**
 * What would happen if a campaign was sent now.
 * @throws HttpError 503 `mailbox_key_lost` where nobody can tell who gets no marketing
 */
export async function outlookOf(
  context: ApiContext,
  campaign: Pick<EmailCampaignDetails, 'subject' | 'content' | 'segment'>,
): Promise<SendingOutlook> {
  const ready = await readyFor(context, campaign);
  const { size, first, leftOut } = await audienceShown(context, campaign.segment);
  const { from } = senderOf((await context.mailServers.current()).from, await readCompany(context.streams));
  return {
    recipients: size,
    first,
    leftOut,
    from: from.name === null ? from.address : `${from.name} <${from.address}>`,
    ratePerMinute: context.config.mailRate,
    problem: whyEmpty(campaign) ?? ('why' in ready ? ready.why : size === 0 ? NOBODY : null),
  };
}

function whyEmpty({ subject, content }: Pick<EmailCampaignDetails, 'subject' | 'content'>): string | null {
  if (subject.trim() === '') return 'Enter a subject before it is sent.';
  return content.trim() === '' ? 'Enter a text before it is sent.' : null;
}

const NOBODY = 'Nobody would get this campaign: no customer in its audience has an email address that gets marketing.';
