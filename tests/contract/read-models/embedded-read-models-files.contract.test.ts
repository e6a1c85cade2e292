import { once } from 'node:events';
import { existsSync, readdirSync, watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedReadModelStore, openEmbeddedReadModels } from '../../../store/embedded/read-models/store.ts';
import type { Query } from '../../../store/read-models.ts';
import { batchAt, built, noticesUntil, positionAt } from '../../support/processes/read-models-feed.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const LEADS = {
  collection: 'leads',
  indexes: [['status'], ['rank'], ['status', 'rank'], ['removed', 'status', 'rank']],
  search: ['name'],
};
const COMMITTER = join(import.meta.dirname, '../../support/processes/read-models-committer.ts');

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

describe('watchers of the embedded read models', () => {
  it.each([
    ['at once, through shared memory', new SharedArrayBuffer(4)],
    ['by looking, where none is shared', undefined],
  ])('Watchers of the embedded read models learn of the commits of another thread %s', async (_, signal) => {
    const own = openEmbeddedReadModels({ folder: folder.path, signal });
    const models = await built(own, LEADS);
    const told = noticesUntil(models, positionAt(1), positionAt(4));
    const workerData = { folder: folder.path, signal, generation: models.generation, commits: 3 };
    const worker = new Worker(COMMITTER, { workerData });
    const [[code], notices] = await Promise.all([once(worker, 'exit'), told]);
    expect(code).toBe(0);
    const ids = notices.flatMap((notice) => ('changes' in notice ? notice.changes.map(({ id }) => id) : []));
    expect(ids).toEqual(['d1', 'd2', 'd3']);
    await own.close();
  });
});

describe('the steps of a find', () => {
  const queries: [string, Omit<Query, 'limit'>][] = [
    ['everything', {}],
    ['by a field', { order: { field: 'rank', direction: 'asc' } }],
    ['by a field, descending', { order: { field: 'rank', direction: 'desc' } }],
    ['compared', { where: { status: 'new' } }],
    ['compared and ordered', { where: { status: null }, order: { field: 'rank', direction: 'desc' } }],
    [
      'one of several',
      { where: { status: { in: ['new', null] }, removed: null }, order: { field: 'rank', direction: 'asc' } },
    ],
    ['a range', { where: { rank: { gt: 2, lte: 9 } }, order: { field: 'rank', direction: 'desc' } }],
    ['a range of texts', { where: { rank: { lt: 'x' } }, order: { field: 'rank', direction: 'asc' } }],
    ['filtered on', { where: { status: 'new', rank: { in: [1, 2] }, other: true } }],
    ['ids', { where: { id: { in: ['a', 'b'] } } }],
    ['filtered by another index', { where: { status: 'new', rank: 3 }, order: { field: 'rank', direction: 'asc' } }],
  ];

  async function steps(query: Query): Promise<string[]> {
    const documents = Array.from({ length: 20 }, (_, rank) => ({ id: `l${rank}`, status: 'new', rank, name: 'Ada' }));
    const models = await built(store, LEADS, documents);
    const { cursor } = await models.find('leads', query);
    const open = await store.open(models.generation);
    return open?.explain('leads', cursor === null ? query : { ...query, after: cursor }) ?? [];
  }

  it.each(queries)('The steps of a find are searches of an index: %s', async (_, query) => {
    const lines = await steps({ ...query, limit: 1 });
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^SEARCH .* USING (COVERING )?INDEX|^SCAN .* USING INDEX/);
  });

  it.each(queries.slice(0, 8))('The steps of a find sort only the matches of a search: %s', async (_, query) => {
    const lines = await steps({ ...query, search: 'ada', limit: 1 });
    const sorted = lines.filter((line) => line.includes('TEMP B-TREE'));
    const matched = lines.filter((line) => line.includes('USING INTEGER PRIMARY KEY'));
    expect(sorted.length).toBe(matched.length);
    // A subquery has a line of its own in the plan.
    for (const line of lines.filter((each) => each.startsWith('SCAN'))) expect(line).toMatch(/INDEX|SCAN \(subquery/);
  });
});

describe('the files of the embedded read models', () => {
  it('The files of the embedded read models are one per generation, in the folder', async () => {
    const models = await built(store, LEADS);
    expect(readdirSync(folder.path)).toContain(`read-models-${models.generation}.db`);
    await store.close();
    expect(readdirSync(folder.path)).toEqual([`read-models-${models.generation}.db`]);
  });

  it('The files of a build that never ended are removed by the next one', async () => {
    const crashed = openEmbeddedReadModels({ folder: folder.path });
    await crashed.create('g', [LEADS]);
    await crashed.close();
    expect(await store.open('g')).toBeNull();
    const models = await store.create('g', [LEADS]);
    await models.finishBuild();
    await store.close();
    expect(readdirSync(folder.path)).toEqual(['read-models-g.db']);
  });

  it('The files of the embedded read models are built without a journal, which a build that is cut short has no use for', async () => {
    const seen = new Set<string | null>();
    const watcher = watch(folder.path, (_, name) => void seen.add(name));
    const models = await built(store, LEADS, [{ id: 'a', name: 'Ada' }]);
    await expect.poll(() => [...seen]).toContain(`read-models-${models.generation}.db`);
    watcher.close();
    expect([...seen].filter((name) => name?.endsWith('.building-journal'))).toEqual([]);
  });

  it('The files of the embedded read models may be dropped while others read them', async () => {
    const models = await built(store, LEADS, [{ id: 'a', name: 'Ada' }]);
    const reader = await store.open(models.generation);
    const waiting = new AbortController();
    const next = reader?.watch(positionAt(1), waiting.signal)[Symbol.asyncIterator]().next();
    await store.drop(models.generation);
    expect(await store.open(models.generation)).toBeNull();
    expect((await reader?.find('leads', { search: 'ada', limit: 5 }))?.documents).toHaveLength(1);
    waiting.abort();
    expect((await next)?.done).toBe(true);
    await expect(reader?.claim(2)).rejects.toThrow();
    expect(existsSync(join(folder.path, `read-models-${models.generation}.db`))).toBe(false);
  });

  it('The files of the embedded read models are gone with their folder, also for who drops them', async () => {
    const models = await built(store, LEADS);
    await rm(folder.path, { recursive: true });
    expect(await store.list()).toEqual([]);
    await store.drop(models.generation);
    await models.close();
  });

  it('The files of the embedded read models keep what was committed when the handle was never closed', async () => {
    const models = await built(store, LEADS);
    await models.commit(batchAt(1, 'leads', [{ id: 'a', name: 'Ada' }]));
    const next = openEmbeddedReadModels({ folder: folder.path });
    const opened = await next.open(models.generation);
    expect(await opened?.count('leads', { search: 'ada' })).toBe(1);
    await next.close();
  });

  it('The files of the embedded read models have names of letters, digits, _ and - only', async () => {
    await expect(store.create('../elsewhere', [LEADS])).rejects.toThrow('not the name of a generation');
    await expect(store.create('g', [{ ...LEADS, collection: 'a"b' }])).rejects.toThrow('not the name of a collection');
    await expect(store.create('h', [{ ...LEADS, search: ["a'b"] }])).rejects.toThrow('not the name of a field');
  });
});
