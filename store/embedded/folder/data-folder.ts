import { join } from 'node:path';

/** Where the embedded stores keep what, below the data folder. */
export interface DataFolder {
  folder: string;
  log: string;
  state: string;
  files: string;
}

/** Files that belong to a database file, by what is added to its name. */
export const COMPANIONS = ['-wal', '-shm'] as const;

export function dataFolder(folder: string): DataFolder {
  return { folder, log: join(folder, 'log.db'), state: join(folder, 'state.db'), files: join(folder, 'files') };
}
