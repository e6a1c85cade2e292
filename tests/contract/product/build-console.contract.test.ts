import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runScript } from '../../support/processes/process.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
beforeEach(async () => {
  folder = await tempFolder();
});
afterEach(() => folder.remove());

// A successful build is made before the browser tests (tests/browser/setup.ts).
test('The memory that a build of the console takes is not kept by who asked for it, and what is wrong is told', {
  tags: ['deep'],
}, async () => {
  const file = join(folder.path, 'a file');
  await writeFile(file, '');
  const { output } = await runScript('tests/support/processes/build-console-into.ts', [join(file, 'console')], {});
  const { problem, megabytes } = JSON.parse(output.trim().split('\n').at(-1) ?? '');
  expect(problem).toMatch(/^The console does not build: .*ENOTDIR.*a file/s);
  expect(megabytes).toBeLessThan(150);
});
