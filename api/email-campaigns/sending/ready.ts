import type { EmailCampaignDetails } from '../../../domain/email-campaign/events.ts';
import { Rejection } from '../../../domain/kit/decider.ts';
import { readCompany } from '../../../platform/company/company-settings.ts';
import { HttpError } from '../../../platform/http/answers/errors.ts';
import type { MailServers } from '../../../platform/mail/mail-servers.ts';
import type { Mailbox } from '../../../platform/mail/message.ts';
import type { SmtpAddress } from '../../../platform/mail/smtp.ts';
import { senderOf } from '../../mail/mail-effect.ts';
import { currentMailboxKey, type MailboxKey } from '../../suppressions/mailbox-key.ts';
import { NO_POSTAL_ADDRESS, NO_PUBLIC_URL } from '../../suppressions/marketing-mail.ts';
import type { SuppressionContext } from '../../suppressions/suppressed.ts';
import { whyUnfinished } from '../preview.ts';

/** What the sending of campaigns asks before it begins, and goes on asking. */
export interface ReadyContext extends SuppressionContext {
  config: { publicUrl: string | null };
  mailServers: Pick<MailServers, 'current'>;
}

/** What all mails of a campaign have in common. */
export interface Ready {
  server: SmtpAddress;
  from: Mailbox;
  replyTo: Mailbox | null;
  postalAddress: string;
  /** Ours, as recipients reach it. */
  origin: string;
  /** Of mailboxes. */
  key: MailboxKey;
  company: { name: string | null; phone: string | null };
}

const NO_SERVER = 'Email is not set up, so nothing can be sent. The owner sets it up under Settings.';
const NO_PASSWORD =
  'The mail server cannot be used as it is set up: its name or its password is not right. Correct it under Settings.';
const NO_NAME = 'Marketing email says who sends it. Enter the company’s name under Settings, Company.';

/** What a campaign is sent with, or why it cannot be. */
export async function readyFor(
  context: ReadyContext,
  { subject, content }: Pick<EmailCampaignDetails, 'subject' | 'content'>,
): Promise<Ready | { why: string }> {
  const company = await readCompany(context.streams);
  const { server, from, setBy } = await context.mailServers.current();
  const { publicUrl: origin } = context.config;
  const { name, postalAddress } = company;
  if (setBy === null) return { why: NO_SERVER };
  if (server === null) return { why: NO_PASSWORD };
  if (!postalAddress?.trim()) return { why: NO_POSTAL_ADDRESS };
  if (!name?.trim()) return { why: NO_NAME };
  if (origin === null) return { why: NO_PUBLIC_URL };
  const unfinished = whyUnfinished([subject, content], company);
  if (unfinished !== null) return { why: unfinished };
  try {
    const key = await currentMailboxKey(context);
    return { server, ...senderOf(from, company), postalAddress, origin: new URL(origin).origin, key, company };
  } catch (cause) {
    if (cause instanceof HttpError) return { why: cause.message };
    throw cause;
  }
}

/** @throws Rejection with what is missing */
export async function requireReady(
  context: ReadyContext,
  texts: Pick<EmailCampaignDetails, 'subject' | 'content'>,
): Promise<void> {
  const ready = await readyFor(context, texts);
  if ('why' in ready) throw new Rejection('conflict', ready.why);
}
