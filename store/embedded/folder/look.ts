import { existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/**
 * Reads a database file that no other process has open, and leaves its folder as it was: neither the file nor its WAL
 * is changed, and no other file is left.
 * @param options.torn reads what is there also of a file that is shorter than its header says
 * @returns null where there is no such file, or an empty one
 * @throws what SQLite says of a file that is damaged or no database
 */
export function look<Result>(
  path: string,
  read: (db: DatabaseSync) => Result,
  { torn = false }: { torn?: boolean } = {},
): Result | null {
  if (sizeOf(path) === 0) return null;
  const url = pathToFileURL(path);
  // Without a WAL nothing beside the file is needed, and so SQLite makes nothing, nor looks who else has the file.
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

/** Bytes of a file; 0 where there is none. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
