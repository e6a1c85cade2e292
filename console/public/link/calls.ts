/** What the server said; null where nothing answered, or something in its place: a hotel's network, a proxy. */
export type Answer<Body> = { status: number; body: Body; retryAfterMs: number } | null;

export interface Refusal {
  message: string;
  code: string;
}

/** The last part of the page's address. */
export const token = location.pathname.split('/').at(-1) ?? '';

/** Longer than a slow answer, shorter than a person waits. */
const PATIENCE_MS = 20_000;

/**
 * Calls Heartwood.
 * @param told a field that each of its answers has, and no answer of what stands in our place: each refusal has its code
 */
export async function call<Body>(address: string, told: string, init: RequestInit = {}): Promise<Answer<Body>> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    const retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1_000;
    const body: unknown = await response.json();
    const isOurs = response.ok ? told in Object(body) : typeof Object(body).code === 'string';
    return isOurs ? { status: response.status, body: body as Body, retryAfterMs } : null;
  } catch {
    return null;
  }
}

/** Whether the same may be asked again with another outcome: nothing was refused. */
export function isPassing(answer: Answer<unknown>): boolean {
  return answer === null || answer.status === 429 || answer.status >= 500;
}
