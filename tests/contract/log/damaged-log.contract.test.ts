import { closeSync, cpSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OwnedStores, openEmbeddedStores } from '../../../store/embedded/stores.ts';
import {
  type EventStore,
  isDecoded,
  LogDamaged,
  type LogEntry,
  START,
  UndecodableEvent,
} from '../../../store/event-store.ts';
import { isDeep } from '../../support/depth.ts';
import { idsOf, note, sampleCodec } from '../../support/samples/event-samples.ts';
import { collectUntil } from '../../support/stores/log-under-test.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// What was changed on disk behind the product's back must be an error with its place, never a different answer or a
// shorter one.

const STREAMS = 10;
const EVENTS = 1_000;
/** Older than the last events, which are checked before a start. */
const ALTERED = 42;
const HIDDEN = [ALTERED, 1, 500] as const;

let template: TempFolder;
let folder: TempFolder;
let before: LogEntry[];
let stores: OwnedStores | null;

beforeAll(async () => {
  template = await tempFolder();
  const opened = await openEmbeddedStores({ folder: template.path, now: Date.now, durable: false });
  const log = opened.eventStore(sampleCodec().codec);
  for (let round = 0; round < EVENTS / STREAMS; round++) {
    const expected = round === 0 ? 'none' : BigInt(round - 1);
    const appends = Array.from({ length: STREAMS }, (_, at) =>
      log.append(`tree-${at}`, [note(`${round} ${'x'.repeat(200)}`)], expected),
    );
    await Promise.all(appends);
  }
  before = await log.readAll(START, EVENTS);
  await opened.close();
});
afterAll(() => template.remove());

beforeEach(async () => {
  folder = await tempFolder();
  stores = null;
  cpSync(template.path, folder.path, { recursive: true });
});
afterEach(async () => {
  await stores?.close();
  await folder.remove();
});

const logFile = () => join(folder.path, 'log.db');

function change(sql: string): void {
  const db = new DatabaseSync(logFile());
  db.exec(sql);
  db.close();
}

async function open(): Promise<EventStore> {
  stores = await openEmbeddedStores({ folder: folder.path, now: Date.now, durable: false });
  return stores.eventStore(sampleCodec().codec);
}

const errorOf = (entry: LogEntry | undefined) => (entry && !isDecoded(entry) ? entry.error : null);
const everyType = new Set(['NoteTaken']);

describe('an event that was altered', () => {
  test.each([
    ['data', `data = replace(data, 'x', 'y')`],
    ['metadata', `metadata = replace(metadata, 'user-1', 'user-2')`],
    ['type', `type = 'NoteTaker'`],
    ['id', `id = 'another'`],
    ['checksum', 'checksum = checksum + 1'],
  ])(
    'An event that was altered in its %s is an error with its position on every way, and stops no other',
    async (_, set) => {
      change(`UPDATE events SET ${set} WHERE position = ${ALTERED}`);
      const log = await open();
      const all = await log.readAll(START, EVENTS);
      expect(all.flatMap((entry, at) => (isDecoded(entry) ? [] : [at + 1]))).toEqual([ALTERED]);
      expect(errorOf(all[ALTERED - 1])).toContain('altered');
      expect(all.filter(isDecoded)).toEqual(before.filter((_, at) => at !== ALTERED - 1));
      const { stream, position } = before[ALTERED - 1] as LogEntry;
      const refused = await log.readStream(stream).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(UndecodableEvent);
      expect((refused as Error).message).toContain(position);
      expect(await log.readStream('tree-5')).toHaveLength(EVENTS / STREAMS);
      const { entries } = await collectUntil(log, START, ({ batches }) => batches.at(-1)?.live === true, everyType);
      expect(entries.map(errorOf).filter((error) => error !== null)).toHaveLength(1);
      expect(log.damage()).toContain(position);
    },
  );

  test.each([
    ['stream', `stream = 'tree-x'`],
    ['revision', 'revision = 1000'],
  ])('An event that was altered in its %s is missed where it was', async (_, set) => {
    change(`UPDATE events SET ${set} WHERE position = ${ALTERED}`);
    const log = await open();
    await expect(log.readStream((before[ALTERED - 1] as LogEntry).stream)).rejects.toThrow(LogDamaged);
    expect(errorOf((await log.readAll(START, EVENTS))[ALTERED - 1])).toContain('altered');
  });
});

