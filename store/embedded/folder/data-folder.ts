import { join } from 'node:path';

/** The paths of the embedded stores below the data folder. */
export interface DataFolder {
  folder: string;
  log: string;
  state: string;
  files: string;
  /** What is known of the past of a long log. It can be made again. */
  past: string;
}

/** Files that belong to a database file, by the suffix to its name. */
export const COMPANIONS = ['-wal', '-shm'] as const;

export function dataFolder(folder: string): DataFolder {
  return {
    folder,
    log: join(folder, 'log.db'),
    state: join(folder, 'state.db'),
    files: join(folder, 'files'),
    past: join(folder, 'past'),
  };
}
