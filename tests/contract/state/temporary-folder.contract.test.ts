import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '../../../platform/runtime/temporary-folder.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const NOBODY = 65_534;
const SCRIPT = `import { makeTemporaryFolder } from ${JSON.stringify(new URL('../../../platform/runtime/temporary-folder.ts', import.meta.url).href)};
  import { writeFileSync } from 'node:fs';
  const { path } = makeTemporaryFolder(process.argv[1]);
  writeFileSync(path + '/of somebody', 'a name');
  console.log(path);
  setInterval(() => undefined, 60_000);`;

let parent: TempFolder;
beforeEach(async () => {
  parent = await tempFolder();
});
afterEach(() => parent.remove());

/** A process that has a folder. @returns the name of it too */
async function processWithFolder(): Promise<{ child: ChildProcess; name: string }> {
  const args = ['--input-type=module', '-e', SCRIPT, parent.path];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  return { child, name: basename(String(line).trim()) };
}

async function killed({ child, name }: Awaited<ReturnType<typeof processWithFolder>>): Promise<string> {
  child.kill('SIGKILL');
  await once(child, 'exit');
  return name;
}

const made = () => readdir(parent.path).then((names) => names.toSorted());

test('The folder of a killed process is gone with the next one, and that of a running one stays', async () => {
  const running = await processWithFolder();
  const dead = await killed(await processWithFolder());
  expect(await made()).toEqual([running.name, dead].toSorted());
  const own = makeTemporaryFolder(parent.path);
  expect(await made()).toEqual([running.name, basename(own.path)].toSorted());
  expect((await stat(own.path)).mode & 0o077).toBe(0);
  await own.remove();
  expect(await made()).toEqual([running.name]);
});

test('What is no such folder stays: data, a link to it, and what another user has', async () => {
  const dead = await killed(await processWithFolder());
  const data = join(parent.path, 'heartwood-process-data');
  await mkdir(data);
  await writeFile(join(data, 'lock.db'), '');
  await symlink(data, join(parent.path, `${dead.slice(0, -1)}${dead.endsWith('0') ? '1' : '0'}`));
  if (process.getuid?.() === 0) await chown(join(parent.path, dead), NOBODY, NOBODY);
  const before = await made();
  const own = makeTemporaryFolder(parent.path);
  const left = before.filter((name) => name !== dead || process.getuid?.() === 0);
  expect(await made()).toEqual([...left, basename(own.path)].toSorted());
  await own.remove();
});

test('Where nothing can be written, it is said so, and what to do', async () => {
  const file = join(parent.path, 'file');
  await writeFile(file, '');
  expect(() => makeTemporaryFolder(file)).toThrow('Set TMPDIR to a folder');
});
