import { randomUUID } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type LogMark, markText, STATE_MARK } from './log/mark.ts';
import type { DeleteRequest, Outcome, PutNewRequest, PutRequest, StateRequest } from './messages.ts';
import { checkpoint, databaseBytes, inTransaction, openForWriting } from './sqlite.ts';

/**
 * `secure_delete` overwrites what is deleted, but not the copies left behind when SQLite moves rows to another page of
 * the tree. So no value may ever be in such a page: with pages of this size they hold at most 102 bytes of a row, and
 * the padding takes more than that. The rest is in overflow pages, which are never moved and are overwritten when
 * freed.
 */
const PAGE_BYTES = 512;
const PADDING_BYTES = 104;

const SCHEMA = `
  CREATE TABLE records (
    key TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    expires_at INTEGER,
    padding BLOB NOT NULL DEFAULT (zeroblob(${PADDING_BYTES})),
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX records_by_expiry ON records (expires_at) WHERE expires_at IS NOT NULL`;

/** Records written between two checkpoints. */
const CHECKPOINT_RECORDS = 1_000;
/** The most expired records that one transaction removes along the way. */
const SWEEP_LIMIT = 50;

/** The one writer of state.db. */
export class StateWriter {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #delete: StatementSync;
  readonly #sweep: StatementSync;
  readonly #mark: StatementSync;
  #sinceCheckpoint = 0;
  /**
   * Whether the WAL may hold a value of which no copy may remain; true on opening, in case of a crash before the scrub.
   */
  #unscrubbed = true;

  constructor(path: string, durable: boolean) {
    this.#db = openForWriting(
      path,
      { version: 1, create: SCHEMA },
      { durable, secureDelete: true, pageSize: PAGE_BYTES },
    );
    this.#insert = this.#db.prepare(`
      INSERT INTO records (key, value, version, expires_at) VALUES (:key, :value, :version, :expiresAt)
      ON CONFLICT (key) DO UPDATE
      SET value = excluded.value, version = excluded.version, expires_at = excluded.expires_at
      WHERE records.expires_at <= :now`);
    this.#update = this.#db.prepare(`
      UPDATE records SET value = :value, version = :version, expires_at = :expiresAt
      WHERE key = :key AND version = :expected AND (expires_at IS NULL OR expires_at > :now)`);
    this.#delete = this.#db.prepare('DELETE FROM records WHERE key = ? RETURNING expires_at');
    this.#sweep = this.#db.prepare(`
      DELETE FROM records WHERE key IN
      (SELECT key FROM records WHERE expires_at <= ? ORDER BY expires_at LIMIT ${SWEEP_LIMIT})`);
    this.#mark = this.#db.prepare(`
      INSERT INTO records (key, value, version) VALUES ('${STATE_MARK}', ?, ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = excluded.version`);
    this.#scrub();
  }

  /** Stores how far the log has come; durable on return. @throws if the disk fails */
  mark(mark: LogMark): void {
    this.#mark.run(markText(mark), randomUUID());
    this.#sinceCheckpoint += 1;
  }

  /** Forgets how far the log had come. */
  forgetMark(): void {
    this.#delete.get(STATE_MARK);
  }

  /**
   * Applies the requests in order in one transaction; durable on return, with values to be scrubbed gone from the
   * files.
   * @throws if the disk fails
   */
  apply(requests: readonly StateRequest[]): Outcome[] {
    const outcomes = inTransaction(this.#db, () => {
      const done = requests.map((request) => this.#one(request));
      this.#sweep.run(Math.max(...requests.map((request) => request.now)));
      return done;
    });
    for (const request of requests) this.#sinceCheckpoint += recordsOf(request);
    if (requests.some((request) => request.kind === 'delete' || (request.kind === 'put' && request.scrub)))
      this.#unscrubbed = true;
    if (this.#unscrubbed) this.#scrub();
    return outcomes;
  }

  checkpointWhenDue(): void {
    if (this.#sinceCheckpoint < CHECKPOINT_RECORDS) return;
    this.#sinceCheckpoint = 0;
    checkpoint(this.#db, 'PASSIVE');
  }

  /** Size of the database: it never shrinks. */
  bytes(): number {
    return databaseBytes(this.#db);
  }

  close(): void {
    try {
      this.#scrub();
    } finally {
      this.#db.close();
    }
  }

  #one(request: StateRequest): Outcome {
    if (request.kind === 'putNew') return { kind: 'putNew', taken: this.#putNew(request) };
    return { kind: 'state', changed: request.kind === 'put' ? this.#put(request) : this.#remove(request) };
  }

  #putNew({ keys, values, version, now }: PutNewRequest): string[] {
    return keys.filter((key, index) => {
      const row = { key, value: values[index] as string, version, expiresAt: null, now };
      return this.#insert.run(row).changes === 0;
    });
  }

  #put({ key, value, version, expected, expiresAt, now }: PutRequest): boolean {
    const row = { key, value, version, expiresAt, now };
    const result = expected === 'none' ? this.#insert.run(row) : this.#update.run({ ...row, expected });
    return result.changes === 1;
  }

  #remove({ key, now }: DeleteRequest): boolean {
    const row = this.#delete.get(key) as { expires_at: number | null } | undefined;
    return row !== undefined && (row.expires_at === null || row.expires_at > now);
  }

  /** Empties the WAL: the file itself was overwritten with zeros (`secure_delete`). */
  #scrub(): void {
    if (checkpoint(this.#db, 'TRUNCATE').busy)
      throw new Error('a reader is in the way of removing the last copy of a deleted value');
    this.#unscrubbed = false;
    this.#sinceCheckpoint = 0;
  }
}

/** How many records a request writes or removes. */
export function recordsOf(request: StateRequest): number {
  return request.kind === 'putNew' ? request.keys.length : 1;
}
