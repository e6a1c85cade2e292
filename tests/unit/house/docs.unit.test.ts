import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectNone } from '../../support/findings.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The anchor of a heading on its page, as GitHub makes it. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-');
}

/** Of each page, its headings. */
const pages = new Map(
  globSync('docs/**/*.md', { cwd: root }).map((file) => [
    file,
    new Set(Array.from(read(file).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => slug(heading))),
  ]),
);
const folders = '{api,console,docs,domain,platform,projections,scripts,server,store,tests}';
const files = globSync([`${folders}/**/*.{ts,tsx,cjs,md}`, '*.md'], { cwd: root });

/** What a pattern captures, with its file. */
function said(pattern: RegExp): { file: string; what: string }[] {
  return files.flatMap((file) => [...read(file).matchAll(pattern)].map(([, what = '']) => ({ file, what })));
}

describe('The pages of docs/', () => {
  test('Every page and heading that is cited is there', () => {
    const cited = [
      ...said(/\b(docs\/[\w/-]+\.md(?:#[\w-]+)?)/g),
      ...said(/\]\(([\w./-]*\.md#[\w-]+|#[\w-]+)\)/g)
        .filter(({ file }) => pages.has(file))
        .map(({ file, what }) => ({
          file,
          what: join(dirname(file), what.startsWith('#') ? basename(file) + what : what),
        })),
    ];
    expect(cited.length).toBeGreaterThan(100);
    expectNone(
      cited
        .filter(({ what }) => {
          const [page = '', heading] = what.split('#');
          return page.startsWith('docs/') && !(heading === undefined ? pages.has(page) : pages.get(page)?.has(heading));
        })
        .map(({ file, what }) => `${file} cites ${what}, which is not there.`),
    );
  });

  test('Pages are cited by headings, and no document is cited that is not here', () => {
    expectNone(
      said(/\b((?:design|console|website|office|anchors|spec) §.{0,10})/g).map(
        ({ file, what }) => `${file} cites “${what}”. Cite a heading, like docs/design/commands.md#undo.`,
      ),
    );
  });
});
