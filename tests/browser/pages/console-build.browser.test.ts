import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONSOLE_FOLDER } from '../../../scripts/build-console.ts';
import { compressedBytes, startScripts } from '../../../scripts/console-scripts.ts';

const START_MAX_BYTES = 200_000;
const PUBLIC_PAGES = [
  'landing',
  'terms',
  'privacy',
  'browser',
  'quote',
  'invoice',
  'review',
  'notice',
  'portal',
  'widget',
];

/** Vite's, by keys: sources, and names of files that have none. */
function manifest(): Record<string, { file: string; imports?: string[] }> {
  return JSON.parse(readFileSync(join(CONSOLE_FOLDER, '.vite/manifest.json'), 'utf8'));
}

test(`The console starts with less than ${START_MAX_BYTES / 1000} kB of compressed scripts`, () => {
  const scripts = startScripts();
  const bytes = compressedBytes(scripts);
  console.log(`Console start page: ${scripts.length} scripts, ${bytes} bytes compressed`);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(START_MAX_BYTES);
});

test('No page of the console waits for more than 45 files of scripts: each costs a request', () => {
  const keys = Object.keys(manifest());
  const frame = startScripts(keys.find((key) => key.startsWith('_frame-')) ?? 'the frame');
  const pages = keys.filter((key) => key.startsWith('routes/_app/'));
  expect(pages.length).toBeGreaterThan(20);
  for (const page of pages) {
    expect(new Set([...startScripts(), ...frame, ...startScripts(page)]).size, page).toBeLessThan(45);
  }
});

test('The customer portal takes less than 60 kB of compressed scripts and 15 kB of styles', () => {
  const bytes = compressedBytes(startScripts('public/portal.html'));
  console.log(`Customer portal: ${bytes} bytes of scripts compressed`);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThan(60_000);
  const html = readFileSync(join(CONSOLE_FOLDER, 'public/portal.html'), 'utf8');
  const styles = [...html.matchAll(/href="\/(assets\/[^"]+\.css)"/g)].map((match) => match[1] ?? '');
  expect(styles.length).toBeGreaterThan(0);
  expect(compressedBytes(styles)).toBeLessThan(15_000);
  expect(html).not.toContain('woff2');
});

test('The widget takes less than 45 kB in its frame, and less than 4 kB of the page around', () => {
  const html = readFileSync(join(CONSOLE_FOLDER, 'public/widget.html'), 'utf8');
  const styles = [...html.matchAll(/href="\/(assets\/[^"]+\.css)"/g)].map((match) => match[1] ?? '');
  const frame = compressedBytes([...startScripts('public/widget.html'), ...styles, 'public/widget.html']);
  const loader = compressedBytes(startScripts('public/widget-loader.ts'));
  console.log(`Widget: ${frame} bytes compressed in its frame, ${loader} of its loader`);
  expect(frame).toBeGreaterThan(1_000);
  expect(frame).toBeLessThan(45_000);
  expect(loader).toBeGreaterThan(300);
  expect(loader).toBeLessThan(4_000);
  expect(startScripts('public/widget-loader.ts')).toEqual(['widget.js']);
});

test.each(['quote', 'invoice', 'review'])('The page of a %s takes less than 30 kB of compressed scripts', (noun) => {
  const bytes = compressedBytes(startScripts(`public/${noun}.html`));
  console.log(`Page of a ${noun}: ${bytes} bytes compressed`);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThan(30_000);
});

test('No two files of the console need each other: one would run before what it needs', () => {
  const files = manifest();
  const circles = Object.values(files).flatMap(({ file, imports = [] }) =>
    imports.filter((other) => startScripts(other).includes(file)).map((other) => [file, files[other]?.file]),
  );
  expect(circles).toEqual([]);
});

test('The public pages have their colors in Safari 15.4, Chrome 100 and Firefox 102', () => {
  for (const page of PUBLIC_PAGES) {
    const html = readFileSync(join(CONSOLE_FOLDER, `public/${page}.html`), 'utf8');
    const sheets = [...html.matchAll(/href="\/(assets\/[^"]+\.css)"/g)].map(([, name = '']) => name);
    const styles = sheets.map((name) => readFileSync(join(CONSOLE_FOLDER, name), 'utf8')).join('\n');
    expect(styles, page).toContain('--hw-ground:');
    expect(styles.match(/light-dark\(|color-mix\(|\b(?:ok)?l(?:ab|ch)\(|\(from /g), page).toBeNull();
  }
});

test('No sources are among what is served', () => {
  const files = globSync('**/*', { cwd: CONSOLE_FOLDER });
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((name) => /\.(map|tsx?)(\.gz)?$/.test(name))).toEqual([]);
});

test('The public pages load nothing of the console', () => {
  const ofConsole = new Set(startScripts());
  for (const page of PUBLIC_PAGES) {
    const html = readFileSync(join(CONSOLE_FOLDER, `public/${page}.html`), 'utf8');
    const loaded = [...html.matchAll(/"\/(assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
    expect(loaded.length, page).toBeGreaterThan(1);
    // What both load are terms of the domain (domain/*/terms.ts), which need no code of the console.
    const shared = loaded.filter((file) => ofConsole.has(file) && !/^assets\/terms[~-]/.test(file));
    expect(shared, page).toEqual([]);
  }
});
