import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONSOLE_FOLDER } from '../../scripts/build-console.ts';

const START_MAX_BYTES = 250_000;

/** A file of the build, in Vite's manifest. */
interface Chunk {
  file: string;
  /** Keys of the chunks that it cannot start without. */
  imports?: string[];
}

const manifest = JSON.parse(readFileSync(join(CONSOLE_FOLDER, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** The scripts that a page loads before anything else runs. */
function scriptsOf(key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}.`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) scriptsOf(imported, found);
  return found;
}

function compressedBytes(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + statSync(join(CONSOLE_FOLDER, `${file}.gz`)).size, 0);
}

test(`the console starts with less than ${START_MAX_BYTES / 1000} kB of compressed scripts`, () => {
  const scripts = scriptsOf('index.html');
  const bytes = compressedBytes(scripts);
  console.log(`Console start page: ${scripts.size} scripts, ${bytes} bytes compressed`);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(START_MAX_BYTES);
});

test('no sources are among what is served', () => {
  const files = globSync('**/*', { cwd: CONSOLE_FOLDER });
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((name) => /\.(map|tsx?)(\.gz)?$/.test(name))).toEqual([]);
});

test('the public pages load nothing of the console', () => {
  const ofConsole = scriptsOf('index.html');
  for (const page of ['landing', 'terms', 'privacy']) {
    const html = readFileSync(join(CONSOLE_FOLDER, `public/${page}.html`), 'utf8');
    const loaded = [...html.matchAll(/"\/(assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
    expect(loaded.length, page).toBeGreaterThan(1);
    expect(
      loaded.filter((file) => ofConsole.has(file)),
      page,
    ).toEqual([]);
  }
});
