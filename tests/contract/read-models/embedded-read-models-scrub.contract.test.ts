import { copyFileSync, mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedReadModelStore, openEmbeddedReadModels } from '../../../store/embedded/read-models/store.ts';
import type { Document, ReadModels } from '../../../store/read-models.ts';
import { filesContaining } from '../../support/files.ts';
import { batchAt, built, idsOf } from '../../support/processes/read-models-feed.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const LEADS = { collection: 'leads', indexes: [['name'], ['removed', 'name']], search: ['name', 'notes'] };
const ERASED = '[erased]';
/** As in a document, and as the search index holds them, in pieces. */
const TEXTS = ['Wilhelmina', 'wilhelmina', 'Quercus', 'quercus'];

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

const person = (id: string, length: number): Document => {
  return { id, name: `Wilhelmina ${id}`, notes: `Quercus ${'robur '.repeat(length)}` };
};
const other = (index: number): Document => ({ id: `other-${index}`, name: `Oak ${index}`, notes: 'x'.repeat(index) });
const erased = (id: string): Document => ({ id, name: ERASED, notes: ERASED });

/** A file whose rows were moved around: long and short ones came and went between those of one person. */
async function churned(): Promise<ReadModels> {
  const models = await built(store, LEADS, [person('a', 1), ...Array.from({ length: 50 }, (_, index) => other(index))]);
  for (let step = 1; step <= 20; step++) {
    const documents = [person('a', step * 40), person('b', 400 - step * 20), other(step), other(100 + step * 7)];
    await models.commit(batchAt(step, 'leads', documents));
  }
  return models;
}

describe('scrubbing', () => {
  it('Scrubbing leaves nothing in any file of what documents held before, nor in the search index', async () => {
    const models = await churned();
    expect(await models.isScrubbed()).toBe(true);
    await models.commit(batchAt(21, 'leads', [erased('a'), erased('b')], { erases: true }));
    expect(await models.isScrubbed()).toBe(false);
    expect(await filesContaining(folder.path, TEXTS)).not.toEqual([]);

    await models.scrub();
    expect(await models.isScrubbed()).toBe(true);
    expect(await filesContaining(folder.path, TEXTS)).toEqual([]);
    await store.close();
    expect(await filesContaining(folder.path, TEXTS)).toEqual([]);
    expect(trigramsIn(models.generation)).not.toContain('wil');
  });

  it('Scrubbing keeps everything else: documents, their order, and what is found by which words', async () => {
    const models = await churned();
    await models.commit(batchAt(21, 'leads', [erased('a'), erased('b')], { erases: true }));
    const ask = async () => [
      await models.get('leads', ['a', 'other-7', 'other-107']),
      await idsOf(models, 'leads', { order: { field: 'name', direction: 'asc' } }),
      await idsOf(models, 'leads', { search: 'oak 11' }),
      await idsOf(models, 'leads', { search: 'erased' }),
    ];
    const before = await ask();
    await models.scrub();
    expect(await ask()).toEqual(before);
    await models.commit(batchAt(22, 'leads', [other(3), { id: 'new', name: 'Birch', notes: null }]));
    expect(await idsOf(models, 'leads', { search: 'birch' })).toEqual(['new']);
    await store.check(models.generation, new AbortController().signal);
  });

  it('Scrubbing waits for a reader that still sees what was erased, and does it all once the reader is gone', async () => {
    const models = await churned();
    const reader = new DatabaseSync(join(folder.path, `read-models-${models.generation}.db`), { readOnly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM "documents leads"').get();
    await models.commit(batchAt(21, 'leads', [erased('a'), erased('b')], { erases: true }));
    await expect(models.scrub()).rejects.toThrow('in the way');
    expect(await models.isScrubbed()).toBe(false);
    reader.exec('COMMIT');
    reader.close();
    await models.scrub();
    expect(await filesContaining(folder.path, TEXTS)).toEqual([]);
  });

  it('Scrubbing is still due after the handle was closed in between, and after a build that erased', async () => {
    const first = await churned();
    await first.commit(batchAt(21, 'leads', [erased('a'), erased('b')], { erases: true }));
    await first.close();
    const again = (await store.open(first.generation)) as ReadModels;
    expect(await again.isScrubbed()).toBe(false);

    const building = await store.create('next', [LEADS]);
    await building.claim(1);
    await building.commit(batchAt(0, 'leads', [person('a', 300)]));
    await building.commit(batchAt(1, 'leads', [erased('a')], { erases: true }));
    await building.finishBuild();
    expect(await building.isScrubbed()).toBe(false);
    await building.scrub();
    expect(await filesContaining(folder.path, TEXTS)).toEqual([]);
    expect(await store.list()).toEqual(['next']);
  });

  it('Scrubbing removes other generations, what was left of builds, damaged ones, and those that were set aside', async () => {
    const old = await churned();
    await store.setAside(old.generation);
    await store.create('unfinished', [LEADS]);
    const models = await built(store, LEADS, [person('a', 5)]);
    const aside = join(folder.path, 'set-aside-2026-11-21T10-00-00.000Z');
    mkdirSync(aside);
    copyFileSync(
      join(folder.path, `read-models-${models.generation}.db`),
      join(aside, `read-models-${models.generation}.db`),
    );
    await models.commit(batchAt(1, 'leads', [erased('a')], { erases: true }));
    await models.scrub();
    expect(await filesContaining(folder.path, TEXTS)).toEqual([]);
    const left = (await readdir(folder.path, { recursive: true })).filter((name) => name.includes('read-models-'));
    expect(left.every((name) => name.startsWith(`read-models-${models.generation}.db`))).toBe(true);
  });
});

/** Everything the search index knows about any text. */
function trigramsIn(generation: string): string[] {
  const db = new DatabaseSync(join(folder.path, `read-models-${generation}.db`));
  db.exec(`CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', 'search leads', 'row')`);
  const terms = db.prepare('SELECT term FROM temp.terms').all() as { term: string }[];
  db.close();
  return terms.map(({ term }) => term);
}
