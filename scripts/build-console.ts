import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = join(import.meta.dirname, '..');
/** Where the built console is. */
export const CONSOLE_FOLDER = join(root, 'dist/console');
const stamp = join(CONSOLE_FOLDER, '.built-from');

/** Everything that the build reads; the lock file stands for the packages. */
const SOURCES = ['console/**/*', 'api/schemas/*.ts', 'domain/**/*.ts', 'package-lock.json'];

/**
 * Builds the console where its sources changed since the last build.
 * @returns the folder to serve
 */
export async function buildConsole(): Promise<string> {
  const sources = hashOfSources();
  if (readStamp() === sources) return CONSOLE_FOLDER;
  console.log('Building the console (its sources changed since the last build) …');
  const { build } = await import('vite');
  await build({ configFile: join(root, 'console/vite.config.ts'), logLevel: 'warn' });
  await compressAll();
  writeFileSync(stamp, hashOfSources()); // the build writes the tree of routes, which is a source too
  return CONSOLE_FOLDER;
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: root }).sort()) {
    if (statSync(join(root, file)).isFile()) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function readStamp(): string | null {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return null;
  }
}

const compressors = {
  gz: promisify(gzip),
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }) as Promise<Buffer>,
};

/** Compressed once here, not at each request. */
async function compressAll(): Promise<void> {
  const files = globSync('**/*.{js,css,html,svg}', { cwd: CONSOLE_FOLDER });
  await Promise.all(
    files.map(async (file) => {
      const path = join(CONSOLE_FOLDER, file);
      const bytes = await readFile(path);
      for (const [ending, compress] of Object.entries(compressors))
        await writeFile(`${path}.${ending}`, await compress(bytes));
    }),
  );
}

if (import.meta.main) await buildConsole();
