import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

// The process that builds the console into the folder it is given, and tells its parent what is wrong where it does not
// build. Without a parent that waits for it there is nothing left to do.

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

const [folder = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit(1));
try {
  await build({
    configFile: join(import.meta.dirname, '../console/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  });
  await compressAll(folder);
  process.exit(0);
} catch (cause) {
  process.send?.((cause as Error).message, () => process.exit(1));
}
