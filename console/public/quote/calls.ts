import type { PublicQuote, PublicQuoteNewer } from '../../../api/public-quotes/schema.ts';

/** What the server said; null where nothing answered, or something in its place: a hotel's network, a proxy. */
export type Answer<Body> = { status: number; body: Body; retryAfterMs: number } | null;

export interface Refusal {
  message: string;
  code: string;
  newer?: PublicQuoteNewer;
}

export type Act = 'approve' | 'decline' | 'question';

const token = location.pathname.split('/').at(-1) ?? '';
const path = `/api/public/quotes/${encodeURIComponent(token)}`;

export const pictureOf = (photoId: string, size: 'image' | 'thumbnail'): string =>
  `${path}/photos/${encodeURIComponent(photoId)}/${size}`;

/** By what the browser keeps what was typed for this link. */
export const KEPT_AS = `quote/${token}`;

export const readQuote = (): Promise<Answer<PublicQuote & Refusal>> => call(path, {});

/** @param key by which the server knows a repeat */
export function send(act: Act, key: string, body: object): Promise<Answer<{ status: string } & Refusal>> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  return call(`${path}/${act}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Longer than a slow answer, shorter than a person waits. */
const PATIENCE_MS = 20_000;

async function call<Body>(address: string, init: RequestInit): Promise<Answer<Body>> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    const retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1_000;
    const body: unknown = await response.json();
    return isOfHeartwood(response.ok, body) ? { status: response.status, body: body as Body, retryAfterMs } : null;
  } catch {
    return null;
  }
}

/** Each answer about a quote tells its version, and each refusal its code: what stands in our place tells neither. */
function isOfHeartwood(isOk: boolean, body: unknown): boolean {
  const { version, code } = (body ?? {}) as { version?: unknown; code?: unknown };
  return isOk ? typeof version === 'number' : typeof code === 'string';
}

/** Whether the same may be asked again with another outcome: nothing was refused. */
export function isPassing(answer: Answer<unknown>): boolean {
  return answer === null || answer.status === 429 || answer.status >= 500;
}
