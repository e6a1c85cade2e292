import { once } from 'node:events';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Codec } from '../codec.ts';
import { type EventLog, type EventStore, StoreUnavailable } from '../event-store.ts';
import type { StateStore } from '../state.ts';
import { openEventLog } from './event-log.ts';
import { embeddedEventStore } from './event-store.ts';
import { lockFolder } from './folder-lock.ts';
import { APPENDS, COUNTERS_BYTES, type Control, LOG_COMMITS, type WriterData } from './protocol.ts';
import { openState } from './state.ts';
import { createWriterClient, type WriterClient } from './writer-client.ts';

export interface EmbeddedOptions {
  /** Made where it is missing; taken for this process alone. */
  folder: string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Makes the codec, given the state store that holds the keys. */
  codec(state: StateStore): Codec;
  /** False: a commit does not wait for the disk (tests). */
  durable?: boolean;
}

/** What another thread of this process needs to use the same stores; `port` is to be transferred. */
export interface EmbeddedShare {
  folder: string;
  counters: SharedArrayBuffer;
  port: MessagePort;
}

export interface EmbeddedStores {
  log: EventStore;
  state: StateStore;
  share(): EmbeddedShare;
  /** How many transactions the log has taken for how many appends. */
  stats(): { commits: number; appends: number };
  /** Waits for everything sent, then closes the files. */
  close(): Promise<void>;
}

/**
 * Opens log.db and state.db in a folder.
 * @throws FolderUnusable; StoreUnavailable where a file cannot be opened
 */
export async function openEmbeddedStores(options: EmbeddedOptions): Promise<EmbeddedStores> {
  const { folder, now, codec: makeCodec, durable = true } = options;
  const unlock = lockFolder(folder);
  const counters = new SharedArrayBuffer(COUNTERS_BYTES);
  const numbers = new BigInt64Array(counters);
  const workerData: WriterData = { folder, durable, counters };
  const thread = new Worker(new URL('./writer.ts', import.meta.url), { workerData });
  const ended = once(thread, 'exit').catch(() => undefined);
  try {
    await once(thread, 'message'); // "ready"; rejects where the thread fails to open its files
  } catch (cause) {
    unlock();
    throw new StoreUnavailable(`The stores in ${folder} cannot be opened: ${(cause as Error).message}`, { cause });
  }

  const connect = (): MessagePort => {
    const { port1, port2 } = new MessageChannel();
    thread.postMessage({ kind: 'connect', port: port1 } satisfies Control, [port1]);
    return port2;
  };
  const client = createWriterClient(connect());
  thread.on('error', (cause: Error) => client.fail(new StoreUnavailable(`The writer has failed: ${cause.message}`)));
  thread.unref();
  const { log, state } = open(folder, numbers, client, makeCodec, now);

  return {
    log,
    state,
    share: () => ({ folder, counters, port: connect() }),
    stats: () => ({ commits: Number(numbers[LOG_COMMITS]), appends: Number(numbers[APPENDS]) }),
    async close() {
      await client.settled();
      thread.ref();
      thread.postMessage({ kind: 'close' } satisfies Control);
      await ended;
      client.close();
      await log.close();
      await state.close();
      unlock();
    },
  };
}

/** Opens, in another thread, the stores that a thread of this process has opened. Closing them leaves the others open. */
export async function openSharedStores(
  share: EmbeddedShare,
  options: Pick<EmbeddedOptions, 'now' | 'codec'>,
): Promise<{ log: EventLog; state: StateStore; close(): Promise<void> }> {
  const client = createWriterClient(share.port);
  const { log, state } = open(share.folder, new BigInt64Array(share.counters), client, options.codec, options.now);
  return {
    log,
    state,
    async close() {
      await client.settled();
      client.close();
      await log.close();
      await state.close();
    },
  };
}

function open(
  folder: string,
  counters: BigInt64Array,
  client: WriterClient,
  makeCodec: EmbeddedOptions['codec'],
  now: () => number,
): { log: EventStore; state: StateStore } {
  const state = openState(folder, client, now);
  const codec = makeCodec(state);
  return { state, log: embeddedEventStore(openEventLog(folder, counters, codec), client, codec) };
}
