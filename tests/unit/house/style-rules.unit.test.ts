import { glob, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withPaletteProperties } from '../../../console/blueprint-palette.ts';
import { lintFiles } from '../../support/lint.ts';

const root = join(import.meta.dirname, '../../..');
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

test('A raw color or size is refused in every style sheet but the one of the tokens', async () => {
  const sheet = (declarations: readonly string[]) =>
    declarations.map((declaration, at) => `.rule-${at} {\n  ${declaration};\n}`).join('\n');
  const found = await lintFiles({
    'console/styles/page.css': sheet(REFUSED),
    'console/public/page.css': sheet(REFUSED),
    'console/styles/kept.css': `@media (max-width: 800px) {\n  .wide {\n    margin: 0;\n  }\n}\n${sheet(ALLOWED)}`,
    'console/styles/tokens.css': sheet(REFUSED),
  });
  const linesOf = (file: string) =>
    found.filter(({ rule, path }) => rule === 'plugin' && path === file).map(({ line = 0 }) => line);
  for (const file of ['console/styles/page.css', 'console/public/page.css']) {
    expect(
      [...new Set(linesOf(file))].map((line) => REFUSED[(line - 2) / 3]),
      file,
    ).toEqual(REFUSED);
  }
  for (const file of ['console/styles/kept.css', 'console/styles/tokens.css']) expect(linesOf(file), file).toEqual([]);
});

test('The colors that Blueprint compiles into its sheet are taken from the tokens', async () => {
  const sheet = await readFile(require.resolve('@blueprintjs/core/lib/css/blueprint.css'), 'utf8');
  const ours = withPaletteProperties(sheet);
  const palette = [...sheet.matchAll(/--bp-palette-[\w-]+:\s*(#[0-9a-f]{6})/g)].map(([, hex = '']) => hex);
  expect(palette.length).toBeGreaterThan(50);
  const rules = ours.replaceAll(/--bp-palette-[\w-]+:[^;]+;/g, '');
  expect(palette.filter((hex) => new RegExp(`${hex}\\b`, 'i').test(rules))).toEqual([]);
  expect(rules).not.toMatch(/rgba\((?:95, 107, 124|143, 153, 168|45, 114, 210)/);
  expect(rules).toContain('color-mix(in srgb, var(--bp-palette-gray-3) 15%, transparent)');
});

test('Every icon is a component: the build leaves out the names of all icons', async () => {
  const named: string[] = [];
  for await (const file of glob('console/**/*.{ts,tsx}', { cwd: root })) {
    if (/\b\w*icon(?:=|: )["']/i.test(await readFile(join(root, file), 'utf8'))) named.push(file);
  }
  expect(named).toEqual([]);
});

test('Both fonts together are under 90 KB', async () => {
  const sheet = await readFile(join(root, 'console/styles/fonts.css'), 'utf8');
  const fonts = [...sheet.matchAll(/url\("([^"]+)"\)/g)].map(([, name = '']) => require.resolve(name));
  expect(fonts).toHaveLength(2);
  const sizes = await Promise.all(fonts.map(async (file) => (await stat(file)).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(90_000);
});

test('Every custom property that a style sheet names is there: one that is not makes its whole declaration void', async () => {
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
