import { afterEach, beforeEach } from 'vitest';
import type { Codec, EncodedEvent } from '../../../store/codec.ts';
import type { Batch, EventStore, ImportingStore, LogEntry, Position } from '../../../store/event-store.ts';
import { sampleCodec } from '../samples/event-samples.ts';

/** One empty log of one adapter, as the contract suite needs it. */
export interface LogUnderTest {
  /** Opens an event store on this log; there may be several, with different codecs. */
  openStore(codec: Codec): Promise<ImportingStore>;
  /** Writes an event as it is at the end of a stream, even one that no codec would make. */
  appendRaw(stream: string, event: EncodedEvent): Promise<void>;
  /** Every byte that the log keeps of its events. */
  storedBytes(): Promise<Buffer>;
  /** Closes the stores and removes the log. */
  close(): Promise<void>;
}

/** Opens a fresh log for a test. */
export type OpenLog = () => Promise<LogUnderTest>;

export interface TestLog extends ReturnType<typeof sampleCodec> {
  log: LogUnderTest;
  store: ImportingStore;
}

/** Gives each test of the surrounding block an empty log, a store on it, and keys. */
export function useLog(open: OpenLog): () => TestLog {
  let current: TestLog | undefined;
  beforeEach(async () => {
    const sample = sampleCodec();
    const log = await open();
    current = { ...sample, log, store: await log.openStore(sample.codec) };
  });
  afterEach(async () => {
    await current?.log.close();
    current = undefined;
  });
  return () => {
    if (!current) throw new Error('No log is open outside of a test.');
    return current;
  };
}

export interface Collected {
  entries: LogEntry[];
  batches: Batch[];
}

/** Reads a subscription until the collected events satisfy the condition, then ends it. */
export async function collectUntil(
  store: EventStore,
  after: Position,
  isEnough: (collected: Collected) => boolean,
  types?: ReadonlySet<string>,
): Promise<Collected> {
  const stop = new AbortController();
  const collected: Collected = { entries: [], batches: [] };
  for await (const batch of store.subscribe(after, stop.signal, types)) {
    collected.batches.push(batch);
    collected.entries.push(...batch.entries);
    if (isEnough(collected)) stop.abort();
  }
  return collected;
}
