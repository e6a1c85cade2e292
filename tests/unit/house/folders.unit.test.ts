import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { expectNone } from '../../support/findings.ts';

// What the linter's patterns cannot tell, because they see one import at a time, and not how deep in its folder the file is.

const root = join(import.meta.dirname, '../../..');

/** Each import of our own in the files of a pattern, with its target from the root. */
function importsIn(pattern: string): { file: string; target: string }[] {
  return globSync(pattern, { cwd: root }).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return Array.from(source.matchAll(/(?:from|import|require)\s*\(?\s*['"`](\.[^'"`]+)['"`]/g), ([, path = '']) => ({
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
  const imports = importsIn('api/kit/**/*.{ts,tsx,mts}');
  expect(imports.length).toBeGreaterThan(100);
  expectNone(
    imports
      .filter(({ target }) => target.startsWith('api/') && !target.startsWith('api/kit/'))
      .map(({ file, target }) => `${file} imports ${target} of an area. What the kit needs of them is in ApiContext.`),
  );
});

/** Rooms of the platform that are about one aggregate, as accounts are about users. */
const OF_AN_AGGREGATE = /^platform\/(accounts|company|mail|plans)\//;
/** The registry, what all aggregates share, lists and limits; batches of commands and numbers are the platform's own. */
const OF_NONE = /^domain\/(index\.ts|kit\/.*|[^/]+\/terms\.ts|batch\/.*|numbering\/.*)$/;

test('What carries out commands and makes read models knows no aggregate by name', () => {
  const imports = [...importsIn('platform/**/*.ts'), ...importsIn('projections/engine/*.ts')];
  expect(imports.length).toBeGreaterThan(100);
  expectNone(
    imports
      .filter(({ file }) => !OF_AN_AGGREGATE.test(file))
      .filter(({ target }) => target.startsWith('domain/') && !OF_NONE.test(target))
      .map(({ file, target }) => `${file} imports ${target}. Hand it in, or move the file to whoever it belongs to.`),
  );
});

/** A circle among these folders, as a path that ends where it begins; null if there is none. */
function circleIn(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const without = new Set<string>();
  const from = (folder: string, path: readonly string[]): string[] | null => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (without.has(folder)) return null;
    for (const target of imports.get(folder) ?? []) {
      const circle = from(target, [...path, folder]);
      if (circle) return circle;
    }
    without.add(folder);
    return null;
  };
  for (const folder of imports.keys()) {
    const circle = from(folder, []);
    if (circle) return circle;
  }
  return null;
}

const PRODUCT = '{domain,store,platform,projections,ai,api,optimizer,server,console}/**/*.{ts,tsx}';

test.each([
  ['The folders at the top', PRODUCT, 1],
  ['The aggregates', 'domain/**/*.ts', 2],
  ['The folders of the console', 'console/**/*.{ts,tsx}', 2],
  ['The stores', 'store/**/*.ts', 2],
  ['The rooms of the platform', 'platform/**/*.ts', 2],
  ['The areas of the api', 'api/**/*.ts', 2],
  ['The rooms of the optimizer', 'optimizer/**/*.ts', 2],
])('%s do not import each other in a circle', (_, pattern, depth) => {
  const folders = new Map<string, Set<string>>();
  for (const { file, target } of importsIn(pattern)) {
    const [one, other] = [folderOf(file, depth), folderOf(target, depth)];
    // What lies directly in a folder puts together what is in the folders below.
    if (one === other || other.split('/').length < depth || one.split('/').length < depth) continue;
    folders.set(one, (folders.get(one) ?? new Set()).add(other));
  }
  expect(folders.size).toBeGreaterThan(2);
  const circle = circleIn(folders);
  expectNone(circle ? [`These folders import each other in a circle: ${circle.join(' → ')}.`] : []);
});
