import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../store/event-store.ts';
import { connectMongo, reaching } from '../../../store/mongodb/client.ts';
import { type MongoServer, mongoAvailable, startMongoServer } from '../../support/servers/mongodb-server.ts';

/** A relay between client and server that can drop the server's answers without closing a connection. */
async function relayTo(port: number) {
  const sockets = new Set<Socket>();
  let answered = new Set<Socket>();
  let losesAll = false;
  const relay = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    if (!losesAll) answered.add(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
    near.pipe(far);
    far.on('data', (bytes) => answered.has(near) && near.write(bytes));
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return {
    port: (relay.address() as AddressInfo).port,
    /** Requests on the current connections get no more answers; `all`: nor do those on later ones. */
    lose(all: boolean): void {
      answered = new Set();
      losesAll = all;
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      relay.close();
      await once(relay, 'close');
    },
  };
}

describe.skipIf(!mongoAvailable())('A client of MongoDB', () => {
  let server: MongoServer;
  let relay: Awaited<ReturnType<typeof relayTo>>;
  let client: MongoClient;
  beforeAll(async () => {
    server = await startMongoServer();
    relay = await relayTo(Number(new URL(server.url).port));
    const limits = { selectionMs: 1_000, answerMs: 300 };
    client = await connectMongo(`mongodb://127.0.0.1:${relay.port}/?directConnection=true`, limits);
  });
  afterAll(async () => {
    await client?.close();
    await relay?.close();
    await server?.stop();
  });
  const notes = () => client.db(`${server.prefix}_client`).collection<{ _id: string }>('notes');

  test('A client of MongoDB asks again where the answer to a reading was lost', async () => {
    await notes().insertOne({ _id: 'first' });
    relay.lose(false);
    expect(await reaching(notes().findOne({ _id: 'first' }))).toEqual({ _id: 'first' });
  });

  test('A client of MongoDB writes once where the answer to a writing was lost', async () => {
    relay.lose(false);
    await reaching(notes().insertOne({ _id: 'second' }));
    expect(await reaching(notes().countDocuments({ _id: 'second' }))).toBe(1);
  });

  test('A client of MongoDB says that the store is away where no answer comes at all', async () => {
    relay.lose(true);
    await expect(reaching(notes().findOne({ _id: 'first' }))).rejects.toThrow(StoreUnavailable);
  });
});
