import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Connection } from '../../../store/embedded/read-models/connection.ts';
import { documentsTable, searchTable } from '../../../store/embedded/read-models/names.ts';
import { createTables } from '../../../store/embedded/read-models/schema.ts';
import { makeSearch, startSearches } from '../../../store/embedded/read-models/search-build.ts';
import { openEmbeddedReadModels } from '../../../store/embedded/read-models/store.ts';
import { batchAt, idsOf } from '../../support/processes/read-models-feed.ts';
import { tempFolder } from '../../support/temp-folder.ts';

// The search index of many documents, which a thread makes in its own file while a build makes the other indexes.

const MANY = 20_500;
const TREES = { collection: 'trees', indexes: [['rank'], ['kind', 'rank']], search: ['name', 'kind'] };
const CREWS = { collection: 'crews', indexes: [], search: ['name'] };

const tree = (rank: number) => {
  const name = rank % 1_000 === 0 ? `Élm number ${rank}` : `Tree ${rank}`;
  return { id: `t${String(rank * 7_919).padStart(9, '0')}`, name, kind: rank % 2 ? 'ash' : 'oak', rank };
};

let folder: Awaited<ReturnType<typeof tempFolder>>;
beforeEach(async () => {
  folder = await tempFolder();
});
afterEach(() => folder.remove());

test('The search index of many documents is searched, changed and checked as one that was made in the file itself', async () => {
  const store = openEmbeddedReadModels({ folder: folder.path });
  const models = await store.create('g', [TREES, CREWS]);
  await models.claim(1);
  const trees = Array.from({ length: MANY }, (_, rank) => tree(rank)).map((document) => ({
    collection: 'trees',
    document,
  }));
  const crew = { collection: 'crews', document: { id: 'c', name: 'Elm crew' } };
  await models.commit({ ...batchAt(0, 'trees', []), documents: [...trees, crew] });
  await models.finishBuild();
  expect(readdirSync(folder.path).filter((name) => name.includes('building'))).toEqual([]);

  const elms = Array.from({ length: 21 }, (_, index) => tree(index * 1_000).id);
  expect(await idsOf(models, 'trees', { search: 'elm' })).toEqual(elms);
  expect(await models.count('trees', { search: 'ash' })).toBe(MANY / 2);
  expect(await idsOf(models, 'trees', { search: 'ash 20499' })).toEqual([tree(20_499).id]);
  expect(await idsOf(models, 'crews', { search: 'elm' })).toEqual(['c']);

  await models.commit(
    batchAt(1, 'trees', [
      { ...tree(1_000), name: 'Felled' },
      { ...tree(1), name: 'Elm, planted' },
    ]),
  );
  expect(await idsOf(models, 'trees', { search: 'elm' })).toEqual(
    [...elms.filter((id) => id !== tree(1_000).id), tree(1).id].sort(),
  );
  expect(await idsOf(models, 'trees', { search: 'felled' })).toEqual([tree(1_000).id]);
  await store.check('g', new AbortController().signal);
  await store.close();
});

test('The search index of many documents is made by a thread, and where that fails by the one that builds', async () => {
  const file = join(folder.path, 'build.db');
  const connection = Connection.forBuild(file);
  createTables(connection.db, [CREWS]);
  connection.db.exec(`
    WITH RECURSIVE ranks(rank) AS (SELECT 1 UNION ALL SELECT rank + 1 FROM ranks WHERE rank < ${MANY})
    INSERT INTO ${documentsTable('crews')} (id, doc, sum) SELECT rank, json_object('id', rank, 'name', 'Crew ' || rank), 0 FROM ranks`);
  await makeSearch({ from: file, into: join(folder.path, 'search.db'), definition: CREWS });
  const finish = startSearches(connection, file, [CREWS], () => join(folder.path, 'nowhere', 'search.db'));
  await finish();
  const count = `SELECT count(*) AS count FROM ${searchTable('crews')} WHERE ${searchTable('crews')} MATCH '"crew"'`;
  expect(connection.db.prepare(count).get()).toEqual({ count: MANY });
  connection.close();
});
