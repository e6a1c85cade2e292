import type { ReadingLimits } from './unread-answers.ts';
import type { WaitingLimits } from './waiting-list.ts';

/** How long a client may take for its part, in milliseconds, and how much it may do at once. */
export interface ConnectionLimits {
  /** For all headers of a request. */
  headersMs: number;
  /** Without another byte of a body. */
  progressMs: number;
  /** For a whole body, unless its route takes uploads: those only have to keep coming. */
  bodyMs: number;
  /** For a stranger's whole upload, so that nobody can hold a place for hours with a byte now and then. */
  visitorUploadMs: number;
  /**
   * How long the rest of a request is discarded once the answer is sent: a client that is cut off at once may never
   * read the answer.
   */
  drainMs: number;
  /** Without taking another byte of an answer that is being sent. */
  stallMs: number;
  reading: ReadingLimits;
  /** How long a stop waits for requests that are half sent, and for answers in the making. */
  stopMs: { halfSent: number; answers: number };
  /** Per address: incomplete requests, connections without one, and connections whose client does not read. */
  unfinished: WaitingLimits;
  /** Per address, whatever they do: an office has one address, and each browser in it opens six. */
  connections: number;
  /** Requests on one connection that wait while the one before them is answered. */
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
