import { invoiceToken, invoiceUrl } from '../invoices/links.ts';
import type { ApiContext } from '../kit/context.ts';
import { quoteToken, quoteUrl } from '../quotes/links.ts';
import { reviewUrl } from '../review-requests/links.ts';
import type { MailLinks } from './mail-effect.ts';

/** The links in mails. @param origin ours, at the time of sending */
export function mailLinks(context: Pick<ApiContext, 'streams' | 'store' | 'links'>, origin: () => string): MailLinks {
  return async ({ link, recordId }) => {
    if (link?.kind === 'office') return `${origin()}/quotes/${encodeURIComponent(recordId)}`;
    if (link?.kind === 'review') return reviewUrl(context, origin(), recordId);
    if (link?.kind === 'invoice') return invoiceUrl(origin(), await invoiceToken(context, recordId));
    if (link?.kind !== 'quote' || link.version === null) return null;
    return quoteUrl(origin(), await quoteToken(context, { id: recordId, version: link.version }));
  };
}
