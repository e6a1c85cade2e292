import { refuseBadAppend, refuseLargeAppend } from '../../append-limits.ts';
import type { Codec } from '../../codec.ts';
import {
  type Appended,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  WrongExpectedRevision,
} from '../../event-store.ts';
import { NO_REVISION } from '../messages.ts';
import type { Writer } from '../writer-client.ts';
import { EmbeddedEventLog, type EventLogOptions } from './event-log.ts';
import { toPosition } from './position.ts';

/** The event store on log.db: reads here, appends through the writer's thread. */
export class EmbeddedEventStore extends EmbeddedEventLog implements EventStore {
  readonly #codec: Codec;
  readonly #writer: Writer;

  constructor(options: EventLogOptions & { writer: Writer }) {
    super(options);
    this.#codec = options.codec;
    this.#writer = options.writer;
  }

  async append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<Appended> {
    refuseBadAppend(events);
    const encoded = await this.#codec.encode(stream, events);
    const bytes = refuseLargeAppend(encoded);
    const outcome = await this.#writer.send({
      kind: 'append',
      stream,
      expected: expected === 'none' ? NO_REVISION : Number(expected),
      events: encoded,
      bytes,
    });
    if (outcome.kind !== 'appended') throw new WrongExpectedRevision(stream, expected);
    return { position: toPosition(outcome.position), revision: BigInt(outcome.revision) };
  }
}
