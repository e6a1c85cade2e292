import type { UnsubscribeLinks } from '../../platform/mail/message.ts';
import { currentMailboxKey, type KeyContext, type MailboxKey, unsubscribeToken } from './mailbox-key.ts';

/** What mail programs call, with the token after it. */
export const UNSUBSCRIBE_CALL = '/api/public/unsubscribe';
/** The page with a button, with the token after it. */
export const UNSUBSCRIBE_PAGE = '/unsubscribe';

/** Where the recipient of a mail unsubscribes; the same each time. @param origin ours, as recipients reach it */
export async function unsubscribeLinks(
  context: KeyContext,
  origin: string,
  address: string,
): Promise<UnsubscribeLinks> {
  return unsubscribeLinksOf(await currentMailboxKey(context), origin, address);
}

/** The same, for whoever has the key already. */
export function unsubscribeLinksOf(key: MailboxKey, origin: string, address: string): UnsubscribeLinks {
  const token = unsubscribeToken(key, address);
  return { oneClick: `${origin}${UNSUBSCRIBE_CALL}/${token}`, page: `${origin}${UNSUBSCRIBE_PAGE}/${token}` };
}
