import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

export interface FolderLock {
  release(): void;
}

/**
 * Makes the folder if need be and locks it for this process. The operating system frees the lock when the process ends,
 * however it ends.
 * @throws if another process has it, or it cannot be made or written; the message names the folder and what to do
 */
export function lockFolder(folder: string): FolderLock {
  const db = usable(folder, () => {
    makeFolder(folder);
    // SQLite opens and locks an existing file even where it cannot write one.
    accessSync(folder, constants.W_OK);
    return new DatabaseSync(join(folder, 'lock.db'));
  });
  try {
    usable(folder, () => db.exec('BEGIN EXCLUSIVE'));
  } catch (error) {
    db.close();
    throw error;
  }
  return { release: () => db.close() };
}

/** Why a lock was refused, for those who say it in their own words. @param cause of the error of `lockFolder` */
export function lockFailure(cause: unknown): { isBusy: boolean; message: string } {
  const { errcode, message } = cause as { errcode?: number; message: string };
  return { isBusy: errcode === SQLITE_BUSY, message };
}

function usable<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    const { isBusy, message } = lockFailure(cause);
    const reason = isBusy
      ? `The data folder ${folder} is in use by another Heartwood process. Stop that process, or set DATA_DIR to another folder.`
      : `The data folder ${folder} cannot be written: ${message}. Give this user write access to it, or set DATA_DIR to another folder.`;
    throw new Error(reason, { cause });
  }
}

/**
 * Makes a private folder, and those above it, unless it is there. Not with the option `recursive`: where the system allows no
 * folders (/proc), Node then retries forever.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, 0o700);
}
