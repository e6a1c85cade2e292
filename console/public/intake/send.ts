import type { IntakePage } from '../../../domain/intake/terms.ts';

/** The server's response; null for none, or for one from something in between. */
export type Answer = { status: number; body: Record<string, unknown>; retryAfterSeconds: number } | null;

export interface Sending {
  body: FormData | string;
  headers?: Readonly<Record<string, string>>;
  /** How much has been sent, from 0 to 1. */
  onProgress?(part: number): void;
}

/** Longer than five photos take on a slow network. */
const PATIENCE_MS = 180_000;

/** Sends a body and reports progress, which `fetch` cannot. A string is JSON. */
export function send(path: string, { body, headers = {}, onProgress }: Sending): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.timeout = PATIENCE_MS;
    request.setRequestHeader('accept', 'application/json');
    if (typeof body === 'string') request.setRequestHeader('content-type', 'application/json');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (onProgress) {
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    }
    for (const failure of ['error', 'timeout', 'abort']) request.addEventListener(failure, () => resolve(null));
    request.addEventListener('load', () => resolve(answerOf(request)));
    request.send(body);
  });
}

/** Proves to the server that our form was opened; it can be used once. */
export interface FormToken {
  text: string;
  /** When it was issued, by the page's monotonic clock, in milliseconds. */
  at: number;
}

export interface FormSending extends Pick<Sending, 'onProgress'> {
  path: string;
  /** The form a token is for: the page, and the origin of the site that embeds it. */
  form: { page: IntakePage; site: string | null };
  token: FormToken;
  /** Identifies a retry to the server. */
  key: string;
  bodyOf(formToken: string): FormData | string;
}

/** A form sent faster than this counts as filled in by a bot. */
const AS_A_PERSON_MS = 3_500;

/**
 * Sends a form, but not before a person could have filled it in. On a page that was open for long the token has
 * expired, which is no reason to make anyone type again.
 */
export async function sendForm({ path, form, token, key, bodyOf, ...rest }: FormSending): Promise<Answer> {
  const post = async ({ text, at }: FormToken) => {
    await new Promise((resolve) => setTimeout(resolve, at + AS_A_PERSON_MS - performance.now()));
    return send(path, { body: bodyOf(text), headers: { 'idempotency-key': key }, ...rest });
  };
  const answer = await post(token);
  if (!String(answer?.body['code']).startsWith('form_token')) return answer;
  const fresh = await freshToken(form);
  return fresh === null ? answer : post(fresh);
}

/** @returns null if it is not available */
export async function freshToken({ page, site }: FormSending['form']): Promise<FormToken | null> {
  const query = new URLSearchParams({ page, ...(site && { site }) });
  const response = await fetch(`/api/public/form-token?${query}`).catch(() => null);
  if (!response?.ok) return null;
  const { formToken } = (await response.json()) as { formToken: string };
  return { text: formToken, at: performance.now() };
}

function answerOf(request: XMLHttpRequest): Answer {
  try {
    const body = JSON.parse(request.responseText) as Record<string, unknown>;
    const retryAfterSeconds = Number(request.getResponseHeader('retry-after') ?? 0);
    return { status: request.status, body, retryAfterSeconds };
  } catch {
    return null;
  }
}

/** The part of a refusal that a visitor can act on; null if they can only try again. */
export function refusalOf(answer: Answer): string | null {
  if (!answer || answer.status >= 500) return null;
  const { message } = answer.body;
  if (answer.status !== 429) return typeof message === 'string' ? message : null;
  const minutes = Math.max(1, Math.ceil(answer.retryAfterSeconds / 60));
  return `Too many requests came from your network. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}

/** The fields the server refused, by name. */
export function issuesOf(answer: Answer): ReadonlyMap<string, string> {
  const issues = Array.isArray(answer?.body['issues'])
    ? (answer.body['issues'] as { path?: unknown; message?: unknown }[])
    : [];
  return new Map(issues.map(({ path, message }) => [String(path), String(message)]));
}
