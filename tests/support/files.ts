import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Names of the folder's files that contain any of the texts, in UTF-8, anywhere in their bytes. A file that is replaced
 * while it is read would be missed: then all of them are read again.
 */
export async function filesContaining(
  folder: string,
  texts: readonly string[],
  consider: (name: string) => boolean = () => true,
): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !consider(entry.name)) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(unlessGone);
    if (bytes === null) return filesContaining(folder, texts, consider);
    if (texts.some((text) => bytes.includes(text))) found.push(entry.name);
  }
  return found;
}

function unlessGone(cause: NodeJS.ErrnoException): null {
  if (cause.code !== 'ENOENT') throw cause;
  return null;
}
