import { DatabaseSync } from 'node:sqlite';

/** How long a connection waits for another's lock: no reader holds one across an await, so this is plenty. */
const BUSY_MS = 5_000;
/** A WAL file larger than this is truncated when it starts over. Overwriting it is faster than letting it grow. */
const WAL_FILE_BYTES = 64 * 1024 * 1024;
/** 16 MiB: the pages of an index that is written at random places stay cached. */
const CACHE_KIB = 16 * 1024;

const PAGE_BYTES = 4_096;

export interface WriterOptions {
  /** Whether a commit is on disk when it returns. If not, it has only reached the operating system. */
  durable: boolean;
  /** Overwrite deleted content with zeros. */
  secureDelete?: boolean;
  /** Page size of a new file in bytes; 4,096 by default. */
  pageSize?: number;
}

/** SQLite's primary codes, the low byte of its extended ones. */
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
/** The I/O errors that mean the file is not what was written. */
const NOT_AS_WRITTEN: ReadonlySet<number> = new Set([
  10 | (1 << 8), // SQLITE_IOERR_READ
  10 | (2 << 8), // SQLITE_IOERR_SHORT_READ
  10 | (32 << 8), // SQLITE_IOERR_DATA
  10 | (33 << 8), // SQLITE_IOERR_CORRUPTFS
]);

/** Whether SQLite reports that a file is damaged or is not a database. */
export function isFileDamage(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  const primary = errcode & 0xff;
  return primary === SQLITE_CORRUPT || primary === SQLITE_NOTADB || NOT_AS_WRITTEN.has(errcode);
}

/** The tables of a file, by version, which the file itself records as `user_version`. */
export interface FileSchema {
  version: number;
  /** SQL that makes the tables of this version. */
  create: string;
  /** Upgrades the previous version to this one. */
  upgrade?(db: DatabaseSync): void;
}

/**
 * Opens a database file for its one writer, in WAL mode, and makes its tables or upgrades older ones. Checkpoints are
 * up to the caller: they run between commits, not inside one that somebody waits for.
 * @throws if the file cannot be opened, or was made by a newer version of the product
 */
export function openForWriting(path: string, schema: FileSchema, options: WriterOptions): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: BUSY_MS });
  try {
    db.exec(`PRAGMA secure_delete = ${options.secureDelete ? 'ON' : 'OFF'}`);
    db.exec(`PRAGMA page_size = ${options.pageSize ?? PAGE_BYTES}`);
    db.exec('PRAGMA journal_mode = WAL');
    db.exec(`PRAGMA synchronous = ${options.durable ? 'FULL' : 'OFF'}`);
    if (options.durable) db.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
    db.exec(`PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${WAL_FILE_BYTES}`);
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    makeTables(db, path, schema);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function makeTables(db: DatabaseSync, path: string, { version, create, upgrade }: FileSchema): void {
  const found = versionOf(db);
  if (found > version) throw new Error(`${path} was made by a newer version of Heartwood.`);
  if (found === version) return;
  inTransaction(db, () => {
    if (found === 0) db.exec(create);
    else upgrade?.(db);
    db.exec(`PRAGMA user_version = ${version}`);
  });
  // An upgrade may have written the whole file again, into the WAL.
  if (found > 0) checkpoint(db, 'TRUNCATE');
}

/** The version of a file's tables; 0 if it has none yet. */
export function versionOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
}

/** Bytes of a database as of its last commit, even if some of them are only in the WAL. */
export function databaseBytes(db: DatabaseSync): number {
  const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { page_count: number };
  const { page_size: size } = db.prepare('PRAGMA page_size').get() as { page_size: number };
  return pages * size;
}

/**
 * Opens, for reading in this thread, a database file that its writer has made.
 * @param mappedBytes how much of the file is read through mapped memory, without a system call for each page
 */
export function openForReading(path: string, mappedBytes = 0): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
  db.exec(`PRAGMA mmap_size = ${mappedBytes}`);
  return db;
}

/** Runs the work in one transaction: all of it is committed, or none if it throws. */
export function inTransaction<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk may have rolled it back already.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Moves the WAL's pages into the database file.
 * @returns how many pages the WAL holds, and whether readers blocked it
 */
export function checkpoint(db: DatabaseSync, mode: 'PASSIVE' | 'TRUNCATE'): { pages: number; busy: boolean } {
  const row = db.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as { busy: number; log: number };
  return { pages: row.log, busy: row.busy !== 0 };
}
