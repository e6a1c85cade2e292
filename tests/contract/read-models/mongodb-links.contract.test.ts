import { describe } from 'vitest';
import { connectMongo } from '../../../store/mongodb/client.ts';
import { mongoReadModels } from '../../../store/mongodb/read-models/store.ts';
import { mongoAvailable, startMongoServer } from '../../support/servers/mongodb-server.ts';
import { linkContract } from '../projections/projection-links.suite.ts';

describe.skipIf(!mongoAvailable())('Linked fields on MongoDB', () => {
  const open = async () => {
    const server = await startMongoServer();
    const client = await connectMongo(server.url);
    return {
      readModels: mongoReadModels({ client, prefix: server.prefix }),
      args: [server.url, server.prefix],
      async close() {
        await client.close();
        await server.stop();
      },
    };
  };
  linkContract('mongodb', open, 6);
});
