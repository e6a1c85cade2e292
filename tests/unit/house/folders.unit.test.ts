import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { expectNone } from '../../support/findings.ts';

// What the linter's patterns cannot tell, because it depends on how deep in its folder a file is.

const root = join(import.meta.dirname, '../../..');

/** Each import of our own in the files of a pattern, with its target from the root. */
function importsIn(pattern: string): { file: string; target: string }[] {
  return globSync(pattern, { cwd: root }).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return Array.from(source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g), ([, path = '']) => ({
      file,
      target: normalize(join(dirname(file), path)),
    }));
  });
}

/** The first folders of a path: `console/features/leads` of a file of the leads. */
const folderOf = (path: string, depth: number) => dirname(path).split('/').slice(0, depth).join('/');

test('A feature of the console imports no other one', () => {
  const imports = importsIn('console/features/**/*.{ts,tsx}');
  expect(imports.length).toBeGreaterThan(1_000);
  expectNone(
    imports
      .filter(({ target }) => target.startsWith('console/features/'))
      .filter(({ file, target }) => folderOf(file, 3) !== folderOf(target, 3))
      .map(
        ({ file, target }) =>
          `${file} imports ${target} of another feature. What two of them share is in console/entities/, console/photos/, ` +
          'console/records/ or console/ui/.',
      ),
  );
});

test('The kit of the api imports no area', () => {
  const imports = importsIn('api/kit/**/*.ts');
  expect(imports.length).toBeGreaterThan(100);
  expectNone(
    imports
      .filter(({ target }) => target.startsWith('api/') && !target.startsWith('api/kit/'))
      .map(({ file, target }) => `${file} imports ${target} of an area. What the kit needs of them is in ApiContext.`),
  );
});
