import { checkpoint } from '../sqlite.ts';
import type { Connection } from './connection.ts';
import { type Schema, searchTable } from './schema.ts';

/** Whether nothing is to be scrubbed. */
export function isScrubbed(connection: Connection): boolean {
  return connection.statement('SELECT 1 FROM unscrubbed').get() === undefined;
}

/**
 * Writes the file anew with what is in it now: what was overwritten or deleted is in free pages, in the free room of
 * others, in older segments of the search indexes, and in the WAL.
 * @param others removes what other files hold of it
 * @throws where a reader is in the way of emptying the WAL
 */
export function scrubFile(connection: Connection, schema: Schema, others: () => void): void {
  if (isScrubbed(connection)) return;
  const { db } = connection;
  // A reader that is in the way is met before the long work.
  emptyWal(connection);
  for (const { collection, search } of schema.values()) {
    const table = searchTable(collection);
    if (search.length > 0) db.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
  }
  db.exec('VACUUM');
  emptyWal(connection);
  others();
  db.exec('DELETE FROM unscrubbed');
}

/** Commits wait meanwhile. */
const READERS_MS = 200;

function emptyWal({ db }: Connection): void {
  const { timeout } = db.prepare('PRAGMA busy_timeout').get() as { timeout: number };
  db.exec(`PRAGMA busy_timeout = ${READERS_MS}`);
  try {
    if (checkpoint(db, 'TRUNCATE').busy) throw new Error('A reader is in the way of scrubbing the read models.');
  } finally {
    db.exec(`PRAGMA busy_timeout = ${timeout}`);
  }
}
