import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leafOf } from '../../../platform/proof/leaf.ts';
import { readTiles, TILE } from '../../../platform/proof/log-tree.ts';
import { base64Of, leafHash, subtreeHash } from '../../../platform/proof/merkle.ts';
import { createProofs, HistoryChanged, type Proofs } from '../../../platform/proof/proofs.ts';
import { checksumOf, type LogRow } from '../../../store/embedded/log/schema.ts';
import { type OwnedStores, openEmbeddedStores } from '../../../store/embedded/stores.ts';
import { type EventStore, START, StoreUnavailable } from '../../../store/event-store.ts';
import { notes, sampleCodec } from '../../support/samples/event-samples.ts';
import { stateWith } from '../../support/stores/state-wrapper.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const NOW = Date.parse('2026-06-01T12:00:00.000Z');

let folder: TempFolder;
let stores: OwnedStores;
let log: EventStore;
let proofs: Proofs;
/** Events so far; each append has a stream of its own. */
let count: number;

beforeEach(async () => {
  folder = await tempFolder();
  count = 0;
  await open();
});
afterEach(async () => {
  await stores.close();
  await folder.remove();
});

/** As a process that begins. */
async function open(): Promise<void> {
  stores = await openEmbeddedStores({ folder: folder.path, now: () => NOW, durable: false });
  log = stores.eventStore(sampleCodec().codec);
  proofs = createProofs(log, stores.state, () => NOW);
}

async function append(events: number): Promise<void> {
  for (let left = events; left > 0; left -= 200) {
    const some = Math.min(left, 200);
    await log.append(`note-${count}`, notes(some), 'none');
    count += some;
  }
}

/** From all leaves, with nothing kept. */
async function rootFromScratch(size: number): Promise<string> {
  const leaves = (await log.readStored(START, size)).map((event) => leafHash(leafOf(event)));
  return base64Of(subtreeHash(0, size, (from, to) => (to - from === 1 ? (leaves[from] ?? null) : null)));
}

/** What somebody does to the file while nobody has it open. */
async function altered(sql: (db: DatabaseSync) => void): Promise<void> {
  await stores.close();
  const db = new DatabaseSync(join(folder.path, 'log.db'));
  sql(db);
  db.close();
  await open();
}

test('The root is that of all events, however it came about', async () => {
  for (const more of [1, 254, 1, 1, 300, 1_000]) {
    await append(more);
    const { size, root } = await proofs.checkpoint('asked');
    expect(size).toBe(count);
    expect(root).toBe(await rootFromScratch(count));
  }
  await stores.close();
  await open();
  expect(await proofs.checkpoint('asked')).toMatchObject({ size: count, root: await rootFromScratch(count) });
  await append(700);
  expect(await proofs.checkpoint('asked')).toMatchObject({ size: count, root: await rootFromScratch(count) });
});

test('Checkpoints are listed newest first, those too that were made before it was kept why', async () => {
  for (const why of ['hourly', 'asked', 'export'] as const) {
    await append(1);
    await proofs.checkpoint(why);
  }
  const [name] = (await proofs.verifierKey()).split('+');
  const older = { size: 0, root: 'x', note: 'x', madeAt: '2026-05-01T12:00:00.000Z' };
  await stores.state.put(`proof/checkpoints/${name}/0000000000000000`, older, { expected: 'none' });
  const listed = await proofs.checkpoints({ limit: 10 });
  expect(listed.map(({ size, why }) => [size, why])).toEqual([
    [3, 'export'],
    [2, 'asked'],
    [1, 'hourly'],
    [0, undefined],
  ]);
  expect((await proofs.checkpoints({ before: 3, limit: 1 })).map(({ size }) => size)).toEqual([2]);
});

test('A process that begins proves first of all what an earlier one has signed', async () => {
  await append(700);
  const signed = await proofs.checkpoint('hourly');
  const [event] = await log.readStored(START, 1);
  await stores.close();
  await open();
  const position = event?.position ?? START;
  expect((await proofs.inclusions(signed, [position])).get(position)?.proof).toContain(signed.note);
});

test('The tree is kept in few pieces, also after one could not be written, and a process that begins goes on from them', async () => {
  let left = 1;
  const puts: string[] = [];
  const { state: whole } = stores;
  const state = stateWith(whole, {
    async put(key, value, options) {
      if (key.startsWith('proof/tiles/')) {
        if (left-- > 0) throw new StoreUnavailable('The disk is full.');
        puts.push(key);
      }
      return whole.put(key, value, options);
    },
  });
  proofs = createProofs(log, state, () => NOW);
  await append(1_100);
  await expect(proofs.checkpoint('hourly')).rejects.toThrow(StoreUnavailable);
  await append(1_100);
  await proofs.checkpoint('hourly');
  expect(puts).toHaveLength(1);
  expect((await readTiles(stores.state)).hashes).toHaveLength(Math.floor(count / TILE));
  await stores.close();
  await open();
  expect(await proofs.checkpoint('asked')).toMatchObject({ size: count, root: await rootFromScratch(count) });
});

test('Two processes sign the same tree with the same key', async () => {
  await append(600);
  const other = createProofs(log, stores.state, () => NOW);
  const made = await Promise.all([proofs, other, proofs, other].map((each) => each.checkpoint('asked')));
  expect(new Set(made.map(({ note }) => note)).size).toBe(1);
  expect(await other.verifierKey()).toBe(await proofs.verifierKey());
});

test('An event that was changed since its checkpoint, with a checksum that fits, is not signed again', async () => {
  await append(40);
  await proofs.checkpoint('asked');
  await altered((db) => {
    const row = db.prepare('SELECT * FROM events WHERE position = 7').get() as unknown as LogRow;
    const forged = { ...row, type: 'NoteChanged' };
    db.prepare('UPDATE events SET type = ?, checksum = ? WHERE position = 7').run(forged.type, checksumOf(forged));
  });
  await append(1);
  await expect(proofs.checkpoint('asked')).rejects.toThrow(HistoryChanged);
  await expect(proofs.inclusion('0000000000000003')).rejects.toThrow(HistoryChanged);
});

test('A log whose end was exchanged is not signed, until somebody says that it begins anew', async () => {
  await append(900);
  const before = await proofs.checkpoint('asked');
  const key = await proofs.verifierKey();
  // Another log beside the same state, as after a backup was put back.
  const other = await tempFolder();
  const others = await openEmbeddedStores({ folder: other.path, now: () => NOW, durable: false });
  try {
    const shorter = others.eventStore(sampleCodec().codec);
    await shorter.append('note-other', notes(300), 'none');
    const restored = createProofs(shorter, stores.state, () => NOW);
    await expect(restored.checkpoint('asked')).rejects.toThrow(HistoryChanged);
    await restored.beginAnew();
    expect(await restored.checkpoint('asked')).toMatchObject({ size: 300 });
    expect(await restored.verifierKey()).not.toBe(key);
    expect((await restored.newest())?.note).not.toBe(before.note);
    expect(await restored.checkpointOf(before.size)).toBeNull();
  } finally {
    await others.close();
    await other.remove();
  }
});
