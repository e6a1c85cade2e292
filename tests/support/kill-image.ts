import { execFileSync } from 'node:child_process';

/**
 * Copies a data folder as it is at this moment, which is what a kill leaves behind. By another process: on POSIX, to
 * close a file here would drop the locks that SQLite holds on it.
 */
export function copyWhileRunning(from: string, to: string): void {
  const copy = 'require("node:fs").cpSync(process.argv[1], process.argv[2], { recursive: true })';
  execFileSync(process.execPath, ['-e', copy, from, to]);
}
