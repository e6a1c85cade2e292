import { execFile } from 'node:child_process';
import { cp, glob, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { withPaletteProperties } from '../../console/blueprint-palette.ts';

const root = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);

const REFUSED = [
  'color: #fff',
  'color: #1d3b2acc',
  'background: rgb(0 0 0 / 3%)',
  'background: linear-gradient(rgba(0, 0, 0, 0.5), transparent)',
  'color: oklch(50% 0.1 150)',
  'padding: 3px',
  'margin: 0 -0.5rem',
  'width: calc(100% - 1px)',
  'grid-template-columns: minmax(300px, 1fr)',
  '--hw-own: 4px',
];
const ALLOWED = [
  'color: var(--hw-text)',
  'color: light-dark(var(--hw-text), var(--hw-muted))',
  'background: color-mix(in srgb, var(--hw-text) 8%, transparent)',
  'padding: var(--hw-space-2) 0',
  'width: calc(100vw - 2 * var(--hw-space-2))',
  'font-size: 0.92em',
  'max-width: 64ch',
  'rotate: 45deg',
];

test('a raw color or size is refused in every style sheet but the one of the tokens', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-style-rules-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['biome.json', 'raw-values.grit', '.gitignore']) await cp(join(root, name), join(folder, name));
  const write = async (file: string, declarations: readonly string[], before = '') => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    const rules = declarations.map((declaration, at) => `.rule-${at} {\n  ${declaration};\n}\n`);
    await writeFile(join(folder, file), `${before}${rules.join('')}`);
  };
  await write('console/styles/page.css', REFUSED);
  await write('console/public/page.css', REFUSED);
  await write('console/styles/kept.css', ALLOWED, '@media (max-width: 800px) {\n  .wide {\n    margin: 0;\n  }\n}\n');
  await write('console/styles/tokens.css', REFUSED);

  const found = await lint(folder);
  for (const file of ['console/styles/page.css', 'console/public/page.css']) {
    expect(
      found.filter(({ path }) => path === file).map(({ line }) => REFUSED[(line - 2) / 3]),
      file,
    ).toEqual(REFUSED);
  }
  expect(found.filter(({ path }) => /kept|tokens/.test(path))).toEqual([]);
});

/** The plugin's findings: each line once, by file and line. */
async function lint(folder: string): Promise<{ path: string; line: number }[]> {
  const args = [require.resolve('@biomejs/biome/bin/biome'), 'lint', '--reporter=json', '--max-diagnostics=none'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    (failed: { stdout: string }) => failed,
  );
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { path: string; start?: { line: number } } }[];
  };
  const lines = diagnostics
    .filter(({ category }) => category === 'plugin')
    .map(({ location }) => `${location.path.replaceAll('\\', '/')}:${location.start?.line}`);
  return [...new Set(lines)].map((text) => {
    const [path = '', line] = text.split(':');
    return { path, line: Number(line) };
  });
}

test('the colors that Blueprint compiles into its sheet are taken from the tokens', async () => {
  const sheet = await readFile(require.resolve('@blueprintjs/core/lib/css/blueprint.css'), 'utf8');
  const ours = withPaletteProperties(sheet);
  const palette = [...sheet.matchAll(/--bp-palette-[\w-]+:\s*(#[0-9a-f]{6})/g)].map(([, hex = '']) => hex);
  expect(palette.length).toBeGreaterThan(50);
  const rules = ours.replaceAll(/--bp-palette-[\w-]+:[^;]+;/g, '');
  expect(palette.filter((hex) => new RegExp(`${hex}\\b`, 'i').test(rules))).toEqual([]);
  expect(rules).not.toMatch(/rgba\((?:95, 107, 124|143, 153, 168|45, 114, 210)/);
  expect(rules).toContain('color-mix(in srgb, var(--bp-palette-gray-3) 15%, transparent)');
});

test('both fonts together are under 90 KB', async () => {
  const sheet = await readFile(join(root, 'console/styles/fonts.css'), 'utf8');
  const fonts = [...sheet.matchAll(/url\("([^"]+)"\)/g)].map(([, name = '']) => require.resolve(name));
  expect(fonts).toHaveLength(2);
  const sizes = await Promise.all(fonts.map(async (file) => (await stat(file)).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(90_000);
});

test('every custom property that a style sheet names is there: one that is not makes its whole declaration void', async () => {
  const toolkit = await readFile(require.resolve('@blueprintjs/core/lib/css/blueprint.css'), 'utf8');
  const known = new Set(namesOf(toolkit, /(--[\w-]+)\s*:/g));
  const named = new Map<string, string>();
  for await (const file of glob('console/**/*.{css,ts,tsx,html}', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8');
    // A script sets some, by name.
    for (const name of namesOf(text, /(--[\w-]+)['"]?\]?\s*[:,]/g)) known.add(name);
    if (file.endsWith('.css')) for (const name of namesOf(text, /var\((--[\w-]+)\)/g)) named.set(name, file);
  }
  expect(named.size).toBeGreaterThan(100);
  expect([...named].filter(([name]) => !known.has(name))).toEqual([]);
});

function namesOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}
