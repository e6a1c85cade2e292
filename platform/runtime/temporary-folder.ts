import { randomUUID } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FolderLock, lockFolder } from '../../store/embedded/folder/lock.ts';

const PREFIX = 'heartwood-process-';
/** No folder that a person names, which may hold data. */
const NAME = new RegExp(`^${PREFIX}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`);
/** Another process that sweeps may take a folder in the moment before it is locked. */
const ATTEMPTS = 3;

/** Kept here, as a lock that nothing refers to is freed with the garbage. */
const locks = new Set<FolderLock>();

/** A folder that ends with the process. */
export interface TemporaryFolder {
  path: string;
  remove(): Promise<void>;
}

/**
 * Makes a folder for what this process needs until it ends, which only its user can read. Those of processes that were
 * killed, for which nobody holds the lock any more, are removed first, as they may hold what people's records say.
 * @param parent the system's folder for such things
 * @throws if none can be made; the message says what to do
 */
export function makeTemporaryFolder(parent = tmpdir()): TemporaryFolder {
  sweep(parent);
  for (let attempt = 1; ; attempt++) {
    const path = join(parent, PREFIX + randomUUID());
    try {
      const lock = lockFolder(path);
      locks.add(lock);
      return {
        path,
        remove() {
          locks.delete(lock);
          lock.release();
          return rm(path, { recursive: true, force: true });
        },
      };
    } catch (cause) {
      if (attempt < ATTEMPTS) continue;
      throw new Error(`No file can be written in ${parent}. Set TMPDIR to a folder that this user can write.`, {
        cause,
      });
    }
  }
}

function sweep(parent: string): void {
  for (const name of namesIn(parent)) {
    const path = join(parent, name);
    if (NAME.test(name) && isOurs(path)) removeUnused(path);
  }
}

/** None where there is nothing to look into: then none can be made either. */
function namesIn(parent: string): string[] {
  try {
    return readdirSync(parent);
  } catch {
    return [];
  }
}

/** No link, and of no other user of this machine. */
function isOurs(path: string): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  return entry?.isDirectory() === true && (process.getuid === undefined || entry.uid === process.getuid());
}

function removeUnused(path: string): void {
  try {
    lockFolder(path).release();
    rmSync(path, { recursive: true, force: true });
  } catch {
    // In use, or another process is just removing it.
  }
}
