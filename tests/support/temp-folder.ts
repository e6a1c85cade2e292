import { statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TempFolder {
  path: string;
  remove(): Promise<void>;
}

/** In memory, so that no test waits for the disk as each append does; a container may have little of that. */
const ROOT = freeBytes('/dev/shm') > 4 * 1024 ** 3 ? '/dev/shm' : tmpdir();

/** Makes an empty folder for one test. */
export async function tempFolder(): Promise<TempFolder> {
  const path = await mkdtemp(join(ROOT, 'heartwood-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
