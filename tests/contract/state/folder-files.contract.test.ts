import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openFolderFiles, sweepFolderFiles } from '../../../store/embedded/files.ts';
import { StoreUnavailable } from '../../../store/event-store.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';
import { filesContract } from './files.suite.ts';

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

filesContract('folder', async () => {
  const folder = await tempFolder();
  const path = join(folder.path, 'files');
  await mkdir(path);
  return { files: openFolderFiles(path), count: async () => (await filesIn(path)).length, close: folder.remove };
});

let folder: TempFolder | undefined;
afterEach(() => folder?.remove());

test('A file is a plain one that any tool reads, and nothing unfinished is left', async () => {
  folder = await tempFolder();
  const name = await openFolderFiles(folder.path).put(Buffer.from('bark'));
  expect(await filesIn(folder.path)).toEqual([name]);
  expect(await readFile(join(folder.path, name.slice(0, 2), name), 'utf8')).toBe('bark');
});

test('A file that was altered, or emptied, is not sent, and is mended by being put again', async () => {
  folder = await tempFolder();
  const files = openFolderFiles(folder.path);
  const name = await files.put(Buffer.from('bark'));
  for (const content of ['bork', 'ba', '']) {
    await writeFile(join(folder.path, name.slice(0, 2), name), content);
    expect(await files.get(name)).toBeNull();
    expect(await files.has(name)).toBe(content !== '');
    expect(await files.put(Buffer.from('bark'))).toBe(name);
    expect(String(await files.get(name))).toBe('bark');
  }
});

test('What a crash left unfinished is swept away, and the files stay', async () => {
  folder = await tempFolder();
  const files = openFolderFiles(folder.path);
  const name = await files.put(Buffer.from('bark'));
  await writeFile(join(folder.path, 'unfinished', 'half-a-file'), 'ba');
  await sweepFolderFiles(folder.path);
  expect(await filesIn(folder.path)).toEqual([name]);
  expect(await files.put(Buffer.from('leaf'))).toMatch(/^[0-9a-f]{64}$/);
});

test('A folder that cannot be written is a store that is not available', async () => {
  folder = await tempFolder();
  const path = join(folder.path, 'files');
  await writeFile(path, 'a file where the folder should be');
  await expect(openFolderFiles(path).put(Buffer.from('bark'))).rejects.toThrow(StoreUnavailable);
});
