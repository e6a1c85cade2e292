import { renameSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { checksumOf, type LogRow, openLog } from './log-schema.ts';
import { look } from './look.ts';
import { checkpoint, inTransaction } from './sqlite.ts';

/**
 * Makes a new log of the events that can still be read of a damaged one: from the first up to the damage. An event that
 * is itself altered keeps its checksum, and stays an error. The new file is there whole or not at all.
 * @returns how many events were taken over
 */
export function salvageLog(damaged: string, path: string): number {
  const unfinished = `${path}.salvaged`;
  rmSync(unfinished, { force: true });
  const db = openLog(unfinished, true);
  let taken: number;
  try {
    taken = inTransaction(db, () => takeOver(damaged, db));
    checkpoint(db, 'TRUNCATE');
  } finally {
    db.close();
  }
  renameSync(unfinished, path);
  return taken;
}

function takeOver(damaged: string, into: DatabaseSync): number {
  const insert = into.prepare(
    'INSERT INTO events (position, stream, revision, id, type, data, metadata, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  let taken = 0;
  const take = (from: DatabaseSync) => {
    for (const row of readable(from)) {
      if (row.position !== taken + 1) return;
      const { position, stream, revision, id, type, data, metadata, checksum = checksumOf(row) } = row;
      insert.run(position, stream, revision, id, type, data, metadata, checksum);
      taken += 1;
    }
  };
  look(damaged, take, { torn: true });
  return taken;
}

/** In order, until the damage begins. */
function* readable(db: DatabaseSync): Generator<LogRow> {
  try {
    const rows = db.prepare('SELECT * FROM events NOT INDEXED ORDER BY position').iterate() as Iterable<unknown>;
    for (const row of rows) yield row as LogRow;
  } catch {
    return;
  }
}
