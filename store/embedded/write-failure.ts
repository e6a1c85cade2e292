import { type FileDamage, tellFileDamage } from './folder/open-files.ts';
import type { Unavailable } from './messages.ts';
import { isFileDamage } from './sqlite.ts';

const SQLITE_FULL = 13;
const SQLITE_READONLY = 8;
/** SQLite's primary code is the low byte of its extended ones. */
const PRIMARY = 0xff;
const DAMAGED =
  'A file of the data folder is damaged: nothing was written. Stop Heartwood and restore the newest backup (npm run restore).';

/**
 * Why nothing was written: for the person who asked, what to do; for the log, where it happened and SQLite's message.
 */
export function writeFailure(folder: string, error: unknown): Omit<Unavailable, 'kind'> {
  const { errcode = 0, message } = error as { errcode?: number; message: string };
  const detail = `The data folder ${folder} could not be written: ${message}.`;
  if (isFileDamage(error)) return { message: DAMAGED, detail };
  switch (errcode & PRIMARY) {
    case SQLITE_FULL:
      return { message: 'The disk is full: nothing was written. Make room and try again.', detail };
    case SQLITE_READONLY:
      return { message: 'The data folder is read-only: nothing was written. Make it writable and try again.', detail };
    default:
      return { message: 'The disk could not be written.', detail };
  }
}

/** Like {@link writeFailure}, for an open file that is no longer the one in the folder. */
export function fileDamageFailure(folder: string, damage: FileDamage): Omit<Unavailable, 'kind'> {
  return { message: DAMAGED, detail: `In the data folder ${folder}: ${tellFileDamage(damage)}` };
}
