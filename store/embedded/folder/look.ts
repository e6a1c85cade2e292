import { existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/**
 * Reads a database file that no other process has open, and leaves its folder as it was: the file and its WAL are
 * unchanged, and no other file is left behind.
 * @param options.torn also reads what it can of a file shorter than its header says
 * @returns null if there is no such file, or it is empty
 * @throws SQLite's error if the file is damaged or not a database
 */
export function look<Result>(
  path: string,
  read: (db: DatabaseSync) => Result,
  { torn = false }: { torn?: boolean } = {},
): Result | null {
  if (sizeOf(path) === 0) return null;
  const url = pathToFileURL(path);
  // Without a WAL the file alone is enough, so SQLite makes no other and does not check who else has the file open.
  if (!existsSync(`${path}-wal`)) url.searchParams.set('immutable', '1');
  const hadIndex = existsSync(`${path}-shm`);
  const db = new DatabaseSync(url, { readOnly: true, defensive: !torn });
  try {
    if (torn) db.exec('PRAGMA writable_schema = ON');
    return read(db);
  } finally {
    db.close();
    if (!hadIndex) rmSync(`${path}-shm`, { force: true });
  }
}

/** Size of a file in bytes; 0 if there is none. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
