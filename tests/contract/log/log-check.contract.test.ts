import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogCheck, type LogCheck } from '../../../platform/runtime/log-check.ts';
import { type OwnedStores, openEmbeddedStores } from '../../../store/embedded/stores.ts';
import { type CheckableLog, LogDamaged, type Position, START } from '../../../store/event-store.ts';
import { note, sampleCodec } from '../../support/samples/event-samples.ts';
import { flipBytes, leafPages } from '../../support/stores/damage.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

/** The last 500 are looked at by each start. */
const EVENTS = 800;
const STREAMS = 8;
const DAY_MS = 24 * 60 * 60_000;

let folder: TempFolder;
let stores: OwnedStores;
let log: CheckableLog;
let now: number;
/** After which positions pages were checked. */
let checked: Position[];

beforeEach(async () => {
  folder = await tempFolder();
  now = Date.now();
  await open();
  const store = stores.eventStore(sampleCodec().codec);
  for (let round = 0; round < EVENTS / STREAMS; round++) {
    const expected = round === 0 ? 'none' : BigInt(round - 1);
    await Promise.all(
      Array.from({ length: STREAMS }, (_, tree) => store.append(`tree-${tree}`, [note(`round ${round}`)], expected)),
    );
  }
});
afterEach(async () => {
  await stores.close();
  await folder.remove();
});

async function open(): Promise<void> {
  stores = await openEmbeddedStores({ folder: folder.path, now: () => now, durable: false });
  log = stores.eventStore(sampleCodec().codec);
  checked = [];
}

/** What somebody changes in the file while nobody has it open. */
async function changed(sql: string): Promise<void> {
  await stores.close();
  const db = new DatabaseSync(join(folder.path, 'log.db'));
  db.exec(sql);
  db.close();
  await open();
}

/** Lets the loop of a process run. @param pages stopped after so many pages, or else once it waits */
async function runLoop(pages = Number.POSITIVE_INFINITY): Promise<LogCheck> {
  const ended = new AbortController();
  const watched: CheckableLog = Object.assign(Object.create(log), {
    check(after: Position, limit: number) {
      checked.push(after);
      if (checked.length === pages) ended.abort();
      return log.check(after, limit);
    },
    damage: () => log.damage(),
  });
  const check = createLogCheck({ log: watched, state: stores.state, clock: () => now, pauseMs: 0 });
  await check.run(ended.signal, () => ended.abort());
  return check;
}

test('A check reads the whole log, once a day', async () => {
  const first = await runLoop();
  expect(first.checkedAt()).toBe(new Date(now).toISOString());
  expect(checked[0]).toBe(START);
  expect(checked.at(-1)).toBe(await log.head());
  const pages = checked.length;
  now += DAY_MS - 1;
  expect((await runLoop()).checkedAt()).toBe(first.checkedAt());
  expect(checked).toHaveLength(pages);
  now += 1;
  expect((await runLoop()).checkedAt()).toBe(new Date(now).toISOString());
  expect(checked).toHaveLength(2 * pages);
});

test('A check that a stop has cut short goes on where it was', async () => {
  await runLoop(3);
  const last = checked.at(-1) ?? '';
  await stores.close();
  await open();
  await runLoop();
  expect(checked[0] && checked[0] > last).toBe(true);
  expect(checked.at(-1)).toBe(await log.head());
});

test.each([
  ['altered', "UPDATE events SET data = replace(data, 'round', 'Round') WHERE position = 160"],
  ['hidden', 'DELETE FROM events WHERE position = 160'],
])('An old event that was %s is met, and met again after a restart', async (_, sql) => {
  await changed(sql);
  for (const _run of ['first', 'second']) {
    expect((await runLoop()).checkedAt()).toBeNull();
    expect(log.damage()).toContain('damaged');
    expect(checked.at(-1)).toBe('0000000000000150');
    await stores.close();
    await open();
  }
});

test('An event that the index by stream has lost is met at its place', async () => {
  await stores.close();
  const file = join(folder.path, 'log.db');
  const [first] = leafPages(file, /^sqlite_autoindex_events/);
  const bytes = (await readFile(file)).subarray(first);
  await flipBytes(file, Number(first) + bytes.lastIndexOf('tree-0', 4_096));
  await open();
  await expect(log.check(START, EVENTS)).rejects.toThrow(LogDamaged);
  expect(log.damage()).toMatch(/position 0+\d+/);
});

test.each([
  ['between two checks', false],
  ['behind the check that is under way', true],
])('Damage that somebody else met %s is looked for again by the next start', async (_, isUnderWay) => {
  await runLoop(isUnderWay ? 3 : undefined);
  await changed("UPDATE events SET data = replace(data, 'round', 'Round') WHERE position = 3");
  await log.readLatest('0000000000000005', 4);
  await runLoop();
  await stores.close();
  await open();
  expect(log.damage()).toBeNull();
  await runLoop();
  expect(log.damage()).toContain('0000000000000003');
});
