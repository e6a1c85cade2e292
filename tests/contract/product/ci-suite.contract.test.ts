import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// How CI tells a defect from the machine's fault: by Vitest itself, on suites of a few tests.

const require = createRequire(import.meta.url);
const { runSuite } = require('../../../.ci/suite.cjs') as {
  runSuite(
    commands: readonly (readonly string[])[],
    options: { cwd: string; stdio: 'ignore'; print(line: string): void },
  ): { passed: number; failed: number; isGood: boolean };
};
const vitest = join(dirname(require.resolve('vitest/package.json')), 'vitest.mjs');

const GREEN = `test('stays green', () => {});`;
const RED = `test('stays red', () => { throw new Error('Wrong every time.'); });`;
/** Fails in the first run, and where it runs beside another file. */
const FLAKY = `
import { existsSync, writeFileSync } from 'node:fs';
test('is red once', () => {
  const mark = import.meta.filename + '.ran';
  const ran = existsSync(mark);
  writeFileSync(mark, '');
  if (!ran) throw new Error('Held up.');
});`;
const BROKEN_ONCE = FLAKY.replace(/test\(.*/, '{')
  .replace('});', '}')
  .concat(GREEN);

let folder: TempFolder;
let printed: string[];

beforeEach(async () => {
  folder = await tempFolder();
  printed = [];
});
afterEach(() => folder.remove());

/** Runs a suite of these files. */
async function suiteOf(files: Record<string, string>) {
  await mkdir(join(folder.path, 'tests'));
  await writeFile(
    join(folder.path, 'vitest.config.mjs'),
    'export default { test: { globals: true, isolate: false, maxWorkers: 1 } };',
  );
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, 'tests', name), text);
  const print = (line: string) => printed.push(line);
  return runSuite([[process.execPath, vitest, 'run']], { cwd: folder.path, stdio: 'ignore', print });
}

test('A file that fails once is run again alone, counts as passed, and is told as flaky with its first error', async () => {
  const files = { 'mail.http.test.ts': `${FLAKY}\n${GREEN}`, 'broken.unit.test.ts': BROKEN_ONCE };
  expect(await suiteOf(files)).toEqual({ passed: 3, failed: 0, isGood: true });
  const told = printed.filter((line) => line.startsWith('flaky:')).sort();
  expect(told).toEqual([
    expect.stringContaining('flaky: tests/broken.unit.test.ts (the file)\nHeld up.'),
    expect.stringContaining('flaky: tests/mail.http.test.ts is red once\nError: Held up.'),
  ]);
  expect(printed).toContain('Seconds of all files by level:');
  expect(printed).toContainEqual(expect.stringMatching(/^ +\d+ http$/));
  expect(printed).toContainEqual(expect.stringMatching(/^ +\d+\.\d tests\/mail\.http\.test\.ts$/));
});

test('A file that fails again fails the run', async () => {
  expect(await suiteOf({ 'red.unit.test.ts': `${RED}\n${GREEN}` })).toEqual({ passed: 1, failed: 1, isGood: false });
  expect(printed).toContain('Failed twice: tests/red.unit.test.ts');
});

test('More than three flaky files fail the run, and none of them is run again', async () => {
  const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.unit.test.ts`);
  const result = await suiteOf(Object.fromEntries(names.map((name) => [name, FLAKY])));
  expect(result).toEqual({ passed: 0, failed: 4, isGood: false });
  expect(printed).toContain('More than 3 files failed.');
});

test('A run in which no test ran is not good', async () => {
  expect(await suiteOf({})).toEqual({ passed: 0, failed: 1, isGood: false });
});
