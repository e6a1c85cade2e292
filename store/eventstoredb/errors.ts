import { ErrorType } from '@eventstore/db-client';
import { AppendRefused, StoreRefused, StoreUnavailable } from '../event-store.ts';

const CANCELLED = 1;
const PERMISSION_DENIED = 7;
const ABORTED = 10;
const UNAUTHENTICATED = 16;

/** gRPC: cancelled (by the server), deadline exceeded, resource exhausted, aborted, internal (a reset), unavailable. */
const UNAVAILABLE_CODES: ReadonlySet<unknown> = new Set([1, 4, 8, 10, 13, 14]);
const UNAVAILABLE_TYPES: ReadonlySet<unknown> = new Set([
  ErrorType.CANCELLED,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.NOT_LEADER,
  ErrorType.TIMEOUT,
  ErrorType.UNAVAILABLE,
]);

/**
 * How a server says, without an error code, that it cannot serve now: while starting, electing a leader, stopping or
 * too busy.
 */
const NOT_NOW = /Server Is (Not Ready|Too Busy|Busy)|No leader info|NotHandledReason|Envelope callback/;

/**
 * What to throw for an error of the client: StoreUnavailable if the store cannot be reached, AppendRefused if the
 * server's own limit is lower (it counts the type names too), otherwise the error itself. By code and type, never by
 * class: some calls reject with a plain Error that only has the code.
 */
export function translate(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  if (typeOf(cause) === ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED)
    return new AppendRefused('The append is larger than EventStoreDB accepts.');
  const refusal = refusalOf(cause);
  if (refusal !== null) return new StoreRefused(refusal, { cause });
  if (!isUnavailable(cause)) return cause;
  return new StoreUnavailable('EventStoreDB cannot be reached.', { cause });
}

/**
 * What the server, or the connection to it, rejects about us, for the person who set it up; null if that is not the
 * problem.
 */
function refusalOf(cause: Error): string | null {
  const { code } = cause as { code?: unknown };
  if (code === UNAUTHENTICATED)
    return 'EventStoreDB does not know this name and password. Check both in the address; a special character in them is written as in any address, such as %40 for @.';
  if (code === PERMISSION_DENIED || typeOf(cause) === ErrorType.ACCESS_DENIED)
    return 'EventStoreDB does not allow this account to do that. It must be able to read $all, and read and append to the streams of its namespace: name an account in the address, or give this one those rights.';
  if (cause.message.includes('TLS ServerName'))
    return 'EventStoreDB names its nodes by IP address, which cannot be done with TLS: have its gossip advertise the names in their certificates.';
  return null;
}

/**
 * The server ended a subscription because its live events were not taken in time: not a failure, the reader only has to
 * start again. It arrives as ABORTED, which is how the server reports its own time-outs.
 */
export function isTooSlow(cause: unknown): boolean {
  return typeOf(cause) === ErrorType.TIMEOUT || (cause as { code?: unknown } | null)?.code === ABORTED;
}

/** Nobody knows whether it was written: the server stopped waiting, or the call was cut off. */
export function isUndecided(cause: unknown): boolean {
  const { code } = (cause ?? {}) as { code?: unknown };
  return [ErrorType.DEADLINE_EXCEEDED, ErrorType.TIMEOUT].some((type) => typeOf(cause) === type) || code === CANCELLED;
}

export function isWrongExpectedVersion(cause: unknown): boolean {
  return typeOf(cause) === ErrorType.WRONG_EXPECTED_VERSION;
}

export function isStreamNotFound(cause: unknown): boolean {
  return typeOf(cause) === ErrorType.STREAM_NOT_FOUND;
}

function isUnavailable(cause: Error): boolean {
  if (cause instanceof StoreUnavailable) return false;
  const { code } = cause as { code?: unknown };
  // No node of the cluster answers: the client gives that neither a code nor a type.
  const isUndiscovered = cause.message.startsWith('Failed to discover');
  return UNAVAILABLE_CODES.has(code) || UNAVAILABLE_TYPES.has(typeOf(cause)) || isUndiscovered || isNotNow(cause);
}

/**
 * In an answer to an append the client does not recognize these messages, and makes an unknown error without a code.
 */
function isNotNow(cause: Error): boolean {
  if (typeOf(cause) !== ErrorType.UNKNOWN) return false;
  return (cause as { code?: unknown }).code === undefined || NOT_NOW.test(cause.message);
}

function typeOf(cause: unknown): unknown {
  return (cause as { type?: unknown } | null)?.type;
}
