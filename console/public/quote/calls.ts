import type { PublicQuote, PublicQuoteNewer } from '../../../api/public-quotes/schema.ts';
import { type Answer, call, type Refusal as RefusalOfLink, token } from '../link/calls.ts';

export interface Refusal extends RefusalOfLink {
  newer?: PublicQuoteNewer;
}

export type Act = 'approve' | 'decline' | 'question';

/** What was signed or written and is not known to have arrived. */
export interface Waiting {
  act: Act;
  /** Identifies a retry to the server. */
  key: string;
  body: object;
}

const path = `/api/public/quotes/${encodeURIComponent(token)}`;
/** A field of every response about a quote. */
const TOLD = 'version';

export const pictureOf = (photoId: string, size: 'image' | 'thumbnail'): string =>
  `${path}/photos/${encodeURIComponent(photoId)}/${size}`;

/** The key under which the browser keeps the input for this link. */
export const KEPT_AS = `quote/${token}`;

export const readQuote = (): Promise<Answer<PublicQuote & Refusal>> => call(path, TOLD);

/** @param patience ends the call when it is aborted */
export function send(
  { act, key, body }: Waiting,
  patience: AbortController,
): Promise<Answer<{ status: string } & Refusal>> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  return call(`${path}/${act}`, TOLD, { method: 'POST', headers, body: JSON.stringify(body) }, patience);
}
