import { accessSync, constants, existsSync } from 'node:fs';
import { isFileDamage } from '../sqlite.ts';
import { COMPANIONS } from './data-folder.ts';

/** SQLite's primary code is the low byte of its extended ones. */
const PRIMARY = 0xff;
const SQLITE_PERM = 3;
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
/** A statement that does not fit the tables, or a row larger than any: we never wrote such a file. */
const NOT_OURS: ReadonlySet<number> = new Set([1, 18]);
/** SQLite's integers go beyond any number used here. */
const NO_SAFE_INTEGER = 'ERR_OUT_OF_RANGE';

const IN_USE = 'Another program has it open: close that program, and start again.';
const NO_RIGHT =
  'The user that runs Heartwood needs permission to read and write it and the files next to it (chown, chmod), and enough open files (ulimit -n). Fix that, and start again.';
const NO_ROOM = 'The disk is full or failing: make room, or check the disk, and start again.';

/** A database file holds something that was never written to it. */
export class BrokenContent extends Error {}

/**
 * Whether an error means that a file's content is damaged, rather than that it could not be opened or read just now.
 */
export function isContentDamage(cause: unknown): boolean {
  if (cause instanceof BrokenContent) return true;
  const { errcode, code } = cause as { errcode?: number; code?: string };
  if (errcode === undefined) return code === NO_SAFE_INTEGER;
  return isFileDamage(cause) || NOT_OURS.has(errcode & PRIMARY);
}

/**
 * Checked before anything is changed: a read-only file would fail at the first write. @throws what `unreadable` returns
 */
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

/** The error for a file that could not be opened or read but is not known to be damaged. */
export function unreadable(path: string, cause: unknown): Error {
  const { errcode, syscall, message } = cause as { errcode?: number; syscall?: string; message: string };
  // An error that is not about reading already explains itself.
  if (errcode === undefined && syscall === undefined) return cause as Error;
  return new Error(
    `${path} cannot be used: ${message}. ${wayOut(errcode)} Nothing was changed, and there is no sign that it is damaged.`,
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
      return 'Start again. If that does not help, check the disk.';
  }
}
