import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { differences, expectNone } from '../../support/findings.ts';

const root = join(import.meta.dirname, '../../..');
const text = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** How many requirements of levels 1 and 2 each section of OWASP ASVS 5.0.0 has; they come first in its numbering. */
const SECTIONS = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
} as const;

function requirements(section: string, first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`);
}

test('The security document has each requirement of the standard once', () => {
  const wanted = Object.entries(SECTIONS).flatMap(([section, count]) => requirements(section, 1, count));
  // `v5.0.0-1.2.3`, or `v5.0.0-1.2.3 to 5` for several in a section; the example in the introduction comes before the
  // first chapter.
  const chapters = text.slice(text.indexOf('## V1 '));
  const named = [...chapters.matchAll(/v5\.0\.0-(\d+\.\d+)\.(\d+)(?: to (\d+))?/g)].flatMap(
    ([, section = '', first, last]) => requirements(section, Number(first), Number(last ?? first)),
  );
  const twice = named.filter((id, at) => named.indexOf(id) !== at);
  expectNone([
    ...differences(wanted, named, {
      unlisted: (ids) => `docs/security.md has no row for these requirements of version 5.0.0: ${ids}.`,
      gone: (ids) => `docs/security.md has rows for what no requirement of levels 1 and 2 is: ${ids}.`,
    }),
    ...twice.map((id) => `docs/security.md has two rows for v5.0.0-${id}.`),
  ]);
});

test('Every row of the security document names a test, or says that there is none', () => {
  const rows = text.split('\n').filter((line) => line.startsWith('| v5.0.0-'));
  const shown = (row: string) => /\.ts`|no test|the same|the tests named there/.test(row.split(' | ').at(-1) ?? '');
  expect(rows.length).toBeGreaterThan(150);
  expectNone(
    rows
      .filter((row) => row.split(' | ').length !== 4 || !shown(row))
      .map(
        (row) =>
          `The row ${row.split(' | ')[0]?.slice(2)} of docs/security.md needs four columns, the last with the file of a ` +
          'test, or “no test”.',
      ),
  );
});

test('Every test file that the security document names is there', () => {
  const there = new Set(globSync('tests/**/*.ts', { cwd: root }).map((file) => basename(file)));
  const named = text.match(/[\w-]+\.(?:(?:unit|contract|http|browser|alone|fault)\.test|suite)\.ts/g) ?? [];
  expect(named.length).toBeGreaterThan(150);
  expectNone(
    named
      .filter((file) => !there.has(file))
      .map((file) => `docs/security.md names the test ${file}, which is not there. Name the one that shows it now.`),
  );
});

test('Every title that the security document quotes is one of the file that it names', () => {
  const files = new Map(globSync('tests/**/*.ts', { cwd: root }).map((file) => [basename(file), join(root, file)]));
  const quotes = [...text.matchAll(/`([\w.-]+\.ts)`((?:,? "[^"]+")+)/g)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ file, title })),
  );
  const isThere = ({ file, title }: { file: string; title: string }) => {
    const source = readFileSync(files.get(file) ?? '', 'utf8');
    return title.split(' … ').every((part) => source.includes(part));
  };
  expect(quotes.length).toBeGreaterThan(80);
  expectNone(
    quotes
      .filter((quote) => !isThere(quote))
      .map(
        ({ file, title }) => `docs/security.md quotes “${title}”, which is no title in ${file}. Quote the one it has.`,
      ),
  );
});
