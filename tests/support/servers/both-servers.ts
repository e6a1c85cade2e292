import { afterAll, beforeAll } from 'vitest';
import type { Server } from '../../../server/server.ts';
import { type ServerProcess, spawnServer } from '../processes/process.ts';
import { startServerAt } from '../processes/server-at.ts';
import { type Client, createClient } from '../requests/client.ts';
import { expectStatus, OWNER } from '../server.ts';
import { freshNamespace } from '../stores/eventstoredb-log.ts';
import { type EventStoreProcess, spawnEventStore } from './eventstore-process.ts';
import { type MongoServer, startMongoServer } from './mongodb-server.ts';

/** Empty stores that several processes of the product share: on EventStoreDB and on a server with MongoDB's protocol. */
export interface SharedStores {
  env: Record<string, string>;
  /** Of the names of its databases. */
  prefix: string;
  /** A server in this process, whose clock starts at an instant. Two of them share nothing but the stores, as two processes do. */
  start(at: string): Promise<Server>;
  /** A process of its own. @param script instead of the usual one */
  spawn(at: string, script?: string, more?: Record<string, string>): Promise<ServerProcess>;
}

/** Starts both servers for the surrounding block. @returns what gives a test its own stores there */
export function onBothServers(): (more?: Record<string, string>) => SharedStores {
  let mongo: MongoServer;
  let eventStore: EventStoreProcess;
  beforeAll(async () => {
    [mongo, eventStore] = await Promise.all([startMongoServer(), spawnEventStore()]);
  });
  afterAll(async () => {
    await eventStore?.stop();
    await mongo?.stop();
  });

  return (more = {}) => {
    const namespace = freshNamespace();
    const prefix = `${mongo.prefix}_${namespace}`;
    const env = {
      EVENTSTORE_URL: eventStore.url,
      EVENTSTORE_NAMESPACE: namespace,
      MONGODB_URL: mongo.url,
      PORT: '0',
      OPTIMIZER_CRON: 'off',
      OWNER_USERNAME: OWNER.username,
      OWNER_PASSWORD: OWNER.password,
      ...more,
    };
    return {
      env,
      prefix,
      start: (at) => startServerAt(at, { env, prefix, logLevel: 'silent' }),
      spawn: (at, script = 'tests/support/processes/serve-at.ts', own = {}) =>
        spawnServer({ ...env, ...own }, { script, args: [at, prefix] }),
    };
  };
}

/** The owner, signed in at one of several servers. */
export async function ownerAt(url: string): Promise<Client> {
  const client = createClient(url);
  await client.post('/api/auth/login', OWNER).then(expectStatus(200));
  return client;
}
