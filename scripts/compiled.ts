// Not by name: an older Node lacks them, and must get as far as the check in vitest.config.ts.
import module from 'node:module';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../node_modules/.cache/compiled');

/**
 * Caches the code Node compiles from our sources for the next start and for each thread: stripping types and compiling
 * are otherwise most of a start's cost. Covers what is imported from now on; a changed source is compiled again. If the
 * folder cannot be written, everything works without the cache.
 */
export function keepCompiled(): void {
  module.enableCompileCache(FOLDER);
  // Threads read this.
  process.env['NODE_COMPILE_CACHE'] = FOLDER;
}

/** Writes the cache. Node also does so when the process ends, but not when it is killed. */
export const writeCompiled = (): void => module.flushCompileCache();
