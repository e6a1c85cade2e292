import { afterAll, beforeAll, describe } from 'vitest';
import { connectMongo } from '../../../store/mongodb/client.ts';
import { openMongoFiles } from '../../../store/mongodb/files.ts';
import { type MongoServer, mongoAvailable, startMongoServer } from '../../support/servers/mongodb-server.ts';
import { filesContract } from './files.suite.ts';

describe.skipIf(!mongoAvailable())('Files on MongoDB', () => {
  let server: MongoServer;
  beforeAll(async () => {
    server = await startMongoServer();
  });
  afterAll(async () => {
    await server?.stop();
  });

  filesContract('mongodb', async () => {
    const client = await connectMongo(server.url);
    const database = `${server.prefix}_files`;
    const files = await openMongoFiles({ client, database });
    return {
      files,
      count: () => client.db(database).collection('files.files').countDocuments(),
      close: () => client.close(),
    };
  });
});
