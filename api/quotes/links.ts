import type { FastifyRequest } from 'fastify';
import { quote, versionEventOf } from '../../domain/quote/quote.ts';
import type { ApiContext } from '../kit/context.ts';
import { originOfLinks } from '../kit/origin.ts';

/** The kind of link that quote tokens are signed as. */
export const QUOTE_LINK = 'quote';

/** The id of the event that saved a version of a quote; null if there is no such version. */
export async function versionEventId(
  { streams, store }: Pick<ApiContext, 'streams' | 'store'>,
  { id, version }: { id: string; version: number },
): Promise<string | null> {
  const { stream, state } = await streams.load(quote, id);
  const revision = versionEventOf(state, version);
  if (revision === null) return null;
  const [event] = await store.readStream(stream, { after: BigInt(revision) - 1n, limit: 1 });
  return event?.id ?? null;
}

/** The token of the link that opens a version for its customer. */
export async function quoteToken(
  context: Pick<ApiContext, 'streams' | 'store' | 'links'>,
  target: { id: string; version: number },
): Promise<string> {
  const eventId = await versionEventId(context, target);
  if (eventId === null) throw new Error(`The quote ${target.id} has no version ${target.version}.`);
  return context.links.make(QUOTE_LINK, target, eventId);
}

/** The address of the page where a customer approves a version. Its last part is the token. */
export function quoteUrl(origin: string, token: string): string {
  return `${origin}/quote/${token}`;
}

/** The same with the origin of a request. @throws HttpError 400 for a Host header that is not known to be ours */
export async function quoteUrlOf(
  context: ApiContext,
  request: FastifyRequest,
  target: { id: string; version: number },
): Promise<string> {
  return quoteUrl(originOfLinks(context, request), await quoteToken(context, target));
}
