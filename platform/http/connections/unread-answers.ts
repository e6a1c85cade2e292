import type { Backlog, Connection } from './connection.ts';

/** How fast a client must take an answer. */
export interface ReadingLimits {
  /** Granted for any waiting bytes, however few, in milliseconds. */
  graceMs: number;
  /** Granted in addition: the time the bytes take at this rate. */
  bytesPerSecond: number;
  /** After this many milliseconds the connection counts as waiting for its client. */
  patienceMs: number;
}

/** What to do with a connection whose client does not read. */
export interface Reactions {
  /** It now waits for its client. */
  late(connection: Connection): void;
  /** It no longer waits. */
  taken(connection: Connection): void;
}

/**
 * Checks whether the client takes what was sent. The bytes waiting at one moment must all be gone after a time that
 * depends on how many they are, so that taking a byte now and then cannot hold a connection open. An event stream with
 * nothing waiting may be silent for any length of time.
 */
export function watchReading(connection: Connection, limits: ReadingLimits, { late, taken }: Reactions): void {
  const { socket, backlog } = connection;
  if (socket.destroyed) return;
  const now = performance.now();
  if (!backlog || socket.bytesWritten - socket.writableLength >= backlog.end) {
    if (backlog?.isLate) taken(connection);
    connection.backlog = socket.writableLength > 0 ? backlogOf(connection, limits, now) : undefined;
  } else if (now >= backlog.deadline) {
    socket.destroy();
  } else if (!backlog.isLate && now >= backlog.since + limits.patienceMs) {
    backlog.isLate = true;
    late(connection);
  }
}

function backlogOf({ socket }: Connection, { graceMs, bytesPerSecond }: ReadingLimits, now: number): Backlog {
  const deadline = now + graceMs + (socket.writableLength / bytesPerSecond) * 1_000;
  return { end: socket.bytesWritten, since: now, deadline, isLate: false };
}
