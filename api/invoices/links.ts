import type { FastifyRequest } from 'fastify';
import { invoice } from '../../domain/invoice/invoice.ts';
import type { LinkTarget } from '../../platform/commands/link-tokens.ts';
import type { ApiContext } from '../kit/context.ts';
import { originOfLinks } from '../kit/origin.ts';

/** The kind of link that invoice tokens are signed as. */
export const INVOICE_LINK = 'invoice';

/** The content of an invoice never changes, so there is only one version. */
const ONLY_VERSION = 1;

/** The id of the event that issued an invoice; null if there is no such invoice, or another version is asked for. */
export async function issueEventId(
  { streams, store }: Pick<ApiContext, 'streams' | 'store'>,
  { id, version }: LinkTarget,
): Promise<string | null> {
  if (version !== ONLY_VERSION) return null;
  const { stream } = await streams.load(invoice, id);
  const [event] = await store.readStream(stream, { limit: 1 });
  return event?.id ?? null;
}

/** The token of the link that opens an invoice for its customer, the same each time as long as the key is the same. */
export async function invoiceToken(
  context: Pick<ApiContext, 'streams' | 'store' | 'links'>,
  id: string,
): Promise<string> {
  const target = { id, version: ONLY_VERSION };
  const eventId = await issueEventId(context, target);
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
