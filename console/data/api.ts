/** An answer that is no success, or no answer at all; the message is one that a person can act on. */
export class ApiError extends Error {
  /** 0 where nothing answered. */
  readonly status: number;
  readonly code: string;
  /** What is wrong with which field. */
  readonly issues: readonly { path: string; message: string }[];
  /** When the same may do; null where the server does not say. */
  readonly retryAfterSeconds: number | null;
  /** What the status is called, as the server says it; '' where it does not. */
  readonly statusText: string;
  /** The whole answer; a conflict carries the record as it is now. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Record<string, unknown>, retryAfter: string | null = null, statusText = '') {
    super(typeof body['message'] === 'string' ? body['message'] : `The server answered with ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.code = typeof body['code'] === 'string' ? body['code'] : 'unknown';
    this.issues = Array.isArray(body['issues']) ? body['issues'] : [];
    this.body = body;
    this.statusText = statusText;
    this.retryAfterSeconds = Number(retryAfter) || null;
  }

  get isOffline(): boolean {
    return this.status === 0;
  }
}

/** Whether a failure says that there is no such record. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

export interface Reply<Data> {
  data: Data;
  /** Of the last event that a command appended or saw, or how far a list had come. */
  position: string | null;
  /** What undo takes. */
  commandId: string | null;
  /** Of the list's next page; null at its end. */
  nextCursor: string | null;
}

export interface CallOptions {
  body?: unknown;
  /** The same for every repeat of one act, so that it takes effect once. */
  idempotencyKey?: string;
  /** Who did it: the server refuses it where somebody else is signed in by now. */
  person?: string;
  /** The answer should hold what happened up to here. */
  minPosition?: string;
  signal?: AbortSignal;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

let onSignedOut: () => void = () => {};

/** Sets what happens when a call finds the person signed out, or somebody else signed in. */
export function whenSignedOut(react: () => void): void {
  onSignedOut = react;
}

let onSecondFactorDue: () => void = () => {};

/** Sets what happens when a call is refused until the person has set up a second factor. */
export function whenSecondFactorDue(react: () => void): void {
  onSecondFactorDue = react;
}

/**
 * One call of the API, with the session's cookie.
 * @throws ApiError for everything but a success
 */
export async function call<Data>(method: Method, path: string, options: CallOptions = {}): Promise<Reply<Data>> {
  const response = await send(method, path, options);
  const body = parseAnswer(await textOf(response, options.signal));
  const { ok, status, statusText, headers } = response;
  if (!ok) throw callFailed(status, body as Record<string, unknown>, headers.get('retry-after'), statusText);
  return {
    data: body as Data,
    position: headers.get('x-position'),
    commandId: headers.get('x-command-id'),
    nextCursor: headers.get('x-next-cursor'),
  };
}

/** The error of an answer that is no success; one that is about the person's sign-in says so to the page. */
export function callFailed(
  status: number,
  body: Record<string, unknown>,
  retryAfter: string | null = null,
  statusText = '',
): ApiError {
  const error = new ApiError(status, body, retryAfter, statusText);
  if ((status === 401 && error.code === 'unauthorized') || error.code === 'other_person') onSignedOut();
  if (status === 403 && error.code === 'second_factor_setup_required') onSecondFactorDue();
  return error;
}

/** The error where nothing answered. */
export function callOffline(): ApiError {
  const message = 'Heartwood cannot be reached. Check your connection, then try again.';
  return new ApiError(0, { code: 'offline', message });
}

async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
  const { body, idempotencyKey, person, minPosition, signal } = options;
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  if (person !== undefined) headers['x-person'] = person;
  if (minPosition) headers['x-min-position'] = minPosition;
  try {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return await fetch(path, { method, headers, ...sent, ...(signal && { signal }) });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw callOffline();
  }
}

/** The connection can go while an answer comes in. */
async function textOf(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw callOffline();
  }
}

/**
 * What the server said. Heartwood answers in JSON: what is none comes from something that stands in its place (the sign-in page of
 * a hotel's network, a proxy's error page), however well its status looks.
 * @throws ApiError as where nothing answered
 */
export function parseAnswer(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw callOffline();
  }
}
