import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CONSOLE_FOLDER } from './build-console.ts';

/** A file of the build, in Vite's manifest. */
interface Chunk {
  file: string;
  /** Keys of the chunks it cannot start without. */
  imports?: string[];
}

/** The built console's scripts that a page loads before anything else runs. @param page its key in Vite's manifest */
export function startScripts(page = 'index.html'): string[] {
  const manifest = JSON.parse(readFileSync(join(CONSOLE_FOLDER, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const found = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}.`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  add(page);
  return [...found];
}

/** Their size on the wire. */
export function compressedBytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(join(CONSOLE_FOLDER, `${file}.gz`)).size, 0);
}
