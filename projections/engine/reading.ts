import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { EventMetadata } from '../../domain/kit/event.ts';
import type { StoresShare } from '../../platform/runtime/stores.ts';
import { type Batch, type EventLog, isDecoded, type LogEntry, type Position, START } from '../../store/event-store.ts';

/** Events that the builder reads itself: a log this short is read before a thread would have started. */
const READ_ITSELF = 20_000;

export interface ReadingData {
  shared: StoresShare['data'];
  after: Position;
}

/**
 * Everything in a log, from its start to its head. Most of a long log is read and decoded in a thread of its own, a few
 * batches ahead: that is half the work of a build.
 * @param options.reader how the thread opens the stores; without it there is no thread
 * @param options.itself events that this thread reads before it starts the other
 */
export async function* readToHead(options: {
  log: Pick<EventLog, 'subscribe'>;
  reader?: StoresShare | undefined;
  signal: AbortSignal;
  itself?: number;
}): AsyncGenerator<Batch, void, undefined> {
  const { log, reader, signal, itself = READ_ITSELF } = options;
  let position: Position = START;
  let events = 0;
  for await (const batch of subscribeToHead(log, position, signal)) {
    yield batch;
    if (batch.live) return;
    position = batch.position;
    events += batch.entries.length;
    if (reader && events >= itself) break;
  }
  if (reader && !signal.aborted) {
    try {
      for await (const batch of readInThread(reader, position, signal)) {
        yield batch;
        position = batch.position;
      }
    } catch {
      // Whatever the thread failed on, this one meets itself below: as an error of its own type, or not at all.
    }
  }
  yield* subscribeToHead(log, position, signal);
}

/** By subscription, because the stores serve it faster than page by page. */
async function* subscribeToHead(
  log: Pick<EventLog, 'subscribe'>,
  after: Position,
  signal: AbortSignal,
): AsyncGenerator<Batch, void, undefined> {
  const ending = new AbortController();
  try {
    for await (const batch of log.subscribe(after, AbortSignal.any([signal, ending.signal]))) {
      yield batch;
      if (batch.live) return;
    }
  } finally {
    ending.abort();
  }
}

/** What the log holds after a position, as far as the thread gets: it ends at the head, or where it fails. */
async function* readInThread(
  { data, transfer }: StoresShare,
  after: Position,
  signal: AbortSignal,
): AsyncGenerator<Batch, void, undefined> {
  const workerData: ReadingData = { shared: data, after };
  const file = new URL('./reading-thread.ts', import.meta.url);
  const worker = new Worker(file, { workerData, transferList: transfer });
  try {
    for await (const [packed] of on(worker, 'message', { signal, close: ['exit'] })) {
      // Only this thread's own subscription decides where the head is.
      yield { ...unpacked(packed as PackedBatch), live: false };
      worker.postMessage('taken');
    }
  } finally {
    await worker.terminate();
  }
}

/** A batch on its way between threads. One text, because copying objects takes three times as long per event. */
export interface PackedBatch {
  position: Position;
  eventId: string;
  entries: string;
}

/** An entry's values without their names; an error in place of the data if it could not be decoded. */
type PackedEntry = [
  type: string,
  dataOrError: object | string,
  id: string,
  stream: string,
  revision: string,
  position: Position,
  metadata: EventMetadata | null,
];

export function packed({ entries, position, eventId }: Omit<Batch, 'live'>): PackedBatch {
  return { position, eventId, entries: JSON.stringify(entries.map(packedEntry)) };
}

function packedEntry(entry: LogEntry): PackedEntry {
  const { type, id, stream, position } = entry;
  const revision = String(entry.revision);
  return isDecoded(entry)
    ? [type, entry.data, id, stream, revision, position, entry.metadata]
    : [type, entry.error, id, stream, revision, position, null];
}

export function unpacked({ entries, position, eventId }: PackedBatch): Omit<Batch, 'live'> {
  return { position, eventId, entries: (JSON.parse(entries) as PackedEntry[]).map(unpackedEntry) };
}

function unpackedEntry([type, told, id, stream, revision, position, metadata]: PackedEntry): LogEntry {
  const place = { type, id, stream, revision: BigInt(revision), position };
  if (metadata === null || typeof told === 'string') return { ...place, error: String(told) };
  return { ...place, data: told, metadata };
}
