import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const LONGEST = 250;
const root = join(import.meta.dirname, '../..');

test(`no file of the product is longer than ${LONGEST} lines`, () => {
  const folders = '{domain,store,platform,projections,api,ai,optimizer,console,scripts}';
  const files = globSync(`${folders}/**/*.{ts,tsx,cjs}`, { cwd: root, exclude: ['**/*.gen.ts'] });
  const long = files.filter((file) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length > LONGEST);
  expect(files.length).toBeGreaterThan(0);
  expect(long).toEqual([]);
});
