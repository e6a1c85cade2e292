import type { Backlog, Connection } from './connection.ts';

/** How fast an answer must be taken. */
export interface ReadingLimits {
  /** Granted for any bytes that wait, however few, in milliseconds. */
  graceMs: number;
  /** Granted in addition: the time that the bytes take at this rate. */
  bytesPerSecond: number;
  /** After this many milliseconds the connection counts as waiting for its client. */
  patienceMs: number;
}

/** What is done with a connection whose client does not read. */
export interface Reactions {
  /** It waits for its client now. */
  late(connection: Connection): void;
  /** It no longer waits. */
  taken(connection: Connection): void;
}

/**
 * Looks at whether the client takes what was sent: all bytes that wait at one time must be gone at a time that follows
 * from how many they are, so that a byte now and then holds no connection. A stream of events on which nothing waits may
 * be silent for as long as it likes.
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
