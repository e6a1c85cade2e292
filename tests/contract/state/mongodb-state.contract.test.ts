import { afterAll, beforeAll, describe } from 'vitest';
import { connectMongo } from '../../../store/mongodb/client.ts';
import { openMongoState } from '../../../store/mongodb/state.ts';
import { type MongoServer, mongoAvailable, startMongoServer } from '../../support/servers/mongodb-server.ts';
import { linkTokensContract } from './link-tokens.suite.ts';
import { type OpenedState, stateContract } from './state.suite.ts';

describe.skipIf(!mongoAvailable())('State on MongoDB', () => {
  let server: MongoServer;
  let opened = 0;

  beforeAll(async () => {
    server = await startMongoServer();
  });

  afterAll(async () => {
    await server?.stop();
  });

  stateContract('mongodb', open);
  linkTokensContract('mongodb', open);

  async function open(): Promise<OpenedState> {
    opened += 1;
    // The real time, because the server removes by its own clock what expired an hour ago.
    let now = Date.now();
    const client = await connectMongo(server.url);
    const database = `${server.prefix}_${opened}`;
    const state = await openMongoState({ client, database, now: () => now });
    return {
      state,
      advance: (ms) => {
        now += ms;
      },
      close: async () => {
        await state.close();
        await client.close();
      },
    };
  }
});
