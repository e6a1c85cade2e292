import { realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';

/** Whether a path is a folder or in it, behind any link; neither has to be there. @param path absolute, as is the folder */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(realPath(folder), realPath(path));
  // Where they are on two disks of Windows, the way is absolute.
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : resolve(realPath(parent), relative(parent, path));
  }
}
