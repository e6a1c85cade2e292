import { createHash } from 'node:crypto';
import { globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = join(import.meta.dirname, '..');
/** Where the built console is. */
export const CONSOLE_FOLDER = join(root, 'dist/console');
const STAMP = '.built-from';

/** Everything that the build reads, and this file; the lock file stands for the packages. */
const SOURCES = ['console/**/*', 'api/schemas/*.ts', 'domain/**/*.ts', 'scripts/build-console.ts', 'package-lock.json'];
/** The build writes it, from the routes. */
const DERIVED = 'console/routeTree.gen.ts';

/**
 * Builds the console where its sources changed since the last build.
 * @returns the folder to serve
 * @throws with what is wrong where it does not build; what was built before is still there then
 */
export async function buildConsole(): Promise<string> {
  const sources = hashOfSources();
  if (readStamp() === sources) return CONSOLE_FOLDER;
  console.log('Building the console (its sources changed since the last build) …');
  const making = `${CONSOLE_FOLDER}.${process.pid}`;
  try {
    await build(making);
    writeFileSync(join(making, STAMP), sources);
    replaceBuilt(making);
  } catch (cause) {
    throw new Error(`The console does not build: ${(cause as Error).message}`, { cause });
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return CONSOLE_FOLDER;
}

async function build(folder: string): Promise<void> {
  const vite = await import('vite');
  const around = process.env['NODE_ENV'];
  // A test runner sets its own, and the packages would be built for development.
  process.env['NODE_ENV'] = 'production';
  try {
    await vite.build({
      configFile: join(root, 'console/vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: folder, emptyOutDir: true },
    });
  } finally {
    if (around === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = around;
  }
  await compressAll(folder);
}

/** Two processes may build at the same time: the folder is always one whole build. */
function replaceBuilt(folder: string): void {
  rmSync(CONSOLE_FOLDER, { recursive: true, force: true });
  try {
    renameSync(folder, CONSOLE_FOLDER);
  } catch (cause) {
    if (readStamp() === null) throw cause; // else another process was first
  }
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: root, exclude: [DERIVED] }).sort()) {
    if (statSync(join(root, file)).isFile()) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function readStamp(): string | null {
  try {
    return readFileSync(join(CONSOLE_FOLDER, STAMP), 'utf8');
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
async function compressAll(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,html,svg}', { cwd: folder });
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      const bytes = await readFile(path);
      for (const [ending, compress] of Object.entries(compressors))
        await writeFile(`${path}.${ending}`, await compress(bytes));
    }),
  );
}

if (import.meta.main) await buildConsole();
