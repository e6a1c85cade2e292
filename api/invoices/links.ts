import type { FastifyRequest } from 'fastify';
import { invoice, linkVersionOf } from '../../domain/invoice/invoice.ts';
import type { LinkTarget } from '../../platform/commands/link-tokens.ts';
import { readAfter } from '../../platform/commands/streams.ts';
import type { ApiContext } from '../kit/context.ts';
import { originOfLinks } from '../kit/origin.ts';

/** The kind of link that invoice tokens are signed as. */
export const INVOICE_LINK = 'invoice';

/** The version of the link to an invoice that counts, from 1; 0 if there is no such invoice. */
export async function linkVersion({ streams }: Pick<ApiContext, 'streams'>, id: string): Promise<number> {
  const { state } = await streams.load(invoice, id);
  return state.presence === 'absent' ? 0 : linkVersionOf(state);
}

/** The id of the event that made a link: it issued the invoice, or replaced the link before. Null if there is no such link. */
export async function linkEventId(
  { streams, store }: Pick<ApiContext, 'streams' | 'store'>,
  { id, version }: LinkTarget,
): Promise<string | null> {
  const { stream } = await streams.load(invoice, id);
  if (version === 1) return (await store.readStream(stream, { limit: 1 }))[0]?.id ?? null;
  if (version > (await linkVersion({ streams }, id))) return null;
  const replaced = (await readAfter(store, stream)).filter(({ type }) => type === 'InvoiceLinkReplaced');
  return replaced[version - 2]?.id ?? null;
}

/** The token of the link that opens an invoice for its customer, the same each time until it, or the key, is replaced. */
export async function invoiceToken(
  context: Pick<ApiContext, 'streams' | 'store' | 'links'>,
  id: string,
): Promise<string> {
  const target = { id, version: await linkVersion(context, id) };
  const eventId = await linkEventId(context, target);
  if (eventId === null) throw new Error(`There is no invoice ${id}.`);
  return context.links.make(INVOICE_LINK, target, eventId);
}

/** The address of the page where a customer sees an invoice. Its last part is the token. */
export function invoiceUrl(origin: string, token: string): string {
  return `${origin}/invoice/${token}`;
}

/** The same with the origin of a request. @throws HttpError 400 for a Host header that is not known to be ours */
export async function invoiceUrlOf(context: ApiContext, request: FastifyRequest, id: string): Promise<string> {
  return invoiceUrl(originOfLinks(context, request), await invoiceToken(context, id));
}
