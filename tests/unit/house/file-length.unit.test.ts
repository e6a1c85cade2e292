import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectNone } from '../../support/findings.ts';

/** Lines. An aggregate is read as a whole: when it outgrows this, it is two aggregates, not one in two files. */
const LONGEST = 400;
const root = join(import.meta.dirname, '../../..');

test(`No aggregate is longer than ${LONGEST} lines`, () => {
  const files = globSync('domain/**/*.ts', { cwd: root });
  const long = files.filter((file) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length > LONGEST);
  expect(files.length).toBeGreaterThan(0);
  expectNone(long.map((file) => `${file} is longer than ${LONGEST} lines. Make two aggregates of it.`));
});
