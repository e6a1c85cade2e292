import { openFolderFiles } from '../../store/embedded/files.ts';
import { dataFolder } from '../../store/embedded/folder/data-folder.ts';
import { type Snapshot, takeSnapshot } from '../../store/embedded/snapshot.ts';
import type { FileStore } from '../../store/files.ts';
import type { Clock } from '../runtime/clock.ts';

/** A data folder at one moment. */
export interface Source extends Snapshot {
  /** The names of its files. */
  files: readonly string[];
  fileStore: FileStore;
}

/** It changed while it was read: it must be read again. */
export class Moved extends Error {}

/**
 * Opens a data folder as a `kill -9` would leave it, and lists its files.
 * @throws what `takeSnapshot` throws, and Moved
 */
export async function openSource(folder: string, clock: Clock): Promise<Source> {
  const paths = dataFolder(folder);
  const fileStore = openFolderFiles(paths.files);
  const namesNow = () => Array.fromAsync(fileStore.putBefore(Number.POSITIVE_INFINITY));
  const before = await namesNow();
  const snapshot = takeSnapshot(paths, clock);
  try {
    // A file is there before the event that names it, and what was removed meanwhile belongs to a later moment.
    const files = new Set(await namesNow());
    if (before.some((each) => !files.has(each))) throw new Moved('A photo was removed.');
    return { ...snapshot, files: [...files].toSorted(), fileStore };
  } catch (cause) {
    snapshot.close();
    throw cause;
  }
}
