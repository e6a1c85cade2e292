import { readCompany } from '../../platform/company/company-settings.ts';
import type { MarketingParts } from '../../platform/mail/message.ts';
import { isSuppressed, type SuppressionContext } from './suppressed.ts';
import { unsubscribeLinks } from './unsubscribe-links.ts';

/** Why marketing goes to nobody where the company's postal address is not known (CAN-SPAM asks for it in each mail). */
export const NO_POSTAL_ADDRESS =
  'Marketing email needs the company’s postal address. Enter it under Settings, Company, and send again.';

/** Why it goes to nobody where links in it would lead to this computer: nobody could unsubscribe. */
export const NO_PUBLIC_URL =
  'Links in emails lead to this computer’s own address, so that customers could neither open them nor unsubscribe. ' +
  'Set PUBLIC_URL where Heartwood is started.';

/** What a mail of marketing needs, or why it must not be sent. */
export type MarketingChecked = { parts: MarketingParts; why: null } | { parts: null; why: string };

/** Why an address is not sent marketing, as a sentence; null if it may be. @throws like `checkMarketing` */
export async function whyNoMarketing(context: SuppressionContext, address: string): Promise<string | null> {
  return (await asked(context, address)).why;
}

/** What speaks against it, or else the postal address that goes along. */
async function asked(
  context: SuppressionContext,
  address: string,
): Promise<{ why: string } | { why: null; postalAddress: string }> {
  const { postalAddress } = await readCompany(context.streams);
  if (!postalAddress?.trim()) return { why: NO_POSTAL_ADDRESS };
  if (await isSuppressed(context, address)) return { why: 'This address gets no marketing.' };
  return { why: null, postalAddress };
}

/**
 * Asked right before each attempt to send marketing: whether the address may get it, and what goes along with it.
 * @param origin ours, as recipients reach it
 * @throws HttpError 503 `mailbox_key_lost` where nobody can tell who unsubscribed; then nothing is sent
 */
export async function checkMarketing(
  context: SuppressionContext,
  origin: string,
  address: string,
): Promise<MarketingChecked> {
  const answer = await asked(context, address);
  if (answer.why !== null) return { parts: null, why: answer.why };
  const { postalAddress } = answer;
  return { parts: { postalAddress, unsubscribe: await unsubscribeLinks(context, origin, address) }, why: null };
}
