import type { MessagePort } from 'node:worker_threads';
import type { EncodedEvent } from '../codec.ts';
import type { Json } from '../state.ts';

// What passes between the threads that use the embedded stores and the one thread that writes them.

export interface AppendOperation {
  kind: 'append';
  stream: string;
  events: EncodedEvent[];
  /** The revision that the stream must be at; -1 for a stream without events. */
  expected: number;
}

export interface PutOperation {
  kind: 'put';
  key: string;
  value: Json;
  version: string;
  expected: string;
  /** Milliseconds since the epoch; null: never. */
  expiresAt: number | null;
  now: number;
  scrub: boolean;
}

export interface DeleteOperation {
  kind: 'delete';
  key: string;
  now: number;
}

export type Operation = AppendOperation | PutOperation | DeleteOperation;

export type Result =
  /** Of an append: the last event's position, and the stream's revision. */
  | { kind: 'appended'; position: number; revision: number }
  | { kind: 'conflict' }
  /** Of a put or delete: whether it was done. */
  | { kind: 'done'; done: boolean }
  | { kind: 'unavailable'; message: string };

/** All operations of one turn of one thread, and their answer. */
export interface Request {
  id: number;
  operations: Operation[];
}
export interface Response {
  id: number;
  results: Result[];
}

/** To the writer's thread itself. */
export type Control = { kind: 'connect'; port: MessagePort } | { kind: 'close' };

export interface WriterData {
  folder: string;
  durable: boolean;
  counters: SharedArrayBuffer;
}

/** Places in the shared counters: the log's last position, then what the writer has done so far. */
export const HEAD = 0;
export const LOG_COMMITS = 1;
export const APPENDS = 2;
export const COUNTERS_BYTES = 3 * BigInt64Array.BYTES_PER_ELEMENT;

export const LOG_FILE = 'log.db';
export const STATE_FILE = 'state.db';
