import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OpenFiles } from '../../../store/embedded/folder/open-files.ts';
import { checkpoint, databaseBytes, openForWriting } from '../../../store/embedded/sqlite.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
let db: DatabaseSync;
let files: OpenFiles;

beforeEach(async () => {
  folder = await tempFolder();
  const path = join(folder.path, 'log.db');
  db = openForWriting(path, { version: 1, create: 'CREATE TABLE rows (text TEXT)' }, { durable: false });
  files = new OpenFiles(path, () => databaseBytes(db));
});
afterEach(async () => {
  if (db.isOpen) db.close();
  await folder.remove();
});

test('Nothing that SQLite does to its files is taken for damage', () => {
  for (let round = 0; round < 5; round++) {
    for (let row = 0; row < 50; row++) db.prepare('INSERT INTO rows VALUES (hex(randomblob(2000)))').run();
    expect(files.look()).toBeNull();
    checkpoint(db, round % 2 ? 'PASSIVE' : 'TRUNCATE');
    expect(files.look()).toBeNull();
    db.exec('DELETE FROM rows');
    checkpoint(db, 'TRUNCATE');
    expect(files.look()).toBeNull();
    const reader = new DatabaseSync(join(folder.path, 'log.db'), { readOnly: true });
    expect(reader.prepare('SELECT count(*) AS count FROM rows').get()).toEqual({ count: 0 });
    reader.close();
    expect(files.look()).toBeNull();
  }
});

test('What a checkpoint cuts off behind the last page is not missed', () => {
  db.exec("INSERT INTO rows VALUES ('one')");
  checkpoint(db, 'TRUNCATE');
  writeFileSync(join(folder.path, 'log.db'), Buffer.alloc(10_000), { flag: 'a' });
  expect(files.look()).toBeNull();
  db.exec("INSERT INTO rows VALUES ('two')");
  checkpoint(db, 'TRUNCATE');
  expect(files.look()).toBeNull();
});

test('A database that cannot tell its size does not keep its files from being looked at', () => {
  const path = join(folder.path, 'log.db');
  const unreadable = new OpenFiles(path, () => databaseBytes(db));
  db.close();
  writeFileSync(path, Buffer.alloc(10_000));
  expect(unreadable.look()).toMatchObject({ fault: 'removed' });
  const nothingElse = new OpenFiles(path, () => databaseBytes(db));
  expect(nothingElse.look()).toBeNull();
  truncateSync(path, 1);
  expect(nothingElse.look()).toBeNull();
});
