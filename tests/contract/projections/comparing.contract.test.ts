import { afterEach, beforeEach, expect, test } from 'vitest';
import { bringTo } from '../../../projections/engine/applying.ts';
import { buildAsOf } from '../../../projections/engine/as-of.ts';
import { type Comparison, compare, SKIPPED } from '../../../projections/engine/comparing.ts';
import { projections } from '../../../projections/index.ts';
import { openEmbeddedReadModels } from '../../../store/embedded/read-models/store.ts';
import type { Document, ReadModels } from '../../../store/read-models.ts';
import { registered } from '../../support/samples/customer-events.ts';
import { appendTo, captured } from '../../support/samples/lead-events.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';
import { openLive, type RunnerUnderTest, startRunner } from '../../support/stores/projection-runner.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

let stores: ProductStores;
let folder: TempFolder;
let runner: RunnerUnderTest;
beforeEach(async () => {
  [stores, folder] = [await openProductStores(), await tempFolder()];
  await appendTo(stores.log, 'customer-c', registered());
  await appendTo(stores.log, 'lead-a', captured('Oak'));
  await appendTo(stores.log, 'lead-b', captured('Ash'));
  runner = startRunner(stores);
  await runner.reached(await stores.log.head());
});
afterEach(async () => {
  await runner.stop();
  await stores.close();
  await folder.remove();
});

/** Read models that were made from the log up to where the live ones are. */
async function replayed(live: ReadModels): Promise<ReadModels> {
  const { position } = await live.checkpoint();
  const { log } = stores;
  const store = openEmbeddedReadModels({ folder: folder.path });
  const { signal } = new AbortController();
  return (await buildAsOf({ log, store, projections, moment: { position }, signal })).models;
}

async function compared(live: ReadModels, most = 100): Promise<Comparison> {
  const models = await replayed(live);
  const there = (position: string) => bringTo(position, { models, log: stores.log, projections });
  try {
    return await compare(live, models, { projections, bringTo: there, most });
  } finally {
    await models.close();
  }
}

/** Writes over documents of the live read models, as a defect would. */
async function tamper(live: ReadModels, ...documents: { collection: string; document: Document }[]): Promise<void> {
  await runner.stop();
  const { position, eventId, epoch } = await live.checkpoint();
  const deadLetters =
    documents.length > 0
      ? []
      : [{ projection: 'leads', position, eventId, stream: 'lead-b', type: 'LeadCaptured', error: 'No.' }];
  await live.commit({ previous: position, position, eventId, epoch, documents, deadLetters });
}

async function leadOf(live: ReadModels, id: string): Promise<Document> {
  return (await live.get('leads', [id])).get(id) as Document;
}

test('Live read models that follow the log differ in nothing from a replay', async () => {
  const live = await openLive(stores);
  const found = await compared(live);
  expect(found).toMatchObject({ differences: [], isLinking: false });
  expect(found.differing.size).toBe(0);
  expect(found.documents).toBeGreaterThanOrEqual(3);
});

test('What differs is told by collection, id and field, and no more of it than is asked for', async () => {
  const live = await openLive(stores);
  const lead = await leadOf(live, 'a');
  const other = { collection: 'leads', document: { ...lead, name: 'Elm', notes: 'No.' } };
  await tamper(live, other, { collection: 'leads', document: { ...lead, id: 'z' } });
  const found = await compared(live);
  expect(found.differences).toMatchObject([
    { collection: 'leads', id: 'a', fields: ['name', 'notes'], live: { name: 'Elm' }, replayed: { name: 'Oak' } },
    { collection: 'leads', id: 'z', fields: [], replayed: null },
  ]);
  expect([...found.differing]).toEqual([['leads', 2]]);
  const short = await compared(live, 1);
  expect(short.differences).toHaveLength(1);
  expect([...short.differing]).toEqual([['leads', 2]]);
});

test('A document that only the log tells of, and an event that only one has skipped, are differences', async () => {
  const live = await openLive(stores);
  await tamper(live);
  const there = await compared(live);
  expect([...there.differing]).toEqual([[SKIPPED, 1]]);
  const models = await replayed(live);
  const { position, eventId, epoch } = await models.checkpoint();
  const documents = [{ collection: 'leads', document: { ...(await leadOf(live, 'a')), id: 'z' } }];
  await models.commit({ previous: position, position, eventId, epoch, documents, deadLetters: [] });
  const found = await compare(live, models, { projections, most: 100 });
  expect(found.differences).toMatchObject([
    { collection: 'leads', id: 'z', live: null },
    { collection: SKIPPED, replayed: null },
  ]);
  await models.close();
});

test('What moves on while it is compared is looked at again at the same place, and what is wrong stays', async () => {
  const live = await openLive(stores);
  const models = await replayed(live);
  let isFirst = true;
  const moving = new Proxy(live, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        if (name === 'find' && isFirst) {
          isFirst = false;
          await appendTo(stores.log, 'lead-a', { type: 'LeadDetailsRevised', data: { name: 'Elm' } });
          await appendTo(stores.log, 'lead-n', captured('New'));
          await runner.reached(await stores.log.head());
        }
        return (value as (...args: unknown[]) => unknown).apply(target, args);
      };
    },
  });
  const there = (position: string) => bringTo(position, { models, log: stores.log, projections });
  expect((await compare(moving, models, { projections, bringTo: there, most: 100 })).differences).toEqual([]);
  expect(await leadOf(models, 'a')).toMatchObject({ name: 'Elm' });
  await models.close();
});

test('Fields that are still being copied are left out, and this is told', async () => {
  const live = await openLive(stores);
  const models = await replayed(live);
  await tamper(live, { collection: 'leads', document: { ...(await leadOf(live, 'a')), name: 'Elm' } });
  const { position, eventId, epoch } = await live.checkpoint();
  const put = [{ id: 'leads customerId c', collection: 'leads', by: 'customerId', target: 'c', after: null }];
  const staying = { previous: position, position, eventId, epoch, documents: [], deadLetters: [] };
  await live.commit({ ...staying, work: { put, done: [] } });
  const found = await compare(live, models, { projections, most: 100 });
  expect(found).toMatchObject({ isLinking: true, differences: [{ id: 'a', fields: ['name'] }] });
  await models.close();
});
