import { afterAll, beforeAll, describe } from 'vitest';
import { connectMongo } from '../../store/mongodb/client.ts';
import { mongoReadModels } from '../../store/mongodb/read-models/store.ts';
import { type MongoServer, mongoAvailable, startMongoServer } from '../support/mongodb-server.ts';
import { readModelContract } from './read-models.suite.ts';

describe.skipIf(!mongoAvailable())('Read models on MongoDB', () => {
  let server: MongoServer;
  let opened = 0;

  beforeAll(async () => {
    server = await startMongoServer();
  });

  afterAll(async () => {
    await server?.stop();
  });

  readModelContract('mongodb', async () => {
    opened += 1;
    const client = await connectMongo(server.url);
    const store = mongoReadModels({ client, prefix: `${server.prefix}_${opened}` });
    return {
      store,
      close: async () => {
        await store.close();
        await client.close();
      },
    };
  });
});
