import { copyFileSync, existsSync, readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EmbeddedReadModelStore, openEmbeddedReadModels } from '../../../store/embedded/read-models/store.ts';
import { DamagedReadModels, type ReadModels } from '../../../store/read-models.ts';
import { batchAt, built } from '../../support/processes/read-models-feed.ts';
import { alterText, empty, flipBytes, halve, leafPages, replaceByText } from '../../support/stores/damage.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const LEADS = { collection: 'leads', indexes: [['rank']], search: ['name'] };
const DOCUMENTS = Array.from({ length: 500 }, (_, rank) => ({ id: `l${rank}`, rank, name: `Beech ${rank}` }));
const BY_RANK = { order: { field: 'rank', direction: 'asc' }, limit: 1_000 } as const;

let folder: TempFolder;
let store: EmbeddedReadModelStore;
beforeEach(async () => {
  folder = await tempFolder();
  store = openEmbeddedReadModels({ folder: folder.path });
});
afterEach(async () => {
  await store.close();
  await folder.remove();
});

const fileOf = (generation: string) => join(folder.path, `read-models-${generation}.db`);

/** A closed generation of 500 documents. */
async function closed(): Promise<string> {
  const models = await built(store, LEADS, DOCUMENTS);
  await models.close();
  return models.generation;
}

/** Uses everything in a generation until it meets damage. @throws DamagedReadModels */
async function useAll(generation: string): Promise<void> {
  const models = await store.open(generation);
  if (!models) throw new Error('There is no such generation.');
  await models.claim(9);
  await models.find('leads', BY_RANK);
  await models.find('leads', { search: 'beech', limit: 1_000 });
  await models.get('leads', ['l1', 'l499']);
  await store.check(generation, new AbortController().signal);
}

const inPage = (name: RegExp, at: number, count: number) => async (path: string) => {
  const pages = leafPages(path, name);
  await flipBytes(path, (pages[Math.floor(pages.length / 2)] as number) + at, count);
};

describe('damage to the file of a generation', () => {
  const damages: [string, (path: string) => Promise<void>][] = [
    ['a byte of the header', (path) => flipBytes(path, 3)],
    ['the schema', (path) => flipBytes(path, 100, 20)],
    ['the page of the checkpoint', inPage(/^checkpoint/, 4_090, 1)],
    ['the page of its definitions', inPage(/^meta/, 4_050, 1)],
    ['a page of an index', inPage(/^leads by/, 0, 12)],
    ['a value in an index', inPage(/^leads by/, 4_090, 1)],
    ['a page of documents', inPage(/^documents leads/, 0, 12)],
    ['a letter of a document', (path) => alterText(path, 'Beech 123"')],
    ['a brace of a document', (path) => alterText(path, '{"id":"l321"')],
    ['a page of the search', inPage(/^search leads_data/, 0, 12)],
    ['half of it lost', halve],
    ['all of it lost', empty],
    ['text in its place', replaceByText],
  ];
  it.each(damages)('Damage to the file of a generation is told as such: %s', async (_, damage) => {
    const generation = await closed();
    await damage(fileOf(generation));
    await expect(useAll(generation)).rejects.toMatchObject({ name: 'DamagedReadModels', generation });
  });

  it('Damage to the file of a generation is told by the handle that has met it, once and for all', async () => {
    const generation = await closed();
    await alterText(fileOf(generation), 'Beech 123"');
    const models = (await store.open(generation)) as ReadModels;
    expect((await models.get('leads', ['l1'])).size).toBe(1);
    expect(models.damaged.aborted).toBe(false);
    await expect(models.get('leads', ['l123'])).rejects.toThrow(DamagedReadModels);
    expect(models.damaged.reason).toMatchObject({ generation });
  });

  it('Damage is not seen where there is none: in a whole file, in another way of asking, a wrong cursor, a lost file', async () => {
    const generation = await closed();
    await useAll(generation);
    const models = (await store.open(generation)) as ReadModels;
    await expect(models.find('leads', { ...BY_RANK, after: 'x' })).rejects.toThrow('cursor');
    await expect(models.find('jobs', BY_RANK)).rejects.toThrow('jobs');
    await store.drop(generation);
    expect(await store.open(generation)).toBeNull();
    expect(models.damaged.aborted).toBe(false);
  });
});

describe('the WAL that a crash left', () => {
  /** Copies of the file and its WAL with two commits, as a kill leaves them. */
  async function crashed(): Promise<string> {
    const models = await built(store, LEADS, DOCUMENTS);
    await models.commit(batchAt(1, 'leads', [{ id: 'l1', rank: 1, name: 'Elm' }]));
    await models.commit(batchAt(2, 'leads', [{ id: 'l2', rank: 2, name: 'Oak' }]));
    for (const end of ['', '-wal']) copyFileSync(fileOf(models.generation) + end, fileOf('crashed') + end);
    return 'crashed';
  }
  const walOf = (generation: string) => `${fileOf(generation)}-wal`;

  it('The WAL that a crash left is taken up', async () => {
    await useAll(await crashed());
  });

  it.each([
    ['its header', 20],
    ['a page of a commit that others follow', 32 + 24 + 100],
    ['the mark of a frame', 32 + 9],
  ])('The WAL that a crash left is damaged where a byte was changed: %s', async (_, at) => {
    const generation = await crashed();
    await flipBytes(walOf(generation), at);
    await expect(useAll(generation)).rejects.toThrow(DamagedReadModels);
  });

  it('The WAL that a crash left is sound where the last commit was cut off, or its last frames were never written', async () => {
    const generation = await crashed();
    const wal = readFileSync(walOf(generation));
    truncateSync(walOf(generation), wal.length - 5_000);
    await useAll(generation);
  });
});

describe('a generation put aside', () => {
  it('A generation put aside is found no more, is kept until the next one is put aside, and goes when it is dropped', async () => {
    const [first, second] = [await closed(), await closed()];
    await store.setAside(first);
    expect(await store.open(first)).toBeNull();
    expect(existsSync(`${fileOf(first)}.damaged`)).toBe(true);
    await store.setAside(second);
    await store.setAside(second);
    expect(readdirSync(folder.path)).toEqual([`read-models-${second}.db.damaged`]);
    expect(await store.list()).toEqual([second]);
    await store.drop(second);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('A generation of another layout is not damaged, and not read', async () => {
    const generation = await closed();
    const db = new DatabaseSync(fileOf(generation));
    db.exec('PRAGMA user_version = 1');
    db.close();
    expect(await store.open(generation)).toBeNull();
  });
});

describe('the connection that commits', () => {
  it.each([
    ['after a build', (models: ReadModels) => Promise.resolve(models)],
    [
      'after opening',
      async ({ generation }: ReadModels) => {
        const models = (await store.open(generation)) as ReadModels;
        await models.claim(2);
        return models;
      },
    ],
  ])(
    'The connection that commits has its WAL on the disk before a checkpoint (synchronous=NORMAL): %s',
    async (_, opening) => {
      const models = await opening(await built(store, LEADS));
      const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
      const { epoch } = await models.checkpoint();
      await models.commit(batchAt(1, 'leads', [{ id: 'a' }], { epoch }));
      const committing = exec.mock.contexts[exec.mock.calls.findIndex(([sql]) => sql === 'COMMIT')] as DatabaseSync;
      exec.mockRestore();
      expect(committing.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 1 });
      expect(committing.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    },
  );
});
