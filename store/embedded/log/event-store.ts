import { refuseBadAppend, refuseLargeAppend } from '../../append-limits.ts';
import type { Codec } from '../../codec.ts';
import {
  type Append,
  type Appended,
  type EventToAppend,
  type ExpectedRevision,
  type ImportingStore,
  WrongExpectedRevision,
} from '../../event-store.ts';
import { NO_REVISION } from '../messages.ts';
import type { Writer } from '../writer-client.ts';
import { EmbeddedEventLog, type EventLogOptions } from './event-log.ts';
import { toPosition } from './position.ts';

/** The event store on log.db: reads here, appends through the writer's thread. */
export class EmbeddedEventStore extends EmbeddedEventLog implements ImportingStore {
  readonly #codec: Codec;
  readonly #writer: Writer;

  constructor(options: EventLogOptions & { writer: Writer }) {
    super(options);
    this.#codec = options.codec;
    this.#writer = options.writer;
  }

  async append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<Appended> {
    const outcome = await this.#writer.send({ kind: 'append', ...(await this.#encoded({ stream, events, expected })) });
    if (outcome.kind !== 'appended') throw new WrongExpectedRevision(stream, expected);
    return { position: toPosition(outcome.position), revision: BigInt(outcome.revision) };
  }

  async appendInOrder(appends: readonly Append[]): Promise<void> {
    const encoded = await Promise.all(appends.map((append) => this.#encoded(append)));
    const outcome = await this.#writer.send({ kind: 'appends', appends: encoded });
    const failed = outcome.kind === 'conflict' ? appends[outcome.at] : undefined;
    if (failed) throw new WrongExpectedRevision(failed.stream, failed.expected);
  }

  /** @throws AppendRefused */
  async #encoded({ stream, events, expected }: Append) {
    refuseBadAppend(events);
    const encoded = await this.#codec.encode(stream, events);
    const bytes = refuseLargeAppend(encoded);
    return { stream, expected: expected === 'none' ? NO_REVISION : Number(expected), events: encoded, bytes };
  }
}
