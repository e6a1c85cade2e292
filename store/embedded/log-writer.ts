import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EncodedEvent } from '../codec.ts';
import type { HeadSignal } from './head-signal.ts';
import { type AppendRequest, NO_REVISION, type Outcome } from './messages.ts';
import { checkpoint, inTransaction, openForWriting } from './sqlite.ts';

const SCHEMA = `
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT`;

/** Events between two checkpoints: under the 64 MiB that a WAL file keeps, and tens of milliseconds of work. */
const CHECKPOINT_EVENTS = 4_000;
/** Pages of WAL above which a checkpoint waits for readers, so that the WAL starts anew: 64 MiB. */
const WAL_PAGES = 16_384;

/** The one writer of log.db. */
export class LogWriter {
  readonly #db: DatabaseSync;
  readonly #signal: HeadSignal;
  readonly #revision: StatementSync;
  readonly #held: StatementSync;
  readonly #insert: StatementSync;
  #head: number;
  #sinceCheckpoint = 0;

  constructor(path: string, durable: boolean, signal: HeadSignal) {
    this.#db = openForWriting(path, SCHEMA, { durable });
    this.#signal = signal;
    this.#revision = this.#db.prepare('SELECT max(revision) AS revision FROM events WHERE stream = ?');
    this.#held = this.#db.prepare(
      'SELECT position, id FROM events WHERE stream = ? AND revision > ? ORDER BY revision LIMIT ?',
    );
    this.#insert = this.#db.prepare(
      'INSERT INTO events (position, stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    const { head } = this.#db.prepare('SELECT max(position) AS head FROM events').get() as { head: number | null };
    this.#head = head ?? 0;
    signal.start(this.#head);
  }

  /**
   * Makes the appends in one transaction, durable on return. Each is checked on its own: a conflict stops no other.
   * @throws where the disk fails; nothing is appended then
   */
  append(requests: readonly AppendRequest[]): Outcome[] {
    const before = this.#head;
    let head = before;
    let appends = 0;
    const outcomes = inTransaction(this.#db, () =>
      requests.map((request) => {
        const current = this.#currentRevision(request.stream);
        if (current !== request.expected) return this.#repeated(request);
        head = this.#write(request, head);
        appends += 1;
        return { kind: 'appended', position: head, revision: current + request.events.length } satisfies Outcome;
      }),
    );
    if (appends > 0) {
      this.#head = head;
      this.#sinceCheckpoint += head - before;
      this.#signal.advance(head, appends);
    }
    return outcomes;
  }

  /** Moves the WAL into the file, a bounded amount at a time. */
  checkpointWhenDue(): void {
    if (this.#sinceCheckpoint < CHECKPOINT_EVENTS) return;
    this.#sinceCheckpoint = 0;
    if (checkpoint(this.#db, 'PASSIVE').pages > WAL_PAGES) checkpoint(this.#db, 'TRUNCATE');
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

  /** The answer of the first time, where the stream holds exactly these events after the expected revision. */
  #repeated({ stream, expected, events }: AppendRequest): Outcome {
    const held = this.#held.all(stream, expected, events.length) as { position: number; id: string }[];
    const same = held.length === events.length && held.every((row, index) => row.id === events[index]?.id);
    const last = held.at(-1);
    if (!same || !last) return { kind: 'conflict' };
    return { kind: 'appended', position: last.position, revision: expected + events.length };
  }

  /** @returns the position of the last event */
  #write({ stream, expected, events }: AppendRequest, head: number): number {
    events.forEach(({ id, type, data, metadata }: EncodedEvent, index) => {
      this.#insert.run(head + 1 + index, stream, expected + 1 + index, id, type, data, metadata);
    });
    return head + events.length;
  }
}
