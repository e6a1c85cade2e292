import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { openForWriting } from '../sqlite.ts';

/** Version 2 gave each event its checksum. */
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

/** Events of one step of an upgrade, which are in memory together. */
const UPGRADE_EVENTS = 1_000;

/** An event as log.db has it. */
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
 * CRC-32 of all that an event is: quick enough for every read, and against accidents, which it is for, enough (one in
 * four billion goes unseen). Whoever can write to the file could also write another checksum, of any kind.
 */
export function checksumOf({ position, stream, revision, id, type, data, metadata }: Omit<LogRow, 'checksum'>): number {
  return crc32(metadata, crc32(data, crc32(`${position}\n${stream}\n${revision}\n${id}\n${type}\n`)));
}

/** Opens log.db for its one writer. @throws as `openForWriting` does */
export function openLog(path: string, durable: boolean): DatabaseSync {
  return openForWriting(path, { version: LOG_VERSION, create: SCHEMA, upgrade: addChecksums }, { durable });
}

/** Within a transaction that is the caller's. */
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
