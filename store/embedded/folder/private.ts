import { chmodSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** The permissions of a file's group and of everybody else. */
const OTHERS = 0o077;
const OWNER_ONLY = 0o7700;
/** Holds what opens everything else: people's subject keys, sessions, password hashes. */
const KEYS = /^state\.db(?:-wal|-shm|-journal)?$/;

/** Windows has no such permissions: there a folder inherits those of its parent. */
const HAS_MODES = process.platform !== 'win32';

/** Makes files that this process creates from now on private; worker threads cannot set this but inherit it. */
export function keepNewFilesPrivate(): void {
  if (HAS_MODES && isMainThread) process.umask(OTHERS);
}

/**
 * Closes a folder and its contents to all users but its owner: folders 0700, files 0600. Below the first level it only
 * enters folders that were open, since nobody can reach what lies in a private one. Links are left alone.
 * @returns what happened, for the log
 */
export function closeToOthers(folder: string): string[] {
  if (!HAS_MODES) return [];
  const closed: string[] = [];
  const open: string[] = [];
  const close = (path: string, entry: Stats) => void (closes(path, entry) ? closed : open).push(path);

  function closeBelow(parent: string): void {
    for (const name of namesIn(parent)) {
      const path = join(parent, name);
      const entry = lstatSync(path, { throwIfNoEntry: false });
      if (!entry || !isOpen(entry) || !(entry.isFile() || entry.isDirectory())) continue;
      close(path, entry);
      if (entry.isDirectory()) closeBelow(path);
    }
  }

  const top = statSync(folder);
  if (isOpen(top)) close(folder, top);
  closeBelow(folder);
  return [
    ...told(closed, 'could be read by other users of this machine, and no longer can'),
    ...told(open, 'may be read by other users of this machine: the permissions cannot be changed'),
  ];
}

/** @throws if other users can read the keys because the folder's permissions could not be changed */
export function requirePrivateKeys(folder: string): void {
  if (!HAS_MODES || !isOpen(statSync(folder))) return;
  const open = readdirSync(folder).filter((name) => KEYS.test(name) && isOpen(lstatSync(join(folder, name))));
  if (open.length === 0) return;
  throw new Error(
    `Other users of this machine can read ${open.join(', ')} in the data folder ${folder}, which holds the keys of all data. Give the folder and its files to the user that runs Heartwood (chown -R), or set DATA_DIR to a folder on a disk that has permissions.`,
  );
}

/** None if the folder belongs to another user and is closed to this one. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isOpen({ mode }: Stats): boolean {
  return (mode & OTHERS) !== 0;
}

/** Whether it is closed now: a disk without permissions may accept the call and change nothing. */
function closes(path: string, { mode }: Stats): boolean {
  try {
    chmodSync(path, mode & OWNER_ONLY);
    return !isOpen(statSync(path));
  } catch {
    return false;
  }
}

function told([first, ...others]: readonly string[], what: string): string[] {
  if (first === undefined) return [];
  const which = others.length === 0 ? first : `${first} and ${others.length} more of its files and folders`;
  return [`${which} ${what}.`];
}
