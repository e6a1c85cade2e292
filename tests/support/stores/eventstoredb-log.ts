import { randomBytes } from 'node:crypto';
import { binaryEvent, EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, beforeAll } from 'vitest';
import { openEventStoreDB, type ServedEventStore } from '../../../store/eventstoredb/event-store.ts';
import { type EventStoreProcess, spawnEventStore } from '../servers/eventstore-process.ts';
import type { LogUnderTest, OpenLog } from './log-under-test.ts';

/** A name that no other test and no earlier run has used: on a shared server nothing else is touched. */
export function freshNamespace(): string {
  return `hwtest${randomBytes(6).toString('hex')}`;
}

/**
 * An empty log on a server: a namespace of its own.
 * @param deadlineMs how long a call of its stores may take; the product's own limit by default
 */
export async function eventStoreDBLog(
  url: string,
  namespace = freshNamespace(),
  deadlineMs?: number,
): Promise<LogUnderTest> {
  const client = EventStoreDBClient.connectionString(url);
  const stores: ServedEventStore[] = [];
  return {
    async openStore(codec) {
      const store = await openEventStoreDB({ url, namespace, codec, deadlineMs });
      stores.push(store);
      return store;
    },
    async appendRaw(stream, { id, type, data, metadata }) {
      const bytes = { data: Buffer.from(data), metadata: Uint8Array.from(Buffer.from(metadata)) };
      await client.appendToStream(`${namespace}.${stream}`, binaryEvent({ id, type, ...bytes }));
    },
    async storedBytes() {
      const parts: string[] = [];
      for await (const { event } of client.readAll())
        if (event?.streamId.startsWith(`${namespace}.`)) parts.push(JSON.stringify([event.data, event.metadata]));
      return Buffer.from(parts.join('\n'));
    },
    async close() {
      for (const store of stores) await store.close();
      await client.dispose();
    },
  };
}

/** Opens empty logs on one server outside this process, which the surrounding block starts. */
export function onEventStoreDB(): OpenLog {
  let server: EventStoreProcess;
  beforeAll(async () => {
    server = await spawnEventStore();
  });
  afterAll(() => server?.stop());
  return () => eventStoreDBLog(server.url);
}

/** An empty log on a server of its own, outside this process. */
export async function spawnedEventStoreDBLog(): Promise<LogUnderTest> {
  const server = await spawnEventStore();
  const log = await eventStoreDBLog(server.url);
  return {
    ...log,
    async close() {
      await log.close();
      await server.stop();
    },
  };
}
