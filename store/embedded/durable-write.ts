import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Puts a file in place whole or not at all: it is written under another name and synced before it is renamed, and its
 * folder is synced after. The folders must exist.
 * @param temporary an unused path on the same disk
 * @param mode the file's mode, if not the process's default
 */
export async function writeDurably(
  path: string,
  bytes: Uint8Array,
  { temporary, mode }: { temporary: string; mode?: number },
): Promise<void> {
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw cause;
  }
  await syncFolder(dirname(path));
}

/** Makes the names in a folder durable; Windows has no such call and does it by itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
