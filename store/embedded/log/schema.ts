import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { openForWriting } from '../sqlite.ts';

/** Version 2 added the checksum of each event. */
export const LOG_VERSION = 2;

const SCHEMA = `
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT`;

/** Events in one step of an upgrade, held in memory together. */
const UPGRADE_EVENTS = 1_000;

/** A row of log.db. */
export interface LogRow {
  position: number;
  stream: string;
  revision: number;
  id: string;
  type: string;
  data: string;
  metadata: string;
  checksum: number;
}

/**
 * CRC-32 of the whole event: fast enough for every read, and strong enough against accidents (it misses one in four
 * billion), which is all it is for. Whoever can write to the file could also write another checksum of any kind.
 */
export function checksumOf({ position, stream, revision, id, type, data, metadata }: Omit<LogRow, 'checksum'>): number {
  return crc32(`${position}\n${stream}\n${revision}\n${id}\n${type}\n${data}${metadata}`);
}

/** Whether the texts of a row are texts: bytes in the place of one have the same checksum. */
export function hasTexts({ stream, id, type, data, metadata }: LogRow): boolean {
  return [stream, id, type, data, metadata].every((text) => typeof text === 'string');
}

/** Whether a row is as it was written. */
export function isAsWritten(row: LogRow): boolean {
  return hasTexts(row) && row.checksum === checksumOf(row);
}

/** Makes the tables of this version, in an empty database. */
export function createLogTables(db: DatabaseSync): void {
  db.exec(SCHEMA);
}

/** Opens log.db for its one writer. @throws what `openForWriting` throws */
export function openLog(path: string, durable: boolean): DatabaseSync {
  return openForWriting(path, { version: LOG_VERSION, create: SCHEMA, upgrade: addChecksums }, { durable });
}

/** Runs within the caller's transaction. */
function addChecksums(db: DatabaseSync): void {
  db.exec('ALTER TABLE events ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0');
  const page = db.prepare('SELECT * FROM events WHERE position > ? ORDER BY position LIMIT ?');
  const set = db.prepare('UPDATE events SET checksum = ? WHERE position = ?');
  for (let after = 0; ; ) {
    const rows = page.all(after, UPGRADE_EVENTS) as unknown as LogRow[];
    for (const row of rows) set.run(checksumOf(row), row.position);
    const last = rows.at(-1);
    if (!last) return;
    after = last.position;
  }
}
