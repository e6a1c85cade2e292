import type { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { START } from '../../../store/event-store.ts';
import { connectMongo } from '../../../store/mongodb/client.ts';
import { mongoReadModels } from '../../../store/mongodb/read-models/store.ts';
import { openMongoState } from '../../../store/mongodb/state.ts';
import type { Document, ReadModelStore } from '../../../store/read-models.ts';
import { type MongoServer, mongoAvailable, startMongoServer } from '../../support/servers/mongodb-server.ts';

/** Names that mean something to the database or the adapter, but nothing in a document. */
const AWKWARD: Document = {
  id: '$where',
  search: 'text',
  doc: { $set: { 'a.b': [null, { $gt: '' }] } },
  $inc: 1,
  'x.y': true,
  big: 2 ** 53,
  half: 0.5,
};

describe.skipIf(!mongoAvailable())('What the MongoDB adapters keep', () => {
  let server: MongoServer;
  let client: MongoClient;
  let store: ReadModelStore;

  beforeAll(async () => {
    server = await startMongoServer();
    client = await connectMongo(server.url);
    store = mongoReadModels({ client, prefix: server.prefix });
  });

  afterAll(async () => {
    await client?.close();
    await server?.stop();
  });

  test('In MongoDB collections and fields of any name come back as they went in, in a build and live', async () => {
    const names = ['changes', 'checkpoint', 'meta'];
    const models = await store.create(
      'names',
      names.map((collection) => ({ collection, indexes: [], search: ['search'] })),
    );
    await models.claim(1);
    const documents = names.map((collection) => ({ collection, document: AWKWARD }));
    const batch = { epoch: 1, eventId: 'e', documents, deadLetters: [] };
    await models.commit({ ...batch, previous: START, position: '1' });
    await models.finishBuild();
    await models.commit({ ...batch, previous: '1', position: '2' });
    for (const name of names) expect(await models.get(name, ['$where'])).toEqual(new Map([['$where', AWKWARD]]));
    expect(await models.checkpoint()).toEqual({ position: '2', eventId: 'e', epoch: 1 });
  });

  test('In MongoDB generations and state of one prefix stand side by side, and another prefix sees none of them', async () => {
    const state = await openMongoState({ client, database: server.prefix, now: Date.now });
    await state.put('generations/live', 'one', { expected: 'none' });
    for (const generation of ['one', 'two']) await (await store.create(generation, [])).finishBuild();
    expect(await store.list()).toEqual(expect.arrayContaining(['one', 'two']));
    expect(await mongoReadModels({ client, prefix: `${server.prefix}_other` }).list()).toEqual([]);
    await store.drop('one');
    expect(await store.open('one', [])).toBeNull();
    expect(await store.list()).not.toContain('one');
    expect((await state.get('generations/live'))?.value).toBe('one');
  });
});
