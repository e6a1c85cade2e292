import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openIncomingFiles, TooManyIncoming } from '../../../platform/images/incoming-files.ts';
import { StoreUnavailable } from '../../../store/event-store.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
let path: string;
beforeEach(async () => {
  folder = await tempFolder();
  path = join(folder.path, 'files', 'unfinished');
});
afterEach(() => folder.remove());

test('Each file has a path of its own, in a folder of this user alone, and is gone afterwards', async () => {
  const incoming = openIncomingFiles(path);
  const paths = await Promise.all(
    ['oak', 'elm'].map((text) =>
      incoming.receive(async (file) => {
        await writeFile(file, text, { flag: 'wx' });
        expect((await stat(path)).mode & 0o077).toBe(0);
        return file;
      }),
    ),
  );
  expect(new Set(paths).size).toBe(2);
  await expect(
    incoming.receive(async (file) => writeFile(file, 'ash').then(() => Promise.reject(new Error('no')))),
  ).rejects.toThrow('no');
  expect(await readdir(path)).toEqual([]);
});

test('More files than there is room for are refused at once, until one is done', async () => {
  const incoming = openIncomingFiles(path, 2);
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const taken = [incoming.receive(() => done), incoming.receive(() => done)];
  await expect(incoming.receive(() => done)).rejects.toThrow(TooManyIncoming);
  finish();
  await Promise.all(taken);
  expect(await incoming.receive(async () => 'there is room')).toBe('there is room');
});

test('A folder that cannot be made is a store that is not available', async () => {
  await writeFile(join(folder.path, 'files'), 'a file where the folder should be');
  const incoming = openIncomingFiles(path, 1);
  for (const _ of [1, 2]) await expect(incoming.receive(async () => {})).rejects.toThrow(StoreUnavailable);
});
