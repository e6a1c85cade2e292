import type { MessagePort } from 'node:worker_threads';
import type { EncodedEvent } from '../codec.ts';

/** `expected` of an append to a stream without events. */
export const NO_REVISION = -1;

export interface AppendRequest {
  kind: 'append';
  id: number;
  stream: string;
  /** Revision of the stream's last event, or {@link NO_REVISION}. */
  expected: number;
  events: readonly EncodedEvent[];
  /** Of data and metadata. */
  bytes: number;
}

export interface PutRequest {
  kind: 'put';
  id: number;
  key: string;
  /** JSON. */
  value: string;
  version: string;
  /** `none` or a version. */
  expected: string;
  /** Milliseconds since 1970, like `now`. */
  expiresAt: number | null;
  now: number;
  scrub: boolean;
}

/** Records that are not there yet, under one version. */
export interface PutNewRequest {
  kind: 'putNew';
  id: number;
  keys: readonly string[];
  /** JSON, in the order of the keys. */
  values: readonly string[];
  version: string;
  now: number;
}

export interface DeleteRequest {
  kind: 'delete';
  id: number;
  key: string;
  now: number;
}

export type StateRequest = PutRequest | PutNewRequest | DeleteRequest;
export type Request = AppendRequest | StateRequest;

/** Where and why nothing was written, for the log: the folder, and what SQLite says of it. */
export class WriteFailure extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = 'WriteFailure';
  }
}

/** Nothing was written. */
export interface Unavailable {
  kind: 'unavailable';
  /** For the person who asked, who may be a stranger. */
  message: string;
  /** For the log: with the folder and SQLite's own text. */
  detail: string;
}

/** What became of a request: durable when the answer is sent. */
export type Outcome =
  | { kind: 'appended'; position: number; revision: number }
  | { kind: 'conflict' }
  | { kind: 'state'; changed: boolean }
  /** Which of the keys had a record already. */
  | { kind: 'putNew'; taken: string[] }
  | Unavailable;

/** An outcome for the request of this id. */
export type Answer = readonly [id: number, outcome: Outcome];

/**
 * The most requests or answers in one message. A full one goes at once, so that the writer commits while the caller's
 * thread works on the rest, and one message of answers does not hold up that thread for long.
 */
export const FULL_MESSAGE = 32;

/** What the thread that owns the writer tells it: to serve one more client, or to finish and end. */
export type Control = { connect: MessagePort } | { close: true };

/** What the writer's thread starts with. */
export interface WriterData {
  folder: string;
  durable: boolean;
  signal: SharedArrayBuffer;
}

/** What the writer tells its owner once both databases are open. */
export const READY = 'ready';
