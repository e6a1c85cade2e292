import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EncodedEvent } from '../../codec.ts';
import { type AppendRequest, type LogRequest, NO_REVISION, type Outcome } from '../messages.ts';
import { checkpoint, databaseBytes, inTransaction, isFileDamage } from '../sqlite.ts';
import type { HeadSignal } from './head-signal.ts';
import { type LogMark, recordedAt } from './mark.ts';
import { toPosition } from './position.ts';
import { checksumOf, openLog } from './schema.ts';

/** Events between two checkpoints: less than the 64 MiB that a WAL file keeps, and tens of milliseconds of work. */
const CHECKPOINT_EVENTS = 4_000;
/** When the WAL exceeds this many pages (64 MiB), a checkpoint waits for readers so that the WAL starts over. */
const WAL_PAGES = 16_384;

type Append = Omit<AppendRequest, 'kind' | 'id'>;

/** The one writer of log.db. */
export class LogWriter {
  readonly #db: DatabaseSync;
  readonly #signal: HeadSignal;
  readonly #revision: StatementSync;
  readonly #held: StatementSync;
  readonly #insert: StatementSync;
  #head: number;
  #last: { id: string; metadata: string } | null;
  #sinceCheckpoint = 0;

  constructor(path: string, durable: boolean, signal: HeadSignal) {
    this.#db = openLog(path, durable);
    this.#signal = signal;
    this.#revision = this.#db.prepare('SELECT max(revision) AS revision FROM events WHERE stream = ?');
    this.#held = this.#db.prepare(
      'SELECT position, id FROM events WHERE stream = ? AND revision > ? ORDER BY revision LIMIT ?',
    );
    this.#insert = this.#db.prepare(
      'INSERT INTO events (position, stream, revision, id, type, data, metadata, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    const last = this.#db.prepare('SELECT position, id, metadata FROM events ORDER BY position DESC LIMIT 1').get();
    this.#last = last ? { id: String(last['id']), metadata: String(last['metadata']) } : null;
    this.#head = Number(last?.['position'] ?? 0);
    signal.start(this.#head);
  }

  /**
   * Writes the appends in one transaction; durable on return. Each is checked on its own: a conflict stops no other.
   * @throws if the disk fails or the log is damaged; nothing is appended then
   */
  append(requests: readonly LogRequest[]): Outcome[] {
    try {
      return this.#append(requests);
    } catch (cause) {
      if (isFileDamage(cause)) this.#signal.reportDamage(null);
      throw cause;
    }
  }

  #append(requests: readonly LogRequest[]): Outcome[] {
    const before = this.#head;
    let head = before;
    let last = this.#last;
    let appends = 0;
    const one = (append: Append): Outcome => {
      const current = this.#currentRevision(append.stream);
      if (current !== append.expected) return this.#repeated(append);
      head = this.#write(append, head);
      last = append.events.at(-1) ?? last;
      appends += 1;
      return { kind: 'appended', position: head, revision: current + append.events.length };
    };
    const outcomes = inTransaction(this.#db, () =>
      requests.map((request) => (request.kind === 'append' ? one(request) : inOrder(request.appends, one))),
    );
    if (appends > 0) {
      this.#head = head;
      this.#last = last;
      this.#sinceCheckpoint += head - before;
      this.#signal.advance(head, appends);
    }
    return outcomes;
  }

  /** The last durable event; null if there is none. */
  last(): LogMark | null {
    if (this.#last === null) return null;
    return { position: toPosition(this.#head), eventId: this.#last.id, at: recordedAt(this.#last.metadata) };
  }

  /** Moves the WAL into the file, a bounded amount at a time. */
  checkpointWhenDue(): void {
    if (this.#sinceCheckpoint < CHECKPOINT_EVENTS) return;
    this.#sinceCheckpoint = 0;
    if (checkpoint(this.#db, 'PASSIVE').pages > WAL_PAGES) checkpoint(this.#db, 'TRUNCATE');
  }

  /** Size of the database: it never shrinks. */
  bytes(): number {
    return databaseBytes(this.#db);
  }

  close(): void {
    try {
      checkpoint(this.#db, 'TRUNCATE');
    } finally {
      this.#db.close();
    }
  }

  #currentRevision(stream: string): number {
    const { revision } = this.#revision.get(stream) as { revision: number | null };
    return revision ?? NO_REVISION;
  }

  /** The first answer again, if the stream holds exactly these events after the expected revision. */
  #repeated({ stream, expected, events }: Append): Outcome {
    const held = this.#held.all(stream, expected, events.length) as { position: number; id: string }[];
    const same = held.length === events.length && held.every((row, index) => row.id === events[index]?.id);
    const last = held.at(-1);
    if (!same || !last) return { kind: 'conflict', at: 0 };
    return { kind: 'appended', position: last.position, revision: expected + events.length };
  }

  /** @returns the position of the last event */
  #write({ stream, expected, events }: Append, head: number): number {
    events.forEach(({ id, type, data, metadata }: EncodedEvent, index) => {
      const place = { position: head + 1 + index, stream, revision: expected + 1 + index };
      const checksum = checksumOf({ ...place, id, type, data, metadata });
      this.#insert.run(place.position, stream, place.revision, id, type, data, metadata, checksum);
    });
    return head + events.length;
  }
}

/** Stops at the first that conflicts. @returns the outcome of the last one that was tried */
function inOrder(appends: readonly Append[], one: (append: Append) => Outcome): Outcome {
  let outcome: Outcome = { kind: 'conflict', at: 0 };
  for (const [at, append] of appends.entries()) {
    outcome = one(append);
    if (outcome.kind === 'conflict') return { kind: 'conflict', at };
  }
  return outcome;
}
