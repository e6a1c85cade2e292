import { setTimeout as delay } from 'node:timers/promises';
import { deciders, erasures } from '../../domain/index.ts';
import {
  type Decider,
  type FollowedKind,
  type Following,
  followedBy,
  othersOf,
  personOf,
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
import { type LiveReadModels, untilReached } from '../runtime/live-read-models.ts';
import { createQueues } from '../runtime/queues.ts';
import type { CommandHandler } from './command-handler.ts';
import { causation, isByRule, later } from './processes.ts';
import type { Streams } from './streams.ts';

/** A kind of record that follows a person and is erased with them. */
export interface Follower {
  decider: Decider<unknown, object, EventBody>;
  /** How its records name whoever they follow, and the command that erases one. */
  whose: Following<EventBody, object> & { erase: object };
  /** The collection of its documents, with an index on the fields that name whoever they follow. */
  collection: string;
  /** The fields of a document that name files of the file store, each with an index `['erased', field]`. */
  files: readonly string[];
  /** Removes what a record has outside the stores, if anything. */
  forget?: ((id: string) => Promise<void>) | undefined;
}

/**
 * By category: removes what a record of the erased person has outside the log, while its texts can still be read. Safe
 * to repeat.
 * @returns the files that no other record of the category names
 */
export type Forgetting = ReadonlyMap<
  string,
  (id: string, erasure: RecordedEvent, signal: AbortSignal) => Promise<readonly string[]>
>;

const NOTHING: Forgetting = new Map();
const NO_VIEWS = { isFreeOf: async () => true };

/** Finishes erasures: everything left to do after the event that erases a person. */
export interface Erasure {
  /** The types of events it needs to see: erasures, and the first events of records that follow a person. */
  types: ReadonlySet<string>;
  /**
   * Destroys the person's key, then erases all records that follow the person's, with their files, and waits until no
   * read model, none of their files and no earlier moment that was looked at holds the person. Safe to repeat, in any process: the next call finishes what a
   * kill interrupted.
   * @param events of one or more records of a person
   * @returns by category, how many following records there were
   * @throws the signal's reason if it is aborted before all is done; StoreUnavailable; once all others are erased, why
   *   the first of those that cannot be erased is not: it cannot be read, or a rule refuses it
   */
  finish(events: readonly RecordedEvent[], signal: AbortSignal): Promise<ReadonlyMap<string, number>>;
  /**
   * What is there of a person, and what of it is not erased: before an erasure, all that it will take.
   * @param roots what is about them and follows nothing: the stream of a customer, and that of the lead they came from
   */
  look(roots: readonly Root[]): Promise<ErasureLook>;
  /** Whether no file of an earlier moment holds anybody whom an event up to a position erased. */
  isPastFreeOf(position: Position): Promise<boolean>;
  /** Deletes those of the files that nobody holds and no record names, except erased ones. */
  deleteUnused(names: readonly string[]): Promise<void>;
}

/** What is about somebody and follows nothing. */
export interface Root {
  stream: string;
  /** Tells them apart in the stream, where it is not about them but names them; '' otherwise. */
  person: string;
}

/** How many there are, and how many of these are not erased. */
export interface Left {
  count: number;
  left: number;
}

/** What is kept about a person, erased or not. */
export interface ErasureLook {
  /** By category: records about them. */
  records: ReadonlyMap<string, Left>;
  /** Pictures and documents that these name. Of those that stay, `shared` are some other record's too. */
  files: Left & { shared: number };
  keys: Left;
  /** Whether no file of the read models has anything of anybody who was erased. */
  isScrubbed: boolean;
}

/** The reactor that finishes erasures, and the actor of its commands. */
export const ERASURE = 'erasure';

/** How far the records of one call have come. */
interface Progress {
  /** How many there were, by category. */
  erased: Map<string, number>;
  /** Why some could not be erased. */
  refused: unknown[];
  signal: AbortSignal;
}

/** What was found of a person. */
interface Looked {
  category: string;
  stream: string;
  isErased: boolean;
  /** Of its files. */
  names: readonly string[];
  /** The people whose keys go with it. */
  subjects: readonly string[];
}

interface Followed {
  follower: Follower;
  document: Document;
}

const LOOK_AGAIN_MS = 50;
const PAGE = 100;

export function createErasure(dependencies: {
  followers: readonly Follower[];
  keys: SubjectKeys;
  streams: Streams;
  commands: CommandHandler;
  readModels: LiveReadModels;
  files: FileStore;
  heldFiles: Pick<HeldFiles, 'isHeld'>;
  log: Pick<EventLog, 'readStream'>;
  forgetting?: Forgetting;
  /** Views of earlier moments; none by default. */
  past?: { isFreeOf(position: Position): Promise<boolean> };
}): Erasure {
  const { followers, keys, streams, commands, readModels, files, heldFiles, log } = dependencies;
  const { forgetting = NOTHING, past = NO_VIEWS } = dependencies;
  const queues = createQueues();

  async function erase(event: RecordedEvent, progress: Progress): Promise<void> {
    const { subject, recordedAt } = event.metadata;
    if (subject === undefined) return;
    const { category, id } = partsOfStream(event.stream);
    const isOfRecord = rootOf(event).person === '';
    if (isOfRecord) {
      await deleteUnused((await forgetting.get(category)?.(id, event, progress.signal)) ?? []);
      await destroyKeysOfOthers(event.stream, recordedAt);
    }
    await destroyKey(subject, recordedAt);
    await untilReached(readModels, event.position, progress.signal);
    if (isOfRecord) await eraseFollowing(category, id, event, progress);
  }

  async function destroyKey(subject: string, at: string): Promise<void> {
    await keys.erase(subject, at);
    streams.forget(subject);
  }

  async function destroyKeysOfOthers(stream: string, at: string): Promise<void> {
    for (const subject of (await othersNamed(stream)).values()) await destroyKey(subject, at);
  }

  /** The subjects of the people whom a record names beside its own, by what tells them apart. */
  async function othersNamed(stream: string): Promise<ReadonlyMap<string, string>> {
    const { category, id } = partsOfStream(stream);
    const decider = deciders.get(category);
    if (!decider || othersOf(decider.whose) === null) return new Map();
    const { subjects } = await streams.load(decider, id);
    return new Map([...subjects].filter(([person]) => person !== ''));
  }

  /** Erases the records that follow this one, those that follow them, and so on. */
  async function eraseFollowing(category: string, id: string, cause: RecordedEvent, progress: Progress): Promise<void> {
    const { erased } = progress;
    for (const follower of followers) {
      const following = follower.whose.follows.find((each) => each.category === category);
      if (!following) continue;
      const documents = await findFollowing(follower, following, id);
      await eraseAll(follower, documents, cause, progress);
      const { category: kind } = follower.decider;
      erased.set(kind, (erased.get(kind) ?? 0) + documents.length);
      for (const document of documents) await eraseFollowing(kind, document.id, cause, progress);
    }
  }

  /**
   * Erases a record that another process made with a key it still held while the key was being destroyed, or that came
   * to follow somebody who had been erased by then.
   */
  async function eraseLate(event: RecordedEvent, progress: Progress): Promise<void> {
    const { category, id } = partsOfStream(event.stream);
    const follower = followers.find(({ decider }) => decider.category === category);
    if (!follower) return;
    const subject = follower.whose.joins?.includes(event.type)
      ? await subjectJoined(follower, event)
      : event.metadata.subject;
    const key = subject === undefined ? undefined : (await keys.get([subject])).get(subject);
    if (!key || !('erasedAt' in key)) return;
    await untilReached(readModels, event.position, progress.signal);
    const found = await readModels.current().get(follower.collection, [id]);
    await eraseAll(follower, [...found.values()], event, progress);
    progress.erased.set(category, (progress.erased.get(category) ?? 0) + found.size);
  }

  /** The subject of the record that this one came to follow. */
  async function subjectJoined({ whose }: Follower, { data }: RecordedEvent): Promise<string | undefined> {
    for (const { category, by } of whose.follows) {
      const id = (data as Readonly<Record<string, unknown>>)[by];
      const decider = deciders.get(category);
      if (decider && typeof id === 'string') return (await streams.load(decider, id)).subject;
    }
    return undefined;
  }

  /** A record that came to follow somebody later is sealed under its own key. */
  async function destroyOwnKey({ decider, whose }: Follower, id: string, at: string): Promise<void> {
    if (!whose.joins) return;
    const [first] = await log.readStream(`${decider.category}-${id}`, { limit: 1 });
    const subject = first?.metadata.subject;
    if (!first || subject === undefined || followedBy(decider.whose, first, id) !== null) return;
    await destroyKey(subject, at);
  }

  /**
   * Files are deleted only after the read models show the records as erased; otherwise two records of one person would
   * keep a shared file alive for each other.
   */
  async function eraseAll(
    follower: Follower,
    documents: readonly Document[],
    cause: RecordedEvent,
    { signal, refused }: Progress,
  ): Promise<void> {
    if (documents.length === 0) return;
    let { position } = cause;
    for (const { id } of documents) {
      signal.throwIfAborted();
      try {
        position = later(position, await eraseOne(follower, id, cause));
      } catch (reason) {
        if (!isByRule(reason)) throw reason;
        refused.push(reason);
      }
    }
    await untilReached(readModels, position, signal);
    await deleteUnused(documents.flatMap((document) => follower.files.map((field) => document[field] as string)));
  }

  /** @returns the position of the log after it */
  async function eraseOne(follower: Follower, id: string, cause: RecordedEvent): Promise<Position> {
    const { decider, whose } = follower;
    const outcome = await commands.handle(decider, id, [whose.erase], {
      actor: ERASURE,
      commandId: uuidv5(cause.id, `${decider.category}/${id}`),
      body: canonicalJson(whose.erase),
      correlationId: cause.metadata.correlationId,
      causationId: causation(cause),
    });
    await follower.forget?.(id);
    await destroyKeysOfOthers(`${decider.category}-${id}`, cause.metadata.recordedAt);
    await destroyOwnKey(follower, id, cause.metadata.recordedAt);
    return outcome.position;
  }

  /** All records that follow it, even removed or already erased ones: their files may still be there. */
  async function findFollowing({ collection }: Follower, followed: FollowedKind, id: string): Promise<Document[]> {
    const found: Document[] = [];
    const query = { where: whereFollowing(followed, id), limit: PAGE };
    for await (const page of pagesOf(readModels.current(), collection, query)) found.push(...page);
    return found;
  }

  async function deleteUnused(names: readonly string[]): Promise<void> {
    for (const name of new Set(names)) if (!(await isUsed(name))) await files.delete(name);
  }

  /** Whether a record that is not erased names a file, or somebody holds it. */
  async function isUsed(name: string): Promise<boolean> {
    const counts = followers.flatMap(({ collection, files: fields }) =>
      fields.map((field) => readModels.current().count(collection, { where: { erased: null, [field]: name } })),
    );
    return (await Promise.all(counts)).some((count) => count > 0) || (await heldFiles.isHeld(name));
  }

  /** The records that follow one, those that follow them, and so on, each once. */
  async function* allFollowing(category: string, id: string, seen: Set<string>): AsyncGenerator<Followed> {
    for (const follower of followers) {
      const following = follower.whose.follows.find((each) => each.category === category);
      if (!following) continue;
      const kind = follower.decider.category;
      for (const document of await findFollowing(follower, following, id)) {
        const stream = `${kind}-${document.id}`;
        if (seen.has(stream)) continue;
        seen.add(stream);
        yield { follower, document };
        yield* allFollowing(kind, document.id, seen);
      }
    }
  }

  async function subjectOf(stream: string): Promise<string | undefined> {
    return (await log.readStream(stream, { limit: 1 }))[0]?.metadata.subject;
  }

  /** Whose keys go with a record. @param hasKey whether it may be sealed under a key of its own */
  async function subjectsOf(stream: string, hasKey: boolean): Promise<string[]> {
    const own = hasKey ? await subjectOf(stream) : undefined;
    return [...(own === undefined ? [] : [own]), ...(await othersNamed(stream)).values()];
  }

  async function lookAtRoot(root: Root): Promise<Looked> {
    const { stream, person } = root;
    const isErased = (await findErasure(log, root)) !== null;
    const found = { category: categoryOf(root), stream, isErased, names: [] };
    if (person === '') return { ...found, subjects: await subjectsOf(stream, true) };
    const subject = (await othersNamed(stream)).get(person);
    return { ...found, subjects: subject === undefined ? [] : [subject] };
  }

  /** The records that follow no other first, then all that follow them. */
  async function allOf(roots: readonly Root[]): Promise<Looked[]> {
    const found: Looked[] = [];
    const seen = new Set(roots.map(({ stream }) => stream));
    for (const root of roots) {
      found.push(await lookAtRoot(root));
      if (root.person !== '') continue;
      const { category, id } = partsOfStream(root.stream);
      for await (const { follower, document } of allFollowing(category, id, seen)) {
        const kind = follower.decider.category;
        const names = follower.files.map((field) => document[field]).filter((name) => typeof name === 'string');
        const isErased = document['erased'] === true;
        const stream = `${kind}-${document.id}`;
        const subjects = await subjectsOf(stream, follower.whose.joins !== undefined);
        found.push({ category: kind, stream, isErased, names, subjects });
      }
    }
    return found;
  }

  async function look(roots: readonly Root[]): Promise<ErasureLook> {
    const all = await allOf(roots);
    const records = new Map<string, Left>();
    for (const { category, isErased } of all) {
      const { count, left } = records.get(category) ?? { count: 0, left: 0 };
      records.set(category, { count: count + 1, left: left + (isErased ? 0 : 1) });
    }
    const found = await keys.get([...new Set(all.flatMap(({ subjects }) => subjects))]);
    return {
      records,
      files: await lookAtFiles(all),
      keys: { count: found.size, left: [...found.values()].filter((key) => !('erasedAt' in key)).length },
      isScrubbed: await readModels.current().isScrubbed(),
    };
  }

  async function lookAtFiles(all: readonly Looked[]): Promise<ErasureLook['files']> {
    const told = { count: 0, left: 0, shared: 0 };
    const open = new Set(all.filter(({ isErased }) => !isErased).flatMap(({ names }) => names));
    for (const name of new Set(all.flatMap(({ names }) => names))) {
      told.count += 1;
      if (open.has(name)) told.left += 1;
      else if (await files.has(name)) told[(await isUsed(name)) ? 'shared' : 'left'] += 1;
    }
    return told;
  }

  async function scrubbed(position: Position, signal: AbortSignal): Promise<void> {
    const again = () => delay(LOOK_AGAIN_MS, undefined, { signal });
    while (!(await readModels.current().isScrubbed())) await again();
    while (!(await past.isFreeOf(position))) await again();
  }

  return {
    types: new Set([...erasures, ...followers.flatMap(({ whose: { begins, joins = [] } }) => [begins, ...joins])]),
    async finish(events, signal) {
      const progress: Progress = { erased: new Map(), refused: [], signal };
      const { erased, refused } = progress;
      // Events that an erasure itself appended need no further erasure.
      const own = events.filter(({ metadata }) => metadata.actor !== ERASURE);
      for (const event of own) {
        const work = erasures.has(event.type) ? erase : eraseLate;
        await queues.run(event.metadata.subject ?? '', () => work(event, progress));
      }
      // Once for all of them: it takes seconds when the read models are large.
      const [last] = own
        .map(({ position }) => position)
        .toSorted()
        .reverse();
      if (last !== undefined && (erased.size > 0 || own.some(({ type }) => erasures.has(type))))
        await scrubbed(last, signal);
      if (refused.length > 0) throw refused[0];
      return erased;
    },
    look,
    isPastFreeOf: past.isFreeOf,
    deleteUnused,
  };
}

/** Whom an event is about. */
export function rootOf(event: RecordedEvent): Root {
  const decider = deciders.get(partsOfStream(event.stream).category);
  return { stream: event.stream, person: (decider && personOf(decider.whose, event)) ?? '' };
}

/** What a person is, as a category is named. */
export function categoryOf({ stream, person }: Root): string {
  const { category } = partsOfStream(stream);
  const decider = deciders.get(category);
  return (person !== '' && decider && othersOf(decider.whose)?.called) || category;
}

/** The event that erased somebody; null if none did. Whom a record names is erased with its own person, too. */
export async function findErasure(
  log: Pick<EventLog, 'readStream'>,
  { stream, person }: Root,
): Promise<RecordedEvent | null> {
  const events = await log.readStream(stream, { backwards: true, limit: PAGE });
  return events.find((event) => erasures.has(event.type) && ['', person].includes(rootOf(event).person)) ?? null;
}
