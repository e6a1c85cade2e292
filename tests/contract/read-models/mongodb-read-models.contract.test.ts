import { afterAll, beforeAll, describe } from 'vitest';
import { connectMongo } from '../../../store/mongodb/client.ts';
import { mongoReadModels } from '../../../store/mongodb/read-models/store.ts';
import { isDeep } from '../../support/depth.ts';
import { type MongoServer, mongoAvailable, startMongoServer } from '../../support/servers/mongodb-server.ts';
import { type OpenedReadModels, readModelContract } from './read-models.suite.ts';

describe.skipIf(!mongoAvailable())('Read models on MongoDB', () => {
  let server: MongoServer;
  let opened = 0;

  beforeAll(async () => {
    server = await startMongoServer();
  });

  afterAll(async () => {
    await server?.stop();
  });

  // The stand-in is slow.
  const changesHeld = isDeep ? undefined : 1_000;
  readModelContract('mongodb', open, { cases: 15, changesHeld });

  async function open(): Promise<OpenedReadModels> {
    opened += 1;
    const client = await connectMongo(server.url);
    const store = mongoReadModels({ client, prefix: `${server.prefix}_${opened}`, changesHeld });
    return {
      store,
      close: async () => {
        await store.close();
        await client.close();
      },
    };
  }
});
