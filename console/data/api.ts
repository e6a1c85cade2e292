/** A failed response, or none at all; its message is one a person can act on. */
export class ApiError extends Error {
  /** 0 when there was no response. */
  readonly status: number;
  readonly code: string;
  /** Which fields are invalid, and why. */
  readonly issues: readonly { path: string; message: string }[];
  /** How long to wait before retrying; null when the server does not say. */
  readonly retryAfterSeconds: number | null;
  /** The HTTP reason phrase; '' when there is none. */
  readonly statusText: string;
  /** The whole response body; a conflict carries the current record. */
  readonly body: Readonly<Record<string, unknown>>;

  /** The position in the log that the answer is from; null when the server does not say. */
  readonly position: string | null;

  constructor(
    status: number,
    body: Record<string, unknown>,
    retryAfter: string | null = null,
    statusText = '',
    position: string | null = null,
  ) {
    super(typeof body['message'] === 'string' ? body['message'] : `The server answered with ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.code = typeof body['code'] === 'string' ? body['code'] : 'unknown';
    this.issues = Array.isArray(body['issues']) ? body['issues'] : [];
    this.body = body;
    this.statusText = statusText;
    this.position = position;
    this.retryAfterSeconds = Number(retryAfter) || null;
  }

  get isOffline(): boolean {
    return this.status === 0;
  }
}

/** Whether an error means that the record does not exist. */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

/** Whether the server asks a person to confirm something, and has done nothing yet. */
export function asksToConfirm(error: ApiError): boolean {
  return error.issues.some(({ path }) => path === 'confirmed');
}

export interface Reply<Data> {
  data: Data;
  /** The position of the last event a command appended or saw, or the position a list was read at. */
  position: string | null;
  /** The id that undo needs. */
  commandId: string | null;
  /** Cursor of the list's next page; null on the last page. */
  nextCursor: string | null;
}

export interface CallOptions {
  body?: unknown;
  /** The same for every retry of one act, so that it takes effect once. */
  idempotencyKey?: string;
  /** Who did it: the server refuses the call if somebody else is signed in by now. */
  person?: string;
  /** The response should include every event up to this position. */
  minPosition?: string;
  signal?: AbortSignal;
  /** As of which moment, ISO UTC; null: now. */
  asOf?: string | null;
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
 * Makes one API call, with the session cookie.
 * @throws ApiError for anything but success
 */
export async function call<Data>(method: Method, path: string, options: CallOptions = {}): Promise<Reply<Data>> {
  const response = await send(method, path, options);
  const body = parseAnswer(await textOf(response, options.signal));
  if (!response.ok) throw refusedCall(response, body);
  const { headers } = response;
  const position = headers.get('x-position');
  return {
    data: body as Data,
    position,
    commandId: headers.get('x-command-id'),
    nextCursor: headers.get('x-next-cursor'),
  };
}

/**
 * Reads a call whose answer is plain text.
 * @throws ApiError for anything but success
 */
export async function callText(path: string, signal?: AbortSignal): Promise<string> {
  const response = await send('GET', path, signal ? { signal } : {});
  const text = await textOf(response, signal);
  if (!response.ok) throw refusedCall(response, parseAnswer(text));
  return text;
}

function refusedCall({ status, statusText, headers }: Response, body: unknown): ApiError {
  const retryAfter = headers.get('retry-after');
  return callFailed(status, body as Record<string, unknown>, retryAfter, statusText, headers.get('x-position'));
}

/** Builds the error for a failed response, and tells the page if the failure is about the person's sign-in. */
export function callFailed(
  status: number,
  body: Record<string, unknown>,
  retryAfter: string | null = null,
  statusText = '',
  position: string | null = null,
): ApiError {
  const error = new ApiError(status, body, retryAfter, statusText, position);
  if ((status === 401 && error.code === 'unauthorized') || error.code === 'other_person') onSignedOut();
  if (status === 403 && error.code === 'second_factor_setup_required') onSecondFactorDue();
  return error;
}

/** The error for no response. */
export function callOffline(): ApiError {
  const message = 'Heartwood cannot be reached. Check your connection, then try again.';
  return new ApiError(0, { code: 'offline', message });
}

async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
  const { body, idempotencyKey, person, minPosition, signal, asOf } = options;
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  if (person !== undefined) headers['x-person'] = person;
  if (minPosition) headers['x-min-position'] = minPosition;
  if (asOf) headers['x-as-of'] = asOf;
  try {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return await fetch(path, { method, headers, ...sent, ...(signal && { signal }) });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw callOffline();
  }
}

/** The connection can drop while the response is being read. */
async function textOf(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw callOffline();
  }
}

/**
 * The parsed response. Heartwood answers in JSON: anything else comes from something in between (a hotel network's
 * sign-in page, a proxy's error page), whatever its status.
 * @throws ApiError as if there were no response
 */
export function parseAnswer(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw callOffline();
  }
}
