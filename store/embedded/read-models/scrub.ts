import { checkpoint } from '../sqlite.ts';
import type { Connection } from './connection.ts';
import { searchTable } from './names.ts';
import type { Schema } from './schema.ts';

/** Whether there is nothing to scrub. */
export function isScrubbed(connection: Connection): boolean {
  return connection.statement('SELECT 1 FROM unscrubbed').get() === undefined;
}

/**
 * Rewrites the file with only its current contents: overwritten and deleted data remains in free pages, in the free
 * space of others, in older segments of the search indexes, and in the WAL.
 * @param others removes what other files still hold
 * @throws if a reader blocks emptying the WAL
 */
export function scrubFile(connection: Connection, schema: Schema, others: () => void): void {
  if (isScrubbed(connection)) return;
  const { db } = connection;
  // Fails on a blocking reader before the long work.
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

/** How long to wait for readers; commits wait meanwhile. */
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
