import { accessSync, constants, existsSync } from 'node:fs';
import { isFileDamage } from '../sqlite.ts';
import { COMPANIONS } from './data-folder.ts';

/** SQLite's primary codes, in the low byte of its extended ones. */
const PRIMARY = 0xff;
const SQLITE_PERM = 3;
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
/** A statement that does not fit the tables, and a row that is larger than any: neither was written so. */
const NOT_OURS: ReadonlySet<number> = new Set([1, 18]);
/** SQLite's integers go further than any number here. */
const NO_SAFE_INTEGER = 'ERR_OUT_OF_RANGE';

const IN_USE = 'Another program has it open: close that program, and start again.';
const NO_RIGHT =
  'The user that runs Heartwood needs the right to read and write it and the files beside it (chown, chmod), and enough open files (ulimit -n): see to that, and start again.';
const NO_ROOM = 'The disk is full, or fails: make room, or look into the disk, and start again.';

/** A database file holds what was never written into it. */
export class BrokenContent extends Error {}

/** Whether an error says that a file's content is damaged, rather than that it could not be opened or read just now. */
export function isContentDamage(cause: unknown): boolean {
  if (cause instanceof BrokenContent) return true;
  const { errcode, code } = cause as { errcode?: number; code?: string };
  if (errcode === undefined) return code === NO_SAFE_INTEGER;
  return isFileDamage(cause) || NOT_OURS.has(errcode & PRIMARY);
}

/** Before anything is changed: a file that can only be read would fail at the first write. @throws as `unreadable` says */
export function requireWritable(path: string): void {
  for (const each of [path, ...COMPANIONS.map((suffix) => path + suffix)]) {
    if (!existsSync(each)) continue;
    try {
      accessSync(each, constants.R_OK | constants.W_OK);
    } catch (cause) {
      throw unreadable(each, cause);
    }
  }
}

/** What to tell of a file that could not be opened or read, and is not known to be damaged. */
export function unreadable(path: string, cause: unknown): Error {
  const { errcode, syscall, message } = cause as { errcode?: number; syscall?: string; message: string };
  // What is no failure of reading says itself what it is.
  if (errcode === undefined && syscall === undefined) return cause as Error;
  return new Error(
    `${path} cannot be used: ${message}. ${wayOut(errcode)} Nothing was changed, and nothing says that it is damaged.`,
    { cause },
  );
}

function wayOut(errcode: number | undefined): string {
  switch (errcode === undefined ? SQLITE_CANTOPEN : errcode & PRIMARY) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return IN_USE;
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
      return NO_RIGHT;
    case SQLITE_FULL:
    case SQLITE_IOERR:
      return NO_ROOM;
    default:
      return 'Start again; where it stays so, look into the disk.';
  }
}
