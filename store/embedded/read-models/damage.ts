import { crc32 } from 'node:zlib';
import type { Document } from '../../read-models.ts';
import { isFileDamage } from '../sqlite.ts';

/** SQLite's primary code, the low byte of its extended ones, for a statement that does not fit the tables. */
const SQLITE_ERROR = 1;
/** Errors that statements fitting every generation meet only if its tables or documents are not what was written. */
const MISSING = /^no such (table|column|index)|has no column named|malformed JSON|vtable constructor failed/;
/** SQLite's integers go beyond any number used here. */
const NO_SAFE_INTEGER = 'ERR_OUT_OF_RANGE';

/** A row is not what was written into it. */
export class AlteredRow extends Error {
  constructor(what: string) {
    super(`The ${what} is not what was written.`);
    this.name = 'AlteredRow';
  }
}

/** Whether an error means that the file is damaged, rather than a mistake of the caller or a failing disk. */
export function isDamage(error: unknown): boolean {
  if (error instanceof AlteredRow || error instanceof SyntaxError) return true;
  const { errcode, code, message } = error as { errcode?: number; code?: string; message: string };
  if (errcode === undefined) return code === NO_SAFE_INTEGER;
  if ((errcode & 0xff) === SQLITE_ERROR) return MISSING.test(message);
  return isFileDamage(error);
}

/** CRC-32 of a text: detects what a disk has changed. SQLite checks only a page's structure, not the texts in it. */
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
