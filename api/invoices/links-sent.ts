import type { InvoiceDocument } from '../../projections/invoices.ts';
import { mails } from '../../projections/mails.ts';
import { addressInstead } from '../customers/email-changed.ts';
import type { ApiContext } from '../kit/context.ts';
import { addressesOf, reachedByMails } from '../kit/reached.ts';
import type { InvoiceLink } from './schema.ts';

/** More than anybody is sent about one invoice. */
const MOST_MAILS = 200;

/** Where the links of an invoice went: the one that counts, and those that it replaced. */
export async function whereLinksWent(
  context: Pick<ApiContext, 'streams' | 'store' | 'readModels'>,
  { id, customerId, linksReplaced }: InvoiceDocument,
): Promise<Omit<InvoiceLink, 'url'>> {
  const { documents } = await context.readModels.current().find(mails.collection, {
    where: { category: 'invoice', recordId: id },
    order: { field: 'createdAt', direction: 'asc' },
    limit: MOST_MAILS,
  });
  const reached = await reachedByMails(
    context,
    documents.map((each) => each.id),
  );
  // A link comes into its mail when that goes: what waits takes the one that counts then.
  const within = (from: string | undefined, until?: string) =>
    reached.filter(({ at }) =>
      at === null ? until === undefined : (from ?? '') <= at && (until === undefined || at < until),
    );
  const now = within(linksReplaced.at(-1));
  return {
    sentTo: addressesOf(now),
    correctedTo: await addressInstead(context, `customer-${customerId}`, addressesOf(now)),
    replaced: linksReplaced.map((replacedAt, index) => ({
      replacedAt,
      sentTo: addressesOf(within(linksReplaced[index - 1], replacedAt)),
    })),
  };
}
