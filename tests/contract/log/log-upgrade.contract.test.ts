import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checksumOf, type LogRow } from '../../../store/embedded/log/schema.ts';
import { openEmbeddedStores } from '../../../store/embedded/stores.ts';
import { START } from '../../../store/event-store.ts';
import { idsOf, metadata, note, sampleCodec } from '../../support/samples/event-samples.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const VERSION_1 = `
  CREATE TABLE events (
    position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL,
    data TEXT NOT NULL, metadata TEXT NOT NULL, UNIQUE (stream, revision)
  ) STRICT;
  PRAGMA user_version = 1`;
const EVENTS = 2_500;

let folder: TempFolder;
beforeEach(async () => {
  folder = await tempFolder();
});
afterEach(() => folder.remove());

test('The log of the version before gets its checksums at the first start, and goes on', async () => {
  await openEmbeddedStores({ folder: folder.path, now: Date.now }).then((stores) => stores.close());
  const path = join(folder.path, 'log.db');
  const ids = writeVersion1(path);

  for (const time of [1, 2]) {
    const stores = await openEmbeddedStores({ folder: folder.path, now: Date.now });
    const log = stores.eventStore(sampleCodec().codec);
    const added = note(`start ${time}`);
    await log.append(`new-${time}`, [added], 'none');
    ids.push(added.id);
    expect(idsOf(await log.readAll(START, 10_000))).toEqual(ids);
    await stores.close();
  }

  const db = new DatabaseSync(path, { readOnly: true });
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
  for (const row of db.prepare('SELECT * FROM events').all() as unknown as LogRow[])
    expect(row.checksum).toBe(checksumOf(row));
  db.close();
});

/** @returns the ids of its events */
function writeVersion1(path: string): string[] {
  const db = new DatabaseSync(path);
  db.exec(`DROP TABLE events; ${VERSION_1}`);
  const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');
  const ids = Array.from({ length: EVENTS }, () => randomUUID());
  db.exec('BEGIN');
  ids.forEach((id, index) => {
    const text = JSON.stringify({ text: `note ${index}` });
    const told = JSON.stringify({ ...metadata(), version: 1 });
    insert.run(index + 1, `notes-${index % 7}`, Math.floor(index / 7), id, 'NoteTaken', text, told);
  });
  db.exec('COMMIT');
  db.close();
  return ids;
}
