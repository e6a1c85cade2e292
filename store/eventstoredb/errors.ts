import { ErrorType } from '@eventstore/db-client';
import { AppendRefused, StoreUnavailable } from '../event-store.ts';

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
 * What to throw for an error of the client: StoreUnavailable where the store is out of reach, AppendRefused where the
 * server's own limit is the lower one (it counts the types' names too), else the error itself.
 * By code and type, never by class: some calls reject with a plain Error that only has the code.
 */
export function translate(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  if (typeOf(cause) === ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED)
    return new AppendRefused('The append is larger than the EventStoreDB takes.');
  if (!isUnavailable(cause)) return cause;
  return new StoreUnavailable('EventStoreDB cannot be reached.', { cause });
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
  // A cluster of which no node answers: the client has neither code nor type for it.
  const isUndiscovered = cause.message.startsWith('Failed to discover');
  return UNAVAILABLE_CODES.has(code) || UNAVAILABLE_TYPES.has(typeOf(cause)) || isUndiscovered;
}

function typeOf(cause: unknown): unknown {
  return (cause as { type?: unknown } | null)?.type;
}
