/** The server's response; null for none, or for one from something in between, such as a hotel network or a proxy. */
export type Answer<Body> = { status: number; body: Body; retryAfterMs: number } | null;

export interface Refusal {
  message: string;
  code: string;
}

/** The last part of the page's path. */
export const token = location.pathname.split('/').at(-1) ?? '';

/** Longer than a slow response, shorter than people will wait. */
const PATIENCE_MS = 20_000;

/**
 * Calls Heartwood.
 * @param told a field of all its successful responses, to detect responses from anything in between: our refusals have
 * a code
 * @param patience ends the call when it is aborted
 */
export async function call<Body>(
  address: string,
  told: string,
  init: RequestInit = {},
  patience = new AbortController(),
): Promise<Answer<Body>> {
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const response = await fetch(address, { ...init, signal: patience.signal });
    const retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1_000;
    const body: unknown = await response.json();
    const isOurs = response.ok ? told in Object(body) : typeof Object(body).code === 'string';
    return isOurs ? { status: response.status, body: body as Body, retryAfterMs } : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a retry may have another outcome: nothing was refused. */
export function isPassing(answer: Answer<unknown>): boolean {
  return answer === null || answer.status === 429 || answer.status >= 500;
}
