import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readFilesMark } from '../../store/embedded/log-mark.ts';
import { LostHistory } from '../../store/embedded/lost-history.ts';
import { openEmbeddedReadModels } from '../../store/embedded/read-models.ts';
import { type HistoryRule, openEmbeddedStores } from '../../store/embedded/stores.ts';
import { START } from '../../store/event-store.ts';
import { idsOf, notes, sampleCodec } from '../support/event-samples.ts';
import { copyWhileRunning } from '../support/kill-image.ts';
import { batchAt, built } from '../support/read-models-feed.ts';
import { type TempFolder, tempFolder } from '../support/temp-folder.ts';

// What state, read models and files know of the log, each alone and together, when its end is gone.

const NOTES = { collection: 'notes', indexes: [], search: [] };
const EVENTS = 30;

let data: TempFolder;
const others: TempFolder[] = [];
beforeEach(async () => {
  data = await tempFolder();
});
afterEach(() => data.remove());
afterAll(async () => {
  for (const folder of others) await folder.remove();
});

async function anotherFolder(): Promise<string> {
  const folder = await tempFolder();
  others.push(folder);
  return folder.path;
}

type End = 'stopped' | 'killed';
const images = new Map<string, Promise<string>>();

/** A folder with events, their read models, a file, and the marks of all: after a clean stop, or as a kill leaves it. */
async function filled(end: End = 'stopped', events = EVENTS): Promise<void> {
  const image = images.get(`${end} ${events}`) ?? makeImage(end, events);
  images.set(`${end} ${events}`, image);
  cpSync(await image, data.path, { recursive: true });
}

async function makeImage(end: End, events: number): Promise<string> {
  const folder = await anotherFolder();
  const readModels = openEmbeddedReadModels({ folder });
  cpSync(import.meta.filename, join(folder, 'files', 'ab', 'a file'), { recursive: true });
  const stores = await openEmbeddedStores({ folder, now: Date.now });
  const log = stores.eventStore(sampleCodec().codec);
  const streams = Array.from({ length: events / 10 }, (_, index) => `notes-${index}`);
  await Promise.all(streams.map((stream) => log.append(stream, notes(10), 'none')));
  const [last] = await log.readLatest(null, 1);
  const models = await built(readModels, NOTES);
  if (last) await models.commit({ ...batchAt(1, 'notes', []), position: last.position, eventId: last.id });
  const marked = () => readFilesMark(join(folder, 'files'))?.eventId;
  if (end === 'killed') await vi.waitUntil(() => marked() === last?.id, { timeout: 10_000 });
  const copy = await anotherFolder();
  if (end === 'killed') copyWhileRunning(folder, copy);
  await readModels.close();
  await stores.close();
  return end === 'killed' ? copy : folder;
}

