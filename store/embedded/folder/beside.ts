import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** How long a connection waits while the writer starts its WAL over. */
const BUSY_MS = 5_000;

/** How a database file is read beside whoever may write it. */
export interface Beside {
  path: string;
  /** Nobody had it open: SQLite takes it as unchanging, and makes no file beside it. */
  isAlone: boolean;
  /** The file's size and time, by which a write shows. */
  stamp: string;
}

/** Looks at a database file, which a running Heartwood may have open or open meanwhile. */
export function lookBeside(path: string): Beside {
  return { path, isAlone: !existsSync(`${path}-wal`), stamp: stampOf(path) };
}

/** Opens it for reading in this thread. @throws SQLite's error */
export function openBeside({ path, isAlone }: Beside): DatabaseSync {
  const url = pathToFileURL(path);
  if (isAlone) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true, timeout: BUSY_MS });
}

/** Whether somebody opened a file that was taken as unchanging: what was read of it counts for nothing. */
export function wasOpenedSince({ path, isAlone, stamp }: Beside): boolean {
  return isAlone && (existsSync(`${path}-wal`) || stampOf(path) !== stamp);
}

function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.ino} ${found.size} ${found.mtimeNs}` : '';
}
