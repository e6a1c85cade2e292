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
  /** The size of data and metadata. */
  bytes: number;
}

/** Appends in their order, in one transaction. */
export interface AppendsRequest {
  kind: 'appends';
  id: number;
  appends: readonly Omit<AppendRequest, 'kind' | 'id'>[];
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

/** New records, all with one version. */
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
export type LogRequest = AppendRequest | AppendsRequest;
export type Request = LogRequest | StateRequest;

/** Where and why nothing was written, for the log: the folder, and SQLite's message. */
export class WriteFailure extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = 'WriteFailure';
  }
}

/** Nothing was written. */
export interface Unavailable {
  kind: 'unavailable';
  /** For whoever asked, possibly a stranger. */
  message: string;
  /** For the log: with the folder and SQLite's own message. */
  detail: string;
}

/** The result of a request; durable by the time the answer is sent. */
export type Outcome =
  | { kind: 'appended'; position: number; revision: number }
  /** Of several appends the place of the first that conflicts: neither it nor what follows was appended. */
  | { kind: 'conflict'; at: number }
  | { kind: 'state'; changed: boolean }
  /** Those of the keys that already had a record. */
  | { kind: 'putNew'; taken: string[] }
  | Unavailable;

/** The outcome of the request with this id. */
export type Answer = readonly [id: number, outcome: Outcome];

/**
 * The most requests or answers in one message. A full one goes at once, so that the writer commits while the caller's
 * thread prepares the rest, and one message of answers does not block that thread for long.
 */
export const FULL_MESSAGE = 32;

/** What the thread that owns the writer tells it: to serve one more client, or to finish and exit. */
export type Control = { connect: MessagePort } | { close: true };

/** What the writer's thread is given at the start. */
export interface WriterData {
  folder: string;
  durable: boolean;
  signal: SharedArrayBuffer;
}

/** What the writer tells its owner once both databases are open. */
export const READY = 'ready';
