import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { look, sizeOf } from '../folder/look.ts';
import { syncFolders } from '../folder/set-aside.ts';
import { isContentDamage } from '../folder/unreadable.ts';
import { checkpoint, inTransaction } from '../sqlite.ts';
import { checksumOf, type LogRow, openLog } from './schema.ts';

/** Suffixes to the log's name: a copy in progress, a complete copy, and a WAL to be read without its log. */
const UNFINISHED = '.salvaged';
const FINISHED = '.next';
const WAL_ALONE = '.wal-alone';

/** SQLite's primary codes for a row that no log accepts. */
const SQLITE_CONSTRAINT = 19;
const SQLITE_MISMATCH = 20;

/** Size of a page, which SQLite takes from the WAL if it is there. */
const PAGE_BYTES = 4_096;

/** Where a log of what could be read waits, complete and on disk, until it replaces the damaged one. */
export function salvagedLog(log: string): string {
  return log + FINISHED;
}

/** Whether the damaged log is already out of the way but the salvaged one not yet in its place. */
export function isCutShort(log: string): boolean {
  return sizeOf(log) === 0 && existsSync(salvagedLog(log));
}

/** Removes leftovers of earlier tries; never after an interrupted one, which must be finished. */
export function removeSalvaged(log: string): void {
  const left = [UNFINISHED, FINISHED, WAL_ALONE].map((suffix) => basename(log) + suffix);
  for (const name of readdirSync(dirname(log)))
    if (left.some((each) => name.startsWith(each))) rmSync(join(dirname(log), name), { force: true });
}

/**
 * Makes a new log, beside the damaged one, from the events that can still be read: from the first up to the damage. An
 * event that is itself altered keeps its checksum and stays an error. The new file appears whole or not at all.
 * @param beforeNone called if no event can be read; if it throws, no new log is made
 * @throws if anything but damage ends the reading or the writing; nothing is left then
 */
export function salvageLog(log: string, beforeNone: () => void): void {
  const unfinished = log + UNFINISHED;
  try {
    const db = openLog(unfinished, true);
    try {
      if (inTransaction(db, () => takeOver(sourceOf(log), db)) === 0) beforeNone();
      checkpoint(db, 'TRUNCATE');
    } finally {
      db.close();
    }
    renameSync(unfinished, salvagedLog(log));
    syncFolders(dirname(log));
    rmSync(log + WAL_ALONE, { force: true });
    rmSync(`${log}${WAL_ALONE}-wal`, { force: true });
  } catch (cause) {
    removeSalvaged(log);
    throw cause;
  }
}

/** SQLite would discard a WAL without its log, so it is read beside a page of zeros, under another name. */
function sourceOf(log: string): string {
  if (sizeOf(log) > 0 || sizeOf(`${log}-wal`) === 0) return log;
  const alone = log + WAL_ALONE;
  writeFileSync(alone, Buffer.alloc(PAGE_BYTES));
  copyFileSync(`${log}-wal`, `${alone}-wal`);
  return alone;
}

/** @returns how many events were copied */
function takeOver(damaged: string, into: DatabaseSync): number {
  const insert = into.prepare(
    'INSERT INTO events (position, stream, revision, id, type, data, metadata, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  let taken = 0;
  const take = (from: DatabaseSync) => {
    for (const row of readable(from)) {
      if (row.position !== taken + 1 || !isTaken(row)) return;
      taken += 1;
    }
  };
  const isTaken = (row: LogRow) => {
    const { position, stream, revision, id, type, data, metadata, checksum = checksumOf(row) } = row;
    try {
      insert.run(position, stream, revision, id, type, data, metadata, checksum);
      return true;
    } catch (cause) {
      const { errcode = 0 } = cause as { errcode?: number };
      if ([SQLITE_CONSTRAINT, SQLITE_MISMATCH].includes(errcode & 0xff)) return false;
      throw cause;
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
  } catch (cause) {
    if (!isContentDamage(cause)) throw cause;
  }
}
