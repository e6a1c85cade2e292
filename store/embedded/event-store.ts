import { refuseBadAppend, refuseLargeAppend } from '../append-limits.ts';
import type { Codec } from '../codec.ts';
import { type EventLog, type EventStore, WrongExpectedRevision } from '../event-store.ts';
import { positionText } from './event-log.ts';
import type { WriterClient } from './writer-client.ts';

/** The embedded event store: reads in this thread, appends through the writer's. */
export function embeddedEventStore(log: EventLog, writer: WriterClient, codec: Codec): EventStore {
  return {
    ...log,
    async append(stream, events, expected) {
      refuseBadAppend(events);
      const encoded = await codec.encode(stream, events);
      refuseLargeAppend(encoded);
      const after = expected === 'none' ? -1 : Number(expected);
      const result = await writer.send({ kind: 'append', stream, events: encoded, expected: after });
      if (result.kind !== 'appended') throw new WrongExpectedRevision(stream, expected);
      return { position: positionText(result.position), revision: BigInt(result.revision) };
    },
  };
}
