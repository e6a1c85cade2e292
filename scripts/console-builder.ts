import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const CONSOLE = join(import.meta.dirname, '../console');

// The process that builds the console into the given folder, and tells its parent what is wrong if the build fails. If
// no parent waits for it, there is nothing left to do.

const compressors = {
  gz: promisify(gzip),
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }) as Promise<Buffer>,
};

/** Compressed once here, not on each request. */
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

/** A file of the build, in Vite's manifest. */
interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}

/** Everything the console may load: files by their paths in the folder. */
function filesOf(manifest: Readonly<Record<string, Chunk>>, key: string, found = new Set<string>()): Set<string> {
  const { file, imports = [], dynamicImports = [], css = [], assets = [] } = manifest[key] ?? {};
  if (file === undefined) throw new Error(`The build has no ${key}.`);
  if (found.has(file)) return found;
  for (const each of [file, ...css, ...assets]) found.add(each);
  // Icons loaded by name, which the console never uses, are as large as everything else.
  const parts = [...imports, ...dynamicImports.filter((part) => !part.includes('@blueprintjs/icons/'))];
  for (const part of parts) filesOf(manifest, part, found);
  return found;
}

/** Tells the service worker what to cache, and for which pages. */
async function fillServiceWorker(folder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const files = [...filesOf(manifest, 'index.html'), ...globSync('*.*', { cwd: join(CONSOLE, 'static') })]
    .filter((file) => file !== 'index.html')
    .sort();
  const hash = createHash('sha256');
  for (const file of ['index.html', ...files]) hash.update(await readFile(join(folder, file)));
  const routes = globSync('*', { cwd: join(CONSOLE, 'routes/_app') }).map((route) => route.split('.', 1)[0] ?? '');
  const pages = ['', ...new Set(routes)].filter((page) => !['$', 'index'].includes(page));
  const kept = {
    version: hash.digest('hex').slice(0, 16),
    files: files.map((file) => `/${file}`),
    pages: pages.sort(),
  };
  const path = join(folder, 'service-worker.js');
  const script = await readFile(path, 'utf8');
  if (!script.includes('__KEPT__')) throw new Error('The service worker has no place for what it keeps.');
  await writeFile(
    path,
    script.replaceAll('__KEPT__', () => JSON.stringify(kept)),
  );
}

const [folder = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit(1));
try {
  await build({
    configFile: join(CONSOLE, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  });
  await fillServiceWorker(folder);
  await compressAll(folder);
  process.exit(0);
} catch (cause) {
  process.send?.((cause as Error).message, () => process.exit(1));
}
