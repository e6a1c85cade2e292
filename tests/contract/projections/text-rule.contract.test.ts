import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { fingerprint } from '../../../projections/engine/fingerprint.ts';
import { readLive } from '../../../projections/engine/generations.ts';
import { projections } from '../../../projections/index.ts';
import { connectMongo } from '../../../store/mongodb/client.ts';
import { mongoReadModels } from '../../../store/mongodb/read-models/store.ts';
import { registered } from '../../support/samples/customer-events.ts';
import { appendTo } from '../../support/samples/lead-events.ts';
import { mongoAvailable, startMongoServer } from '../../support/servers/mongodb-server.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';
import { openLive, startRunner } from '../../support/stores/projection-runner.ts';

/** The product's stores, and a way to give a customer the text of a search that an earlier version made. */
interface Upgraded {
  stores: ProductStores;
  writeText(generation: string, id: string, text: string): Promise<unknown>;
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function inFolder(): Promise<Upgraded> {
  const stores = await openProductStores();
  ends.push(stores.close);
  return {
    stores,
    async writeText(generation, id, text) {
      using file = new DatabaseSync(join(stores.folder, `read-models-${generation}.db`));
      const row = 'SELECT rowid, ? FROM "documents customers" WHERE id = ?';
      file.prepare(`INSERT OR REPLACE INTO "search customers" (rowid, text) ${row}`).run(text, id);
    },
  };
}

async function onMongo(): Promise<Upgraded> {
  const { stores } = await inFolder();
  const server = await startMongoServer();
  ends.push(server.stop);
  const client = await connectMongo(server.url);
  ends.push(() => client.close());
  return {
    stores: { ...stores, readModels: mongoReadModels({ client, prefix: server.prefix }) },
    async writeText(generation, id, text) {
      const database = client.db(`${server.prefix}_${generation}`);
      const build = (await database.collection('meta').findOne({}))?.['build'];
      const trigrams = Array.from({ length: text.length - 2 }, (_, at) => text.slice(at, at + 3));
      const rows = database.collection<{ _id: string }>(`documents.${build}.customers`);
      await rows.updateOne({ _id: id }, { $set: { search: { text, trigrams } } });
    },
  };
}

describe.each([
  ['in a data folder', inFolder, false],
  ['on MongoDB', onMongo, !mongoAvailable()],
] as const)('Read models %s', (_, open, isSkipped) => {
  test.skipIf(isSkipped)(
    'Read models that an earlier rule of searching and sorting made are built again by themselves',
    async () => {
      const { stores, writeText } = await open();
      const names = { c1: ['Ann', 'Miller'], c2: ['Łukasz', 'Łoś'], c3: ['Bo', 'Lind'] };
      for (const [id, [firstName = '', lastName = '']] of Object.entries(names))
        await appendTo(stores.log, `customer-${id}`, registered({ firstName, lastName }));
      const run = async () => {
        const runner = startRunner(stores);
        await runner.reached(await stores.log.head());
        await runner.stop();
        return (await readLive(stores.state))?.generation ?? '';
      };
      const shown = async () => {
        const models = await openLive(stores);
        const order = { field: 'nameKey', direction: 'asc' } as const;
        const found = await models.find('customers', { search: 'lukasz', limit: 5 });
        const sorted = await models.find('customers', { where: { removed: null }, order, limit: 5 });
        await models.close();
        return { found: found.documents.map(({ id }) => id), sorted: sorted.documents.map(({ id }) => id) };
      };
      const before = await run();

      // As the version before left them.
      const models = await stores.readModels.open(before, projections);
      const { position, epoch } = (await models?.checkpoint()) ?? { position: '', epoch: 0 };
      await models?.claim(epoch + 1);
      const document = { ...(await models?.get('customers', ['c2']))?.get('c2'), id: 'c2', nameKey: 'łos łukasz' };
      const commit = { previous: position, position, epoch: epoch + 1, eventId: 'e', deadLetters: [] };
      await models?.commit({ ...commit, documents: [{ collection: 'customers', document }] });
      await models?.close();
      await writeText(before, 'c2', '\u0001\u0001łukasz\u0001\u0001łos');
      expect(await shown()).toEqual({ found: [], sorted: ['c3', 'c1', 'c2'] });
      const live = await stores.state.get('generations/live');
      expect(live?.value).toMatchObject({ fingerprint: fingerprint(projections) });
      const old = { generation: before, fingerprint: fingerprint(projections, 1) };
      await stores.state.put('generations/live', old, { expected: live?.version ?? 'none' });

      expect(await run()).not.toBe(before);
      expect(await shown()).toEqual({ found: ['c2'], sorted: ['c3', 'c2', 'c1'] });
    },
  );
});
