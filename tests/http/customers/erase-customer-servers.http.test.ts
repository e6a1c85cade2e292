import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { createLog } from '../../../platform/runtime/log.ts';
import { type Server, startServer } from '../../../server/server.ts';
import { connectMongo } from '../../../store/mongodb/client.ts';
import { filesContaining } from '../../support/files.ts';
import { quickPasswords } from '../../support/passwords.ts';
import { type Client, createClient } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, OWNER } from '../../support/server.ts';
import { type EventStoreServer, startEventStoreServer } from '../../support/servers/eventstoredb-server/server.ts';
import { type MongoServer, mongoAvailable, startMongoServer } from '../../support/servers/mongodb-server.ts';
import { freshNamespace } from '../../support/stores/eventstoredb-log.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const TEXTS = ['Wilhelmina', 'wilhelmina', 'Quercus', 'quercus', '555-0166', 'Gate code', 'hornbeam', 'Pippin Hill'];

describe.skipIf(!mongoAvailable())('two processes on EventStoreDB and MongoDB', () => {
  let mongo: MongoServer;
  let eventStore: EventStoreServer;
  let folder: TempFolder;
  const servers: Server[] = [];
  let clients: [Client, Client];
  beforeAll(async () => {
    [mongo, eventStore, folder] = await Promise.all([startMongoServer(), startEventStoreServer(), tempFolder()]);
    const env = {
      EVENTSTORE_URL: eventStore.url,
      EVENTSTORE_NAMESPACE: freshNamespace(),
      MONGODB_URL: mongo.url,
      DATA_DIR: folder.path,
      PORT: '0',
      OWNER_USERNAME: OWNER.username,
      OWNER_PASSWORD: OWNER.password,
    };
    const options = { clock: Date.now, log: createLog('silent'), passwords: quickPasswords };
    for (let index = 0; index < 2; index++) {
      const server = await startServer({ ...parseConfig(env), mongodbPrefix: mongo.prefix }, options);
      servers.push(server);
      await server.listen();
    }
    const signedIn = servers.map(async (server) => {
      const client = createClient(server.url());
      await client.post('/api/auth/login', OWNER).then(expectStatus(200));
      return client;
    });
    clients = (await Promise.all(signedIn)) as [Client, Client];
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
    await eventStore?.kill();
    await mongo?.stop();
    await folder?.remove();
  });

  /** Everything MongoDB returns from this product's databases, as text. */
  async function documents(): Promise<string> {
    const client = await connectMongo(mongo.url);
    const { databases } = await client.db().admin().listDatabases();
    const found: unknown[] = [];
    for (const { name } of databases.filter((each) => each.name.startsWith(mongo.prefix))) {
      for (const collection of await client.db(name).collections()) found.push(...(await collection.find().toArray()));
    }
    await client.close();
    return JSON.stringify(found);
  }

  test('A process that had a person at hand knows nothing of them once another process erased them', async () => {
    const [here, there] = clients;
    const person = { firstName: 'Wilhelmina', lastName: 'Quercus', phone: '555-0166', address: '5 Pippin Hill' };
    const { body } = await there.post('/api/customers', person).then(expectStatus(201));
    const path = `/api/customers/${body.id}`;
    await there.patch(path, { notes: 'Gate code 4711' }).then(expectStatus(200));
    const photo = await samplePhoto({});
    const { body: attached } = await upload(there, `customer/${body.id}`, photo, { caption: 'By the hornbeam' }).then(
      expectStatus(201),
    );
    const { headers } = await there.get(attached.imageUrl).then(expectStatus(200));
    const file = (headers.get('etag') as string).replaceAll('"', '');
    expect(await documents()).toContain('Wilhelmina');

    const erased = await here.post(`${path}/erase`, { confirm: 'Wilhelmina Quercus' }).then(expectStatus(200));
    expect(erased.body).toMatchObject({ photos: 1, isComplete: true, customer: { firstName: '[erased]' } });
    const answers = [
      await there.patch(path, { notes: 'Gate code 4712' }),
      await upload(there, `customer/${body.id}`, photo, { caption: 'By the hornbeam' }),
      await there.patch(`/api/photos/${attached.id}`, { caption: 'By the hornbeam' }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 410, body: { code: 'erased' } });
    const told = [await there.get(path), await there.get(`/api/history/customer/${body.id}`)];
    expect(told.map(({ status }) => status)).toEqual([200, 200]);
    const everything = JSON.stringify(
      [told.map((each) => each.body), await documents(), eventStore.log.all],
      (_, value) =>
        typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? Buffer.from(value).toString() : value,
    );
    for (const text of TEXTS) expect(everything, text).not.toContain(text);
    expect(everything).not.toContain(`"filename":"${file}"`);
    expect(await filesContaining(folder.path, TEXTS)).toEqual([]);
  });
});
