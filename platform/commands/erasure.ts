import { setTimeout as delay } from 'node:timers/promises';
import { deciders, erasures } from '../../domain/index.ts';
import {
  type Decider,
  type FollowedKind,
  type Following,
  followedBy,
  whereFollowing,
} from '../../domain/kit/decider.ts';
import { type EventBody, partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import type { EventLog, Position } from '../../store/event-store.ts';
import type { FileStore } from '../../store/files.ts';
import type { Document } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import type { SubjectKeys } from '../../store/subject-keys.ts';
import type { HeldFiles } from '../images/held-files.ts';
import { canonicalJson, uuidv5 } from '../runtime/ids.ts';
import type { LiveReadModels } from '../runtime/live-read-models.ts';
import { createQueues } from '../runtime/queues.ts';
import type { CommandHandler } from './command-handler.ts';
import { causation, later } from './processes.ts';
import type { Streams } from './streams.ts';

/** A kind of record that follows a person, and is erased with them. */
export interface Follower {
  decider: Decider<unknown, object, EventBody>;
  /** How its records name whom they follow, and the command that erases one. */
  whose: Following<EventBody, object> & { erase: object };
  /** The collection of its documents, with an index on the fields that name whom they follow. */
  collection: string;
  /** The fields of a document that name files of the file store, each with an index `['erased', field]`. */
  files: readonly string[];
  /** Takes away what of a record lies outside of the stores, where something does. */
  forget?: ((id: string) => Promise<void>) | undefined;
}

/** Finishes erasures: what is left to do once an event says that a person is erased. */
export interface Erasure {
  /** The types of events it must be told of: erasures, and the first events of records that follow a person. */
  types: ReadonlySet<string>;
  /**
   * Destroys the person's key, then erases all records that follow the person's, with their files, and waits until no read
   * model and no file of them holds the person. Safe to repeat, in any process: a kill in between is finished by the next call.
   * @param events of one or more records of a person
   * @returns by category, how many records followed
   * @throws the signal's reason where it is aborted before all is done; StoreUnavailable
   */
  finish(events: readonly RecordedEvent[], signal: AbortSignal): Promise<ReadonlyMap<string, number>>;
  /** Deletes those of the files that only erased records name, or none, and nobody holds. */
  deleteUnused(names: readonly string[]): Promise<void>;
}

const LOOK_AGAIN_MS = 50;
const PAGE = 100;
/** Who sends the commands of an erasure. */
const ERASURE = 'erasure';

export function createErasure(dependencies: {
  followers: readonly Follower[];
  keys: SubjectKeys;
  streams: Streams;
  commands: CommandHandler;
  readModels: LiveReadModels;
  files: FileStore;
  heldFiles: Pick<HeldFiles, 'isHeld'>;
  log: Pick<EventLog, 'readStream'>;
}): Erasure {
  const { followers, keys, streams, commands, readModels, files, heldFiles, log } = dependencies;
  const queues = createQueues();

  /** @param erased counts the records by category */
  async function erase(event: RecordedEvent, erased: Map<string, number>, signal: AbortSignal): Promise<void> {
    const { subject, recordedAt } = event.metadata;
    if (subject === undefined) return;
    await keys.erase(subject, recordedAt);
    streams.forget(subject);
    await reached(event.position, signal);
    const { category, id } = partsOfStream(event.stream);
    await eraseFollowing(category, id, event, erased, signal);
  }

  /** Erases the records that follow this one, those that follow these, and so on. */
  async function eraseFollowing(
    category: string,
    id: string,
    cause: RecordedEvent,
    erased: Map<string, number>,
    signal: AbortSignal,
  ): Promise<void> {
    for (const follower of followers) {
      const following = follower.whose.follows.find((each) => each.category === category);
      if (!following) continue;
      const documents = await findFollowing(follower, following, id);
      await eraseAll(follower, documents, cause, signal);
      const { category: kind } = follower.decider;
      erased.set(kind, (erased.get(kind) ?? 0) + documents.length);
      for (const document of documents) await eraseFollowing(kind, document.id, cause, erased, signal);
    }
  }

  /**
   * Erases a record that another process made with a key it still held while the key was being destroyed, or that came to
   * follow somebody who was erased by then.
   */
  async function eraseLate(event: RecordedEvent, erased: Map<string, number>, signal: AbortSignal): Promise<void> {
    const { category, id } = partsOfStream(event.stream);
    const follower = followers.find(({ decider }) => decider.category === category);
    if (!follower) return;
    const subject = follower.whose.joins?.includes(event.type)
      ? await subjectJoined(follower, event)
      : event.metadata.subject;
    const key = subject === undefined ? undefined : (await keys.get([subject])).get(subject);
    if (!key || !('erasedAt' in key)) return;
    await reached(event.position, signal);
    const found = await readModels.current().get(follower.collection, [id]);
    await eraseAll(follower, [...found.values()], event, signal);
    erased.set(category, (erased.get(category) ?? 0) + found.size);
  }

  /** Whose the record is that this one came to follow. */
  async function subjectJoined({ whose }: Follower, { data }: RecordedEvent): Promise<string | undefined> {
    for (const { category, by } of whose.follows) {
      const id = (data as Readonly<Record<string, unknown>>)[by];
      const decider = deciders.get(category);
      if (decider && typeof id === 'string') return (await streams.load(decider, id)).subject;
    }
    return undefined;
  }

  /** One that came to follow somebody later is sealed under a key of its own. */
  async function destroyOwnKey({ decider, whose }: Follower, id: string, at: string): Promise<void> {
    if (!whose.joins) return;
    const [first] = await log.readStream(`${decider.category}-${id}`, { limit: 1 });
    const subject = first?.metadata.subject;
    if (!first || subject === undefined || followedBy(decider.whose, first, id) !== null) return;
    await keys.erase(subject, at);
    streams.forget(subject);
  }

  /**
   * Their files are deleted after the read models show them as erased, so that two records of one person do not keep a
   * file for each other.
   */
  async function eraseAll(
    follower: Follower,
    documents: readonly Document[],
    cause: RecordedEvent,
    signal: AbortSignal,
  ): Promise<void> {
    const { decider, whose } = follower;
    if (documents.length === 0) return;
    let { position } = cause;
    for (const { id } of documents) {
      signal.throwIfAborted();
      const outcome = await commands.handle(decider, id, [whose.erase], {
        actor: ERASURE,
        commandId: uuidv5(cause.id, `${decider.category}/${id}`),
        body: canonicalJson(whose.erase),
        correlationId: cause.metadata.correlationId,
        causationId: causation(cause),
      });
      position = later(position, outcome.position);
      await follower.forget?.(id);
      await destroyOwnKey(follower, id, cause.metadata.recordedAt);
    }
    await reached(position, signal);
    await deleteUnused(documents.flatMap((document) => follower.files.map((field) => document[field] as string)));
  }

  /** All that follow it, also those removed or already erased: their files may still be there. */
  async function findFollowing({ collection }: Follower, followed: FollowedKind, id: string): Promise<Document[]> {
    const found: Document[] = [];
    const query = { where: whereFollowing(followed, id), limit: PAGE };
    for await (const page of pagesOf(readModels.current(), collection, query)) found.push(...page);
    return found;
  }

  async function deleteUnused(names: readonly string[]): Promise<void> {
    for (const name of new Set(names)) {
      const counts = followers.flatMap(({ collection, files: fields }) =>
        fields.map((field) => readModels.current().count(collection, { where: { erased: null, [field]: name } })),
      );
      const isUsed = (await Promise.all(counts)).some((count) => count > 0) || (await heldFiles.isHeld(name));
      if (!isUsed) await files.delete(name);
    }
  }

  async function reached(position: Position, signal: AbortSignal): Promise<void> {
    while (readModels.peek() === null || readModels.position() < position) {
      signal.throwIfAborted();
      if (!(await readModels.waitFor(position, 1_000))) await delay(LOOK_AGAIN_MS, undefined, { signal });
    }
  }

  async function scrubbed(signal: AbortSignal): Promise<void> {
    while (!(await readModels.current().isScrubbed())) await delay(LOOK_AGAIN_MS, undefined, { signal });
  }

  return {
    types: new Set([...erasures, ...followers.flatMap(({ whose: { begins, joins = [] } }) => [begins, ...joins])]),
    async finish(events, signal) {
      const erased = new Map<string, number>();
      // Events that an erasure itself appended need no further one.
      const own = events.filter(({ metadata }) => metadata.actor !== ERASURE);
      for (const event of own) {
        const work = erasures.has(event.type) ? erase : eraseLate;
        await queues.run(event.metadata.subject ?? '', () => work(event, erased, signal));
      }
      // Once for all of them: it takes seconds where the read models are large.
      if (erased.size > 0 || own.some(({ type }) => erasures.has(type))) await scrubbed(signal);
      return erased;
    },
    deleteUnused,
  };
}

/** The event that erased the person of a stream; null where none did. */
export async function findErasure(log: Pick<EventLog, 'readStream'>, stream: string): Promise<RecordedEvent | null> {
  const events = await log.readStream(stream, { backwards: true, limit: PAGE });
  return events.find(({ type }) => erasures.has(type)) ?? null;
}
