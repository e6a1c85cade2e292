import type { ReadingLimits } from './unread-answers.ts';
import type { WaitingLimits } from './waiting-list.ts';

/** How long a client may take for its part, in milliseconds, and how much of it at once. */
export interface ConnectionLimits {
  /** For the headers of a request, in all. */
  headersMs: number;
  /** Without a byte of a body. */
  progressMs: number;
  /** For a body in all, unless its route takes uploads: those only have to come on. */
  bodyMs: number;
  /** For an upload of a stranger in all: nobody holds a place for hours by a byte now and then. */
  visitorUploadMs: number;
  /**
   * How long the rest of a request is discarded once the answer is sent: a client that is cut at once may never read
   * it.
   */
  drainMs: number;
  /** Without taking a byte of an answer that is being sent. */
  stallMs: number;
  reading: ReadingLimits;
  /** How long a stop waits for what is half sent, and for answers that are being made. */
  stopMs: { halfSent: number; answers: number };
  /** Of one address: requests that are not complete, connections without one, and those whose client does not read. */
  unfinished: WaitingLimits;
  /** Of one address, whatever they do: an office has one, and each browser in it opens six. */
  connections: number;
  /** Requests of one connection that wait while the one before them is answered. */
  pipelined: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 10_000,
  progressMs: 10_000,
  bodyMs: 60_000,
  visitorUploadMs: 5 * 60_000,
  drainMs: 5_000,
  stallMs: 120_000,
  stopMs: { halfSent: 500, answers: 3_000 },
  reading: { graceMs: 30_000, bytesPerSecond: 4_096, patienceMs: 10_000 },
  unfinished: { most: 64, burst: 256, patienceMs: 500, keptMs: 10_000 },
  connections: 256,
  pipelined: 16,
};
