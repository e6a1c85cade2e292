import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DataFolder } from './data-folder.ts';
import { look } from './look.ts';
import { isContentDamage } from './unreadable.ts';

const ASIDE = /^set-aside-/;

/** Makes a folder for what is replaced, with the reason in it. @returns its path */
export function makeAside(folder: string, why: string, now: number): string {
  let aside = join(folder, `set-aside-${new Date(now).toISOString().replaceAll(':', '-')}`);
  while (existsSync(aside)) aside += '-again';
  mkdirSync(aside);
  writeFileSync(join(aside, 'why.txt'), `${why}\n`);
  return aside;
}

/** Paths of the folders of replaced files, oldest first. */
export function listAside(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => ASIDE.test(name))
    .sort()
    .map((name) => join(folder, name));
}

export function move(path: string, folder: string): void {
  renameSync(path, join(folder, basename(path)));
}

/** Makes the names in folders durable; Windows has no such call and does it by itself. */
export function syncFolders(...folders: readonly string[]): void {
  if (process.platform === 'win32') return;
  for (const folder of folders) {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  }
}

/**
 * An empty history must not start while a log that was set aside holds events.
 * @throws with where they are and what to do
 */
export function requireNoneAside({ folder, log }: DataFolder): void {
  const aside = listAside(folder).findLast((each) => holdsEvents(join(each, basename(log))));
  if (aside === undefined) return;
  throw new Error(
    `No event can be read in ${log}, but ${join(aside, basename(log))} holds some: so Heartwood does not begin an empty history next to it. To go on with those events, move ${basename(log)}, and the files named -wal and -shm next to it, from there into ${folder}, and start with: npm start -- --accept-lost-history. To begin without them, first move ${basename(aside)} to another place. Nothing was changed.`,
  );
}

function holdsEvents(path: string): boolean {
  try {
    const first = look(path, (db) => db.prepare('SELECT 1 FROM events NOT INDEXED LIMIT 1').get(), { torn: true });
    return first !== null && first !== undefined;
  } catch (cause) {
    if (isContentDamage(cause)) return false;
    throw cause;
  }
}
