import { crc32 } from 'node:zlib';
import type { Document } from '../read-models.ts';

/** SQLite's primary codes, in the low byte of its extended ones. */
const SQLITE_ERROR = 1;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
/** Of the errors of reading and writing, those that say that the file is not what was written. */
const NOT_AS_WRITTEN: ReadonlySet<number> = new Set([
  10 | (1 << 8), // SQLITE_IOERR_READ
  10 | (2 << 8), // SQLITE_IOERR_SHORT_READ
  10 | (32 << 8), // SQLITE_IOERR_DATA
  10 | (33 << 8), // SQLITE_IOERR_CORRUPTFS
]);
/** What statements that fit every generation meet only where its tables or documents are not what was written. */
const MISSING = /^no such (table|column|index)|has no column named|malformed JSON|vtable constructor failed/;
/** SQLite's integers go further than any number here. */
const NO_SAFE_INTEGER = 'ERR_OUT_OF_RANGE';

/** A row is not what was written into it. */
export class AlteredRow extends Error {
  constructor(what: string) {
    super(`The ${what} is not what was written.`);
    this.name = 'AlteredRow';
  }
}

/** Whether an error says that the file is damaged, rather than that the caller or the disk is at fault. */
export function isDamage(error: unknown): boolean {
  if (error instanceof AlteredRow || error instanceof SyntaxError) return true;
  const { errcode, code, message } = error as { errcode?: number; code?: string; message: string };
  if (errcode === undefined) return code === NO_SAFE_INTEGER;
  const primary = errcode & 0xff;
  if (primary === SQLITE_ERROR) return MISSING.test(message);
  return primary === SQLITE_CORRUPT || primary === SQLITE_NOTADB || NOT_AS_WRITTEN.has(errcode);
}

/** CRC-32 of a text: finds what a disk has changed. SQLite looks at a page's structure only, and not at the texts in it. */
export function checksum(text: string): number {
  return crc32(text);
}

/** The text of a row that was written with its checksum. @throws AlteredRow */
export function unaltered(row: Record<string, unknown>, column: string): string {
  const text = row[column];
  if (typeof text !== 'string' || checksum(text) !== row['sum']) throw new AlteredRow(column);
  return text;
}

/** The document of a row of `doc` and `sum`. @throws AlteredRow */
export function documentOf(row: Record<string, unknown>): Document {
  return JSON.parse(unaltered(row, 'doc')) as Document;
}
