import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LostHistory } from '../../../store/embedded/log/lost-history.ts';
import { type HistoryRule, openEmbeddedStores } from '../../../store/embedded/stores.ts';
import { START } from '../../../store/event-store.ts';
import { idsOf, sampleCodec } from '../../support/samples/event-samples.ts';
import { type End, makeLogImage } from '../../support/stores/log-image.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// What state, read models and files know about the log, each alone and together, when its end is gone.

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

const images = new Map<string, Promise<string>>();

/**
 * A folder with events, their read models, a file, and everyone's marks: after a clean stop, or as a kill leaves it.
 */
async function filled(end: End = 'stopped', events = EVENTS): Promise<void> {
  const image = images.get(`${end} ${events}`) ?? makeImage(end, events);
  images.set(`${end} ${events}`, image);
  cpSync(await image, data.path, { recursive: true });
}

const makeImage = (end: End, events: number) => makeLogImage(end, { events, newFolder: anotherFolder });

/** Inverts all bits of some bytes of a file. @param at where they start, as a fraction of the file's length */
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

/** The folder's contents, to check that nothing was written; -shm is SQLite's memory, rebuilt by whoever reads. */
async function contents(): Promise<string[]> {
  const lines = readdirSync(data.path, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('lock.db') && !name.endsWith('-shm'))
    .map(async (name) => `${name} ${(await stat(path(name))).size} ${(await stat(path(name))).mtimeMs}`);
  return (await Promise.all(lines)).sort();
}

describe('a log that is whole', () => {
  test.each(['stopped', 'killed'] as const)('A log that is whole opens after the process was %s', async (end) => {
    await filled(end);
    expect((await start()).ids).toHaveLength(EVENTS);
    expect((await start('what is left')).accepted).not.toContain('Went on');
    expect(readdirSync(data.path).filter((name) => name.startsWith('set-aside'))).toEqual([]);
  });

  test('A log that is whole opens without read models, files, or either', async () => {
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

  test.each(Object.entries(witnesses))(
    'A log that has lost events is noticed by %s, and nothing is written',
    async (_, keepOnly) => {
      await filled();
      remove('log.db');
      keepOnly();
      const before = await contents();
      const error = await refusal();
      expect(error).toBeInstanceOf(LostHistory);
      expect(error?.message).toContain(`up to position ${EVENTS}`);
      expect(error?.message).toContain('npm start -- --accept-lost-history');
      expect(await contents()).toEqual(before);
    },
  );

  test('A log that has lost events is told by how far it and the others had come, and when', async () => {
    await filled();
    const older = await makeImage('stopped', 10);
    cpSync(join(older, 'log.db'), path('log.db'));
    const message = (await refusal())?.message ?? '';
    expect(message).toMatch(/it ends at position 10, of \d{4}-/);
    expect(message).toMatch(/state\.db has seen it up to position 30, of \d{4}-/);
    expect(message).toMatch(/read-models-\S+\.db has seen it up to position 30/);
    expect(message).toMatch(/files has seen it up to position 30, of \d{4}-/);
  });

  test('A log that has lost events is told apart from a backup that was put back beside newer lists', async () => {
    await filled();
    const backup = await makeImage('stopped', 10);
    for (const name of ['log.db', 'state.db']) cpSync(join(backup, name), path(name));
    for (const newer of ['lists and the mark in files', 'lists alone']) {
      const message = (await refusal())?.message ?? '';
      expect({ newer, message }).toMatchObject({ message: expect.stringContaining('looks like a backup') });
      expect(message).toMatch(/1\. If a backup was put back.*--accept-lost-history/);
      rmSync(path('files/log-seen.json'), { force: true });
    }
    const kept = (await start('what is left')).ids;
    expect(kept).toHaveLength(10);
    expect((await start()).ids).toEqual(kept);
  });

  const damages: Record<string, () => void> = {
    'its file emptied': () => truncateSync(path('log.db')),
    'its file halved': () => truncateSync(path('log.db'), 16_384),
    'text in its place': () => writeFileSync(path('log.db'), 'not a database at all'.repeat(100)),
    'another history of the same length': () => rmSync(path('log.db')),
  };

  test.each(Object.entries(damages))(
    'A log that has lost events is refused with %s, with nothing written',
    async (name, damage) => {
      await filled();
      damage();
      if (name.startsWith('another')) cpSync(join(await makeImage('stopped', EVENTS), 'log.db'), path('log.db'));
      const before = await contents();
      expect(await refusal()).toBeInstanceOf(LostHistory);
      expect(await contents()).toEqual(before);
    },
  );

  test.each([
    ['flipped', () => flipBytes(path('log.db-wal'), 0.4, 20)],
    ['halved', () => truncateSync(path('log.db-wal'), 8_192)],
    ['emptied', () => truncateSync(path('log.db-wal'))],
    ['removed', () => rmSync(path('log.db-wal'))],
  ])(
    'A log that has lost events in its WAL, which was %s after a kill, is refused with nothing written',
    async (_, damage) => {
      await filled('killed');
      damage();
      const before = await contents();
      expect(await refusal()).toBeInstanceOf(LostHistory);
      expect(await contents()).toEqual(before);
    },
  );

  test('A log that has lost events is taken by who has the history elsewhere', async () => {
    await filled();
    remove('log.db');
    expect((await start('elsewhere')).ids).toEqual([]);
  });
});

describe('keys that are gone', () => {
  test('Keys that are gone are told of before anything is written', async () => {
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

  test('On a person’s word a log of which nothing is left begins anew, with the newer files aside, and the next start is an ordinary one', async () => {
    await filled();
    rmSync(path('log.db'));
    const { ids, accepted } = await start('what is left');
    expect(ids).toEqual([]);
    expect(accepted).toContain('NO EVENT was left to keep');
    const [aside = ''] = asideOf();
    expect(accepted).toContain(aside);
    const kept = readdirSync(path(aside));
    expect(kept.filter((name) => /^read-models-.*\.db$/.test(name))).toHaveLength(1);
    expect(readFileSync(join(path(aside), 'why.txt'), 'utf8')).toContain(`up to position ${EVENTS}`);
    expect(readdirSync(data.path).filter((name) => name.startsWith('read-models'))).toEqual([]);
    expect((await start()).ids).toEqual([]);
    expect(asideOf()).toHaveLength(1);
  });

  test.each([
    ['gone', () => rmSync(path('log.db'))],
    ['emptied', () => truncateSync(path('log.db'))],
  ])('On a person’s word a log that is %s is taken over from its WAL, as far as that goes', async (_, lose) => {
    await filled('killed');
    lose();
    remove('read-models');
    remove('files');
    expect((await refusal())?.message).toContain('only what was last written is left');
    const { ids, accepted } = await start('what is left');
    expect(ids).toHaveLength(EVENTS);
    expect(accepted).toContain(`the first ${EVENTS} events`);
    expect(readdirSync(path(asideOf()[0] ?? ''))).toContain('log.db-wal');
    expect((await start()).ids).toEqual(ids);
  });

  test('On a person’s word a log that was cut goes on as it is', async () => {
    await filled('killed');
    flipBytes(path('log.db-wal'), 0.6, 20);
    const { ids } = await start('what is left');
    expect(ids.length).toBeLessThan(EVENTS);
    expect(readdirSync(path(asideOf()[0] ?? ''))).toContain('log.db-wal');
    expect((await start()).ids).toEqual(ids);
  });

  test('On a person’s word the events before the damage are taken over from a damaged log', async () => {
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

  test('On a person’s word state keeps what it holds', async () => {
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
