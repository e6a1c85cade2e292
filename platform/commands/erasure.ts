import { setTimeout as delay } from 'node:timers/promises';
import { erasures } from '../../domain/index.ts';
import { type JobCommand, job } from '../../domain/job/job.ts';
import type { Decider } from '../../domain/kit/decider.ts';
import type { EventBody, Recorded, RecordedEvent } from '../../domain/kit/event.ts';
import type { PhotoEvent } from '../../domain/photo/events.ts';
import { type PhotoCommand, photo } from '../../domain/photo/photo.ts';
import type { EventLog, Position } from '../../store/event-store.ts';
import type { FileStore } from '../../store/files.ts';
import type { Condition, Document } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import type { SubjectKeys } from '../../store/subject-keys.ts';
import { canonicalJson, uuidv5 } from '../runtime/ids.ts';
import type { LiveReadModels } from '../runtime/live-read-models.ts';
import { createQueues } from '../runtime/queues.ts';
import type { CommandHandler } from './command-handler.ts';
import { causation, later } from './processes.ts';
import type { Streams } from './streams.ts';

/** Carries through what an event of erasure says. */
export interface Erasure {
  /** The types of the events that it is to be told of: erasures, and photos and jobs that come for somebody who is erased. */
  types: ReadonlySet<string>;
  /**
   * Destroys the person's key, then erases the jobs and the photos of the record, with their files, and waits until no read
   * model and no file of them holds the person. Safe to repeat, in any process: a kill in between is finished by the next call.
   * @param events of one or more records of a person
   * @returns how many photos the records had
   * @throws the signal's reason where it is aborted before all is done; StoreUnavailable
   */
  finish(events: readonly RecordedEvent[], signal: AbortSignal): Promise<{ photos: number }>;
}

/** What of a photo is needed to erase it. */
interface Picture {
  id: string;
  sha256: string;
  thumbnailSha256: string;
}

const LOOK_AGAIN_MS = 50;
const PAGE = 100;

export function createErasure(dependencies: {
  keys: SubjectKeys;
  streams: Streams;
  commands: CommandHandler;
  readModels: LiveReadModels;
  files: FileStore;
}): Erasure {
  const { keys, streams, commands, readModels, files } = dependencies;
  const queues = createQueues();

  async function erase(event: RecordedEvent, signal: AbortSignal): Promise<number> {
    const { subject, recordedAt } = event.metadata;
    if (subject === undefined) return 0;
    await keys.erase(subject, recordedAt);
    streams.forget(subject);
    await reached(event.position, signal);
    const [category, id] = recordOf(event);
    if (category === 'customer') await eraseJobs(await jobsOf(id), event, signal);
    const pictures = await picturesOf(category, id);
    await erasePhotos(pictures, event, signal);
    return pictures.length;
  }

  /** One that another process attached with a key at hand, while the key was being destroyed. */
  async function eraseLate(event: RecordedEvent, signal: AbortSignal): Promise<number> {
    const { subject } = event.metadata;
    const key = subject === undefined ? undefined : (await keys.get([subject])).get(subject);
    if (!key || !('erasedAt' in key)) return 0;
    const [category, id] = recordOf(event);
    if (category === 'job') await eraseJobs([id], event, signal);
    return category === 'photo' ? eraseLatePhoto(event as Recorded<PhotoEvent>, signal) : 0;
  }

  async function eraseLatePhoto(event: Recorded<PhotoEvent>, signal: AbortSignal): Promise<number> {
    if (event.type !== 'PhotoAttached') return 0;
    const { sha256, thumbnailSha256 } = event.data;
    await erasePhotos([{ id: recordOf(event)[1], sha256, thumbnailSha256 }], event, signal);
    return 1;
  }

  async function eraseJobs(ids: readonly string[], cause: RecordedEvent, signal: AbortSignal): Promise<void> {
    const command: JobCommand = { type: 'EraseJob' };
    await eraseEach(job, ids, command, cause, signal);
  }

  /** @returns once the read models know of it */
  async function eraseEach<State, Command, Event extends EventBody>(
    decider: Decider<State, Command, Event>,
    ids: readonly string[],
    command: Command,
    cause: RecordedEvent,
    signal: AbortSignal,
  ): Promise<void> {
    let position = cause.position;
    for (const id of ids) {
      signal.throwIfAborted();
      const outcome = await commands.handle(decider, id, [command], {
        actor: 'erasure',
        commandId: uuidv5(cause.id, `${decider.category}/${id}`),
        body: canonicalJson(command),
        correlationId: cause.metadata.correlationId,
        causationId: causation(cause),
      });
      position = later(position, outcome.position);
    }
    await reached(position, signal);
  }

  /** Removed ones among them. */
  async function jobsOf(customerId: string): Promise<string[]> {
    return (await newestFirst('jobs', { customerId })).map(({ id }) => id);
  }

  /** Their files go once the read models know of it, so that photos of one person do not keep each other's. */
  async function erasePhotos(pictures: readonly Picture[], cause: RecordedEvent, signal: AbortSignal): Promise<void> {
    const command: PhotoCommand = { type: 'ErasePhoto' };
    const ids = pictures.map(({ id }) => id);
    await eraseEach(photo, ids, command, cause, signal);
    await deleteUnused(
      { readModels, files },
      pictures.flatMap(({ sha256, thumbnailSha256 }) => [sha256, thumbnailSha256]),
    );
  }

  /** Removed ones among them, and those that were erased already: their files may still be there. */
  async function picturesOf(category: string, recordId: string): Promise<Picture[]> {
    const found: Document[] = [];
    for (const removed of [null, true]) found.push(...(await newestFirst('photos', { removed, category, recordId })));
    return found as unknown as Picture[];
  }

  async function newestFirst(collection: string, where: Readonly<Record<string, Condition>>): Promise<Document[]> {
    const found: Document[] = [];
    const order = { field: 'createdAt', direction: 'desc' } as const;
    for await (const page of pagesOf(readModels.current(), collection, { where, order, limit: PAGE }))
      found.push(...page);
    return found;
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
    types: new Set(['CustomerErased', 'LeadErased', 'PhotoAttached', 'JobCreated']),
    async finish(events, signal) {
      let photos = 0;
      for (const event of events) {
        const work = () => (erasures.has(event.type) ? erase(event, signal) : eraseLate(event, signal));
        photos += await queues.run(event.metadata.subject ?? '', work);
      }
      // Once for all of them: it takes seconds where the read models are large.
      if (photos > 0 || events.some(({ type }) => erasures.has(type))) await scrubbed(signal);
      return { photos };
    },
  };
}

function recordOf({ stream }: RecordedEvent): [category: string, id: string] {
  const dash = stream.indexOf('-');
  return [stream.slice(0, dash), stream.slice(dash + 1)];
}

/** Deletes those of the pictures that no photo has, but for erased ones. */
export async function deleteUnused(
  { readModels, files }: { readModels: LiveReadModels; files: FileStore },
  names: readonly string[],
): Promise<void> {
  for (const name of new Set(names)) {
    const counts = await Promise.all(
      ['sha256', 'thumbnailSha256'].map((field) =>
        readModels.current().count('photos', { where: { erased: null, [field]: name } }),
      ),
    );
    if (counts.every((count) => count === 0)) await files.delete(name);
  }
}

/** The event that erased the person of a stream; null where none did. */
export async function findErasure(log: Pick<EventLog, 'readStream'>, stream: string): Promise<RecordedEvent | null> {
  const events = await log.readStream(stream, { backwards: true, limit: PAGE });
  return events.find(({ type }) => erasures.has(type)) ?? null;
}