/** Turns all bits of some bytes of a file. @param at where they begin, as a share of the file's length */
function flipBytes(path: string, at: number, count: number): void {
  const bytes = readFileSync(path);
  const from = Math.min(Math.floor(bytes.length * at), bytes.length - count);
  for (let index = Math.max(0, from); index < from + count; index++) bytes[index] = (bytes[index] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
}

async function start(history: HistoryRule = 'whole'): Promise<{ ids: string[]; accepted: string }> {
  const stores = await openEmbeddedStores({ folder: data.path, now: Date.now, history });
  try {
    const ids = idsOf(await stores.eventStore(sampleCodec().codec).readAll(START, 1_000));
    return { ids, accepted: stores.warnings.join('\n') };
  } finally {
    await stores.close();
  }
}

const refusal = () =>
  start().then(
    () => null,
    (error: unknown) => error as Error,
  );

const path = (name: string) => join(data.path, name);
const remove = (prefix: string) => {
  for (const name of readdirSync(data.path)) if (name.startsWith(prefix)) rmSync(path(name), { recursive: true });
};

/** What the folder holds, to see that nothing was written; -shm is SQLite's memory, made anew by whoever reads. */
async function contents(): Promise<string[]> {
  const lines = readdirSync(data.path, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('lock.db') && !name.endsWith('-shm'))
    .map(async (name) => `${name} ${(await stat(path(name))).size} ${(await stat(path(name))).mtimeMs}`);
  return (await Promise.all(lines)).sort();
}

describe('a log that is whole', () => {
  test.each(['stopped', 'killed'] as const)('starts after the process was %s', async (end) => {
    await filled(end);
    expect((await start()).ids).toHaveLength(EVENTS);
    expect((await start('what is left')).accepted).not.toContain('Went on');
    expect(readdirSync(data.path).filter((name) => name.startsWith('set-aside'))).toEqual([]);
  });

  test('starts without read models, files, or either', async () => {
    await filled();
    remove('read-models');
    expect((await start()).ids).toHaveLength(EVENTS);
    remove('files');
    expect((await start()).ids).toHaveLength(EVENTS);
  });
});

describe('a log that has lost events', () => {
  const witnesses: Record<string, () => void> = {
    'state alone': () => {
      remove('read-models');
      remove('files');
    },
    'read models alone': () => {
      remove('state.db');
      remove('files');
    },
    'files alone': () => {
      remove('state.db');
      remove('read-models');
    },
    'all of them': () => undefined,
  };

  test.each(Object.entries(witnesses))('is noticed by %s, and nothing is written', async (_, keepOnly) => {
    await filled();
    remove('log.db');
    keepOnly();
    const before = await contents();
    const error = await refusal();
    expect(error).toBeInstanceOf(LostHistory);
    expect(error?.message).toContain(`up to position ${EVENTS}`);
    expect(error?.message).toContain('npm start -- --accept-lost-history');
    expect(await contents()).toEqual(before);
  });

  test('is told by how far it and the others had come, and when', async () => {
    await filled();
    const older = await makeImage('stopped', 10);
    cpSync(join(older, 'log.db'), path('log.db'));
    const message = (await refusal())?.message ?? '';
    expect(message).toMatch(/it ends at position 10, of \d{4}-/);
    expect(message).toMatch(/state\.db has seen it up to position 30, of \d{4}-/);
    expect(message).toMatch(/read-models-\S+\.db has seen it up to position 30/);
    expect(message).toMatch(/files has seen it up to position 30, of \d{4}-/);
  });

  const damages: Record<string, () => void> = {
    'its file emptied': () => truncateSync(path('log.db')),
    'its file halved': () => truncateSync(path('log.db'), 16_384),
    'text in its place': () => writeFileSync(path('log.db'), 'not a database at all'.repeat(100)),
    'another history of the same length': () => rmSync(path('log.db')),
  };

  test.each(Object.entries(damages))('is refused with %s, with nothing written', async (name, damage) => {
    await filled();
    damage();
    if (name.startsWith('another')) cpSync(join(await makeImage('stopped', EVENTS), 'log.db'), path('log.db'));
    const before = await contents();
    expect(await refusal()).toBeInstanceOf(LostHistory);
    expect(await contents()).toEqual(before);
  });

  test.each([
    ['flipped', () => flipBytes(path('log.db-wal'), 0.4, 20)],
    ['halved', () => truncateSync(path('log.db-wal'), 8_192)],
    ['emptied', () => truncateSync(path('log.db-wal'))],
    ['removed', () => rmSync(path('log.db-wal'))],
  ])('in its WAL, which was %s after a kill, is refused with nothing written', async (_, damage) => {
    await filled('killed');
    damage();
    const before = await contents();
    expect(await refusal()).toBeInstanceOf(LostHistory);
    expect(await contents()).toEqual(before);
  });

  test('is taken by who has the history elsewhere', async () => {
    await filled();
    remove('log.db');
    expect((await start('elsewhere')).ids).toEqual([]);
  });
});

describe('keys that are gone', () => {
  test('are told of before anything is written', async () => {
    await filled();
    remove('state.db');
    const before = await contents();
    expect((await refusal())?.message).toMatch(/state\.db is missing.*put back the state\.db/);
    expect(await contents()).toEqual(before);
    await expect(start('what is left')).rejects.toThrow('state.db is missing');
  });
});

describe('on a person’s word', () => {
  const asideOf = () => readdirSync(data.path).filter((name) => name.startsWith('set-aside'));

  test('a lost log begins anew, with the newer files aside, and the next start is an ordinary one', async () => {
    await filled('killed');
    rmSync(path('log.db'));
    const { ids, accepted } = await start('what is left');
    expect(ids).toEqual([]);
    const [aside = ''] = asideOf();
    expect(accepted).toContain(aside);
    const kept = readdirSync(path(aside));
    for (const name of ['log.db-wal', 'why.txt']) expect(kept).toContain(name);
    expect(kept.filter((name) => /^read-models-.*\.db$/.test(name))).toHaveLength(1);
    expect(readFileSync(join(path(aside), 'why.txt'), 'utf8')).toContain(`up to position ${EVENTS}`);
    expect(readdirSync(data.path).filter((name) => name.startsWith('read-models'))).toEqual([]);
    expect((await start()).ids).toEqual([]);
    expect(asideOf()).toHaveLength(1);
  });

  test('a log that was cut goes on as it is', async () => {
    await filled('killed');
    flipBytes(path('log.db-wal'), 0.6, 20);
    const { ids } = await start('what is left');
    expect(ids.length).toBeLessThan(EVENTS);
    expect(readdirSync(path(asideOf()[0] ?? ''))).toContain('log.db-wal');
    expect((await start()).ids).toEqual(ids);
  });

  test('of a damaged log the events before the damage are taken over', async () => {
    await filled('stopped', 2_000);
    const whole = (await start()).ids;
    truncateSync(path('log.db'), Math.floor((await stat(path('log.db'))).size / 2));
    expect(await refusal()).toBeInstanceOf(LostHistory);
    const { ids, accepted } = await start('what is left');
    expect(accepted).toContain(`the first ${ids.length} events`);
    expect(ids.length).toBeGreaterThan(100);
    expect(ids).toEqual(whole.slice(0, ids.length));
    expect(readdirSync(path(asideOf()[0] ?? ''))).toContain('log.db');
    expect((await start()).ids).toEqual(ids);
  });

  test('state keeps what it holds', async () => {
    await filled();
    const stores = await openEmbeddedStores({ folder: data.path, now: Date.now });
    await stores.state.put('login/ada', 'owner', { expected: 'none' });
    await stores.close();
    remove('log.db');
    await start('what is left');
    const again = await openEmbeddedStores({ folder: data.path, now: Date.now });
    expect((await again.state.get('login/ada'))?.value).toBe('owner');
    await again.close();
  });
});
