import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of an installed program, null if PATH has none of that name. */
export function findProgram(name: string): string | null {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  return paths.find(isProgram) ?? null;
}

/** Whether this user may run the file. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
