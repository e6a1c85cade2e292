import { DatabaseSync } from 'node:sqlite';

/** How long a connection waits for another one's lock: readers hold none across an await, so this is long. */
const BUSY_MS = 5_000;
/** A WAL file that grew beyond this is cut back when it starts anew. To write over it is faster than to let it grow. */
const WAL_FILE_BYTES = 64 * 1024 * 1024;
/** 16 MiB: the pages of an index that is written at random places stay at hand. */
const CACHE_KIB = 16 * 1024;

const PAGE_BYTES = 4_096;

export interface WriterOptions {
  /** Whether a commit is on the disk when it returns. Without: as far as the operating system has it. */
  durable: boolean;
  /** Overwrite deleted content with zeros. */
  secureDelete?: boolean;
  /** Bytes of a page of a new file; 4,096 unless given. */
  pageSize?: number;
}

/** SQLite's primary codes, in the low byte of its extended ones. */
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
/** Of the errors of reading and writing, those that say that the file is not what was written. */
const NOT_AS_WRITTEN: ReadonlySet<number> = new Set([
  10 | (1 << 8), // SQLITE_IOERR_READ
  10 | (2 << 8), // SQLITE_IOERR_SHORT_READ
  10 | (32 << 8), // SQLITE_IOERR_DATA
  10 | (33 << 8), // SQLITE_IOERR_CORRUPTFS
]);

/** Whether SQLite says that a file is damaged, or is no database. */
export function isFileDamage(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  const primary = errcode & 0xff;
  return primary === SQLITE_CORRUPT || primary === SQLITE_NOTADB || NOT_AS_WRITTEN.has(errcode);
}

/** What a file holds, by its version, which the file itself tells as `user_version`. */
export interface FileSchema {
  version: number;
  /** SQL that makes the tables of this version. */
  create: string;
  /** Makes this version of the one before. */
  upgrade?(db: DatabaseSync): void;
}

/**
 * Opens a database file for its one writer, in WAL mode, and makes its tables, or lifts those of an older version.
 * Checkpoints are the caller's: they run between commits, not inside one that somebody waits for.
 * @throws where the file cannot be opened, or was made by a newer version of the product
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
  // An upgrade may have written the whole file once more, into the WAL.
  if (found > 0) checkpoint(db, 'TRUNCATE');
}

/** Which version of its tables a file has; 0 where it has none yet. */
export function versionOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
}

/** Bytes of a database as its last commit left it, also where some of them are in the WAL only. */
export function databaseBytes(db: DatabaseSync): number {
  const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { page_count: number };
  const { page_size: size } = db.prepare('PRAGMA page_size').get() as { page_size: number };
  return pages * size;
}

/**
 * Opens a database file that its writer has made, for reading in this thread.
 * @param mappedBytes how much of the file is read from mapped memory, without a system call for each page
 */
export function openForReading(path: string, mappedBytes = 0): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
  db.exec(`PRAGMA mmap_size = ${mappedBytes}`);
  return db;
}

/** Runs the work in one transaction: all of it is committed, or none where it throws. */
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
 * Moves what is in the WAL into the database file.
 * @returns how many pages the WAL holds, and whether readers were in the way
 */
export function checkpoint(db: DatabaseSync, mode: 'PASSIVE' | 'TRUNCATE'): { pages: number; busy: boolean } {
  const row = db.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as { busy: number; log: number };
  return { pages: row.log, busy: row.busy !== 0 };
}
