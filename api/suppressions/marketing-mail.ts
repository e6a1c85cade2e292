import { readCompany } from '../../platform/company/company-settings.ts';
import type { MarketingParts } from '../../platform/mail/message.ts';
import { isSuppressed, type SuppressionContext } from './suppressed.ts';
import { unsubscribeLinks } from './unsubscribe-links.ts';

/** Why marketing goes to nobody where the company's postal address is not known (CAN-SPAM asks for it in each mail). */
export const NO_POSTAL_ADDRESS =
  'Marketing email needs the company’s postal address. Enter it under Settings, Company, and send again.';

/** What a mail of marketing needs, or why it must not be sent. */
export type MarketingChecked = { parts: MarketingParts; why: null } | { parts: null; why: string };

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
  const { postalAddress } = await readCompany(context.streams);
  if (!postalAddress?.trim()) return { parts: null, why: NO_POSTAL_ADDRESS };
  if (await isSuppressed(context, address)) return { parts: null, why: 'This address gets no marketing.' };
  return { parts: { postalAddress, unsubscribe: await unsubscribeLinks(context, origin, address) }, why: null };
}
