import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

const sections = new Set([...read('docs/design.md').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading)));
const folders = '{api,console,docs,domain,platform,projections,scripts,server,store,tests}';
const files = globSync([`${folders}/**/*.{ts,tsx,cjs,md}`, '*.md'], { cwd: root });

/** What a pattern captures, with its file. */
function said(pattern: RegExp): { file: string; what: string }[] {
  return files.flatMap((file) => [...read(file).matchAll(pattern)].map(([, what = '']) => ({ file, what })));
}

describe('docs/design.md', () => {
  test('The design document has every section that is cited', () => {
    const cited = [
      ...said(/docs\/design\.md#([\w-]+)/g),
      ...said(/\]\(#([\w-]+)\)/g).filter(({ file }) => file === 'docs/design.md'),
    ];
    expect(cited.length).toBeGreaterThan(50);
    expectNone(
      cited
        .filter(({ what }) => !sections.has(what))
        .map(({ file, what }) => `${file} cites docs/design.md#${what}, but docs/design.md has no heading like that.`),
    );
  });

  test('The design document is cited by headings, and no document is cited that is not here', () => {
    expectNone(
      said(/\b((?:design|console|website|office|anchors|spec) §.{0,10})/g).map(
        ({ file, what }) => `${file} cites “${what}”. Cite a heading, like docs/design.md#undo.`,
      ),
    );
  });
});
