import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { createLog } from '../../../platform/runtime/log.ts';
import { type Server, startServer } from '../../../server/server.ts';
import { quickPasswords } from '../../support/passwords.ts';
import { type Client, createClient } from '../../support/requests/client.ts';
import { expectStatus, OWNER } from '../../support/server.ts';
import { type EventStoreServer, startEventStoreServer } from '../../support/servers/eventstoredb-server/server.ts';
import { type MongoServer, mongoAvailable, startMongoServer } from '../../support/servers/mongodb-server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { freshNamespace } from '../../support/stores/eventstoredb-log.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const PATH = '/api/marketing/campaigns';
const CUSTOMERS = 40;

describe.skipIf(!mongoAvailable())('two processes on EventStoreDB and MongoDB', () => {
  let mongo: MongoServer;
  let eventStore: EventStoreServer;
  let folder: TempFolder;
  let smtp: TestSmtpServer;
  const servers: Server[] = [];
  beforeAll(async () => {
    [mongo, eventStore, folder, smtp] = await Promise.all([
      startMongoServer(),
      startEventStoreServer(),
      tempFolder(),
      startSmtpServer(),
    ]);
    const env = {
      EVENTSTORE_URL: eventStore.url,
      EVENTSTORE_NAMESPACE: freshNamespace(),
      MONGODB_URL: mongo.url,
      DATA_DIR: folder.path,
      PORT: '0',
      OPTIMIZER_CRON: 'off',
      OWNER_USERNAME: OWNER.username,
      OWNER_PASSWORD: OWNER.password,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Green Tree Care <office@green.example>',
      PUBLIC_URL: 'https://office.green.example',
      MAIL_RATE: '1200',
    };
    const options = { clock: Date.now, log: createLog('silent'), passwords: quickPasswords, campaignsEveryMs: 20 };
    for (let index = 0; index < 2; index++) {
      const server = await startServer({ ...parseConfig(env), mongodbPrefix: mongo.prefix }, options);
      servers.push(server);
      await server.listen();
    }
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
    await smtp?.close();
    await eventStore?.kill();
    await mongo?.stop();
    await folder?.remove();
  });

  async function ownerOf(server: Server | undefined): Promise<Client> {
    const client = createClient(server?.url() ?? '');
    await client.post('/api/auth/login', OWNER).then(expectStatus(200));
    return client;
  }

  async function send(client: Client): Promise<string> {
    const texts = { subject: 'Prune', content: 'Hello {{firstName|there}}' };
    const created = await client.post(PATH, { name: 'Spring', templateType: 'seasonal', ...texts });
    const { id } = expectStatus(201)(created).body;
    await client.post(`${PATH}/${id}/send`).then(expectStatus(200));
    return id;
  }

  async function untilSent(client: Client, id: string) {
    for (;;) {
      const { body } = await client.get(`${PATH}/${id}`).then(expectStatus(200));
      if (body.status === 'sent') return body;
      await delay(50);
    }
  }

  /** How often each address came. */
  const cameOf = () => Object.groupBy(smtp.received, ({ to }) => to[0] ?? '');

  test('A campaign is sent by one of them, and goes on with the other once that one ends', async () => {
    const one = await ownerOf(servers[0]);
    const said = { name: 'Green Tree Care', postalAddress: '12 Elm Street' };
    await one.patch('/api/settings', said).then(expectStatus(200));
    for (let number = 0; number < CUSTOMERS; number++) {
      const body = { firstName: 'Ann', lastName: 'Miller', email: `customer${number}@example.com` };
      await one.post('/api/customers', body).then(expectStatus(201));
    }
    const first = await send(one);
    expect(await untilSent(one, first)).toMatchObject({ sending: { sent: CUSTOMERS, uncertain: 0 } });
    expect(Object.values(cameOf()).map((mails) => mails?.length)).toEqual(Array(CUSTOMERS).fill(1));

    const second = await send(one);
    while (smtp.received.length < CUSTOMERS + 5) await delay(5);
    // Whichever of the two sends, it ends, and the other one goes on.
    await servers.shift()?.close();
    const other = await ownerOf(servers[0]);
    expect(await untilSent(other, second)).toMatchObject({ sending: { sent: CUSTOMERS, uncertain: 0 } });
    expect(Object.values(cameOf()).map((mails) => mails?.length)).toEqual(Array(CUSTOMERS).fill(2));
  });
});
