import type { FastifyRequest } from 'fastify';
import { invoice } from '../../domain/invoice/invoice.ts';
import type { LinkTarget } from '../../platform/commands/link-tokens.ts';
import type { ApiContext } from '../kit/context.ts';
import { originOfLinks } from '../kit/origin.ts';

/** What the tokens of invoices are signed as. */
export const INVOICE_LINK = 'invoice';

/** What an invoice says is never changed: there is one version of it. */
const ONLY_VERSION = 1;

/** The id of the event that an invoice was issued by; null where there is no such invoice, or another version is asked for. */
export async function issueEventId(
  { streams, store }: Pick<ApiContext, 'streams' | 'store'>,
  { id, version }: LinkTarget,
): Promise<string | null> {
  if (version !== ONLY_VERSION) return null;
  const { stream } = await streams.load(invoice, id);
  const [event] = await store.readStream(stream, { limit: 1 });
  return event?.id ?? null;
}

/** The token of the link by which a customer opens an invoice: the same one each time while the key is the same. */
export async function invoiceToken(
  context: Pick<ApiContext, 'streams' | 'store' | 'links'>,
  id: string,
): Promise<string> {
  const target = { id, version: ONLY_VERSION };
  const eventId = await issueEventId(context, target);
  if (eventId === null) throw new Error(`There is no invoice ${id}.`);
  return context.links.make(INVOICE_LINK, target, eventId);
}

/** The address of the page on which a customer sees an invoice. Its last part is the token. */
export function invoiceUrl(origin: string, token: string): string {
  return `${origin}/invoice/${token}`;
}

/** The same of a request's own origin. @throws HttpError 400 for a Host header that is not known to be ours */
export async function invoiceUrlOf(context: ApiContext, request: FastifyRequest, id: string): Promise<string> {
  return invoiceUrl(originOfLinks(context, request), await invoiceToken(context, id));
}
