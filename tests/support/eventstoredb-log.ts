import { randomBytes } from 'node:crypto';
import { binaryEvent, EventStoreDBClient } from '@eventstore/db-client';
import type { EventStore } from '../../store/event-store.ts';
import { openEventStoreDB } from '../../store/eventstoredb/event-store.ts';
import { spawnEventStore } from './eventstore-process.ts';
import type { LogUnderTest } from './log-under-test.ts';

/** A name that no other test and no earlier run has used: on a shared server nothing else is touched. */
export function freshNamespace(): string {
  return `hwtest${randomBytes(6).toString('hex')}`;
}

/** An empty log on a server: a namespace of its own. */
export async function eventStoreDBLog(url: string, namespace = freshNamespace()): Promise<LogUnderTest> {
  const client = EventStoreDBClient.connectionString(url);
  const stores: EventStore[] = [];
  return {
    async openStore(codec) {
      const store = await openEventStoreDB({ url, namespace, codec });
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
