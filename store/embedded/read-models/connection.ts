import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { openForReading } from '../sqlite.ts';

const BUSY_MS = 5_000;
/** 64 MiB: during a build the only index, by id, is written at random places. */
const BUILD_CACHE_KIB = 64 * 1024;
const READ_CACHE_KIB = 16 * 1024;
/**
 * Pages in the WAL before they are moved into the file: pages of indexes and search that every commit touches are then
 * moved once for many commits.
 */
const CHECKPOINT_PAGES = 3_000;
/** A WAL file larger than this is truncated when it starts over. */
const WAL_FILE_BYTES = 64 * 1024 * 1024;
/** Statements are few, but those with `in` differ by their number of values. */
const MAX_STATEMENTS = 300;

/** A connection to one generation with its prepared statements. */
export class Connection {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.db = db;
  }

  /** A connection that only reads. */
  static forReading(path: string): Connection {
    const db = openForReading(path);
    db.exec(`PRAGMA cache_size = -${READ_CACHE_KIB}`);
    return new Connection(db);
  }

  /** A connection that commits to a finished generation. @throws if the file no longer exists */
  static forCommits(path: string): Connection {
    const url = pathToFileURL(path);
    url.searchParams.set('mode', 'rw');
    const db = new DatabaseSync(url, { timeout: BUSY_MS });
    db.exec(`PRAGMA synchronous = NORMAL; PRAGMA cache_size = -${READ_CACHE_KIB}`);
    db.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA journal_size_limit = ${WAL_FILE_BYTES}`);
    return new Connection(db);
  }

  /**
   * A connection that fills a new file. It runs without any safety, because nobody can use the file until it is
   * complete.
   */
  static forBuild(path: string, cacheKib = BUILD_CACHE_KIB): Connection {
    // A defensive connection keeps a journal, whatever the pragma says.
    const db = new DatabaseSync(path, { timeout: BUSY_MS, defensive: false });
    db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${cacheKib}`);
    return new Connection(db);
  }

  statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
      statement = this.db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  close(): void {
    this.db.close();
  }
}