test.each(HIDDEN)('An event that is hidden at %d is missed on every way', async (position) => {
  change(`DELETE FROM events WHERE position = ${position}`);
  const log = await open();
  await expect(log.readAll(START, EVENTS)).rejects.toThrow(LogDamaged);
  await expect(log.readLatest(null, EVENTS)).rejects.toThrow(LogDamaged);
  await expect(log.readStream((before[position - 1] as LogEntry).stream)).rejects.toThrow(LogDamaged);
  await expect(log.readStream((before[position - 1] as LogEntry).stream, { backwards: true })).rejects.toThrow(
    LogDamaged,
  );
  for (const types of [everyType, undefined])
    await expect(collectUntil(log, START, ({ batches }) => batches.at(-1)?.live === true, types)).rejects.toThrow(
      LogDamaged,
    );
  expect(log.damage()).toContain('damaged');
});

test('A log that loses its end while it is open answers no less than before', async () => {
  const log = await open();
  const db = new DatabaseSync(logFile());
  db.exec(`DELETE FROM events WHERE position > ${EVENTS - 5}`);
  db.close();
  await expect(log.head()).rejects.toThrow(LogDamaged);
  await expect(log.readAll(START, EVENTS)).rejects.toThrow(LogDamaged);
  await expect(log.readLatest(null, 3)).rejects.toThrow(LogDamaged);
});

test('Pages that SQLite cannot read are damage on reading and on writing', async () => {
  spoilPages();
  const log = await open();
  await expect(log.readAll(START, EVENTS)).rejects.toThrow(LogDamaged);
  const results = await Promise.allSettled(
    Array.from({ length: STREAMS }, (_, at) => log.append(`tree-${at}`, [note('more')], BigInt(EVENTS / STREAMS - 1))),
  );
  for (const result of results) if (result.status === 'rejected') expect(result.reason.message).toContain('damaged');
  expect(log.damage()).not.toBeNull();
});

/** Damages the header of the leaf page in the middle of the table. */
function spoilPages(): void {
  const db = new DatabaseSync(logFile(), { readOnly: true });
  const pages = db
    .prepare("SELECT pgoffset FROM dbstat WHERE name = 'events' AND pagetype = 'leaf' ORDER BY pgoffset")
    .all();
  db.close();
  overwrite(Number(pages[Math.floor(pages.length / 4)]?.['pgoffset']), 12);
}

function overwrite(at: number, count: number): void {
  const file = openSync(logFile(), 'r+');
  const bytes = Buffer.alloc(count);
  readSync(file, bytes, 0, count, at);
  writeSync(
    file,
    bytes.map((byte) => byte ^ 0x5a),
    0,
    count,
    at,
  );
  closeSync(file);
}

const TRIALS = isDeep ? 40 : 10;

test('No log with flipped bytes answers anything else than before, or less', { tags: ['more'] }, async () => {
  const size = statSync(logFile()).size;
  let altered = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    cpSync(join(template.path, 'log.db'), logFile());
    overwrite(Math.floor(((trial + 0.37) / TRIALS) * (size - 20)), 1 + (trial % 20));
    const log = await open().catch(() => null);
    const read = await log?.readAll(START, EVENTS).catch(() => null);
    await stores?.close();
    stores = null;
    if (!read) continue;
    expect(idsOf(read)).toHaveLength(EVENTS);
    const wrong = read.filter(
      (entry, at) => isDecoded(entry) && JSON.stringify(entry, text) !== JSON.stringify(before[at], text),
    );
    expect(wrong).toEqual([]);
    if (!read.every(isDecoded)) altered += 1;
  }
  expect(altered).toBeGreaterThan(0);
});

const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
