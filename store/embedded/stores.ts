import { on, once } from 'node:events';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Codec } from '../codec.ts';
import type { CheckableLog, EventStore, ImportingStore } from '../event-store.ts';
import type { StateStore } from '../state.ts';
import { dataFolder } from './folder/data-folder.ts';
import { type FolderLock, lockFolder } from './folder/lock.ts';
import { closeToOthers, keepNewFilesPrivate, requirePrivateKeys } from './folder/private.ts';
import { acceptLostHistory } from './log/accept-lost-history.ts';
import { EmbeddedEventStore } from './log/event-store.ts';
import { HeadSignal, type WriterStats } from './log/head-signal.ts';
import { requireHistory } from './log/lost-history.ts';
import { removeSalvaged } from './log/salvage.ts';
import { type Control, READY, type WriterData } from './messages.ts';
import { EmbeddedState, openStateFile } from './state.ts';
import { NO_WRITER, WriterClient } from './writer-client.ts';

/** The embedded stores as opened in one thread. */
export interface EmbeddedStores {
  readonly state: StateStore;
  /**
   * Opens an event store; there may be several.
   * @param codec may be built on `state`
   * @param options.pageSize events in one batch of a subscription; 500 by default
   */
  eventStore(codec: Codec, options?: { pageSize?: number }): ImportingStore & CheckableLog;
  /** Waits for every pending request, then closes what this thread has open; in the owner's thread, the writer too. */
  close(): Promise<void>;
}

/** The stores in the thread that opened the folder: all others must be closed before it. */
export interface OwnedStores extends EmbeddedStores {
  /** How another thread of this process opens the same stores. Each share serves one thread, once. */
  share(): EmbeddedShare;
  stats(): WriterStats;
  /** What a person should know about the folder's permissions or lost history, for the log. */
  warnings: readonly string[];
  /** Whether opening accepted the loss of some history. */
  hasAcceptedLoss: boolean;
}

/**
 * What log.db must hold: everything that the other files have seen of it; or, if a person says so, whatever is left of
 * it; or nothing, because the history is on another server.
 */
export type HistoryRule = 'whole' | 'what is left' | 'elsewhere';

/** `data` goes to the thread (in `workerData` or a message), with `transfer` as its transfer list. */
export interface EmbeddedShare {
  /** Without a port, the thread only reads. */
  data: { folder: string; signal: SharedArrayBuffer; port: MessagePort | null };
  transfer: MessagePort[];
}

/**
 * Opens log.db and state.db in a folder, which is made if need be and belongs to this process until `close`.
 * @param options.now milliseconds since 1970, for expiry
 * @param options.durable false: a commit may be answered before it is on disk, for tests that need speed
 * @param options.history 'whole' by default
 * @param options.onCrash called with the error that ended the writer's thread unexpectedly
 * @throws if the folder is in use by another process, cannot be written, or lets others read its keys, or its history
 * is not as expected (LostHistory); nothing is left open then
 */
export async function openEmbeddedStores(options: {
  folder: string;
  now: () => number;
  durable?: boolean;
  history?: HistoryRule;
  onCrash?: ((cause: Error) => void) | undefined;
}): Promise<OwnedStores> {
  const { folder, now, durable = true, history = 'whole', onCrash = () => {} } = options;
  keepNewFilesPrivate();
  const lock = lockFolder(folder);
  const madePrivate = closeToOthers(folder);
  const accepted = checkHistory(folder, history, now(), lock);
  const signal = new HeadSignal();
  const writer = startWriter({ folder, durable, signal: signal.buffer }, signal, onCrash);
  const shutDown = async () => {
    await stopWriter(writer);
    lock.release();
  };
  try {
    await readiness(writer, folder);
    requirePrivateKeys(folder);
    const share = () => shareOf(folder, signal, writer);
    const stores = openSharedStores(share().data, { now });
    let closed: Promise<void> | undefined;
    return {
      ...stores,
      share,
      stats: () => signal.stats(),
      warnings: [...madePrivate, ...accepted],
      hasAcceptedLoss: accepted.length > 0,
      close() {
        closed ??= stores.close().then(shutDown);
        return closed;
      },
    };
  } catch (error) {
    await shutDown();
    throw error;
  }
}

/** @returns what was done about lost history */
function checkHistory(folder: string, history: HistoryRule, now: number, lock: FolderLock): string[] {
  try {
    if (history === 'elsewhere') return [];
    if (history === 'whole') requireHistory(folder);
    const accepted = history === 'what is left' ? acceptLostHistory(folder, now) : [];
    // The leftovers of an interrupted acceptance are of no use to a log that is whole.
    removeSalvaged(dataFolder(folder).log);
    return accepted;
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

function shareOf(folder: string, signal: HeadSignal, writer: Worker): EmbeddedShare {
  const { port1, port2 } = new MessageChannel();
  writer.postMessage({ connect: port1 } satisfies Control, [port1]);
  return { data: { folder, signal: signal.buffer, port: port2 }, transfer: [port2] };
}

/**
 * The stores of a folder for whoever only reads them, also while they belong to another process: nothing is locked, and a
 * write is refused. A subscription reaches the head, and hears of nothing later.
 * @throws if there are none that can be read
 */
export function shareToRead(folder: string): EmbeddedShare {
  keepNewFilesPrivate();
  return { data: { folder, signal: new HeadSignal().buffer, port: null }, transfer: [] };
}

/** Opens the stores of a share in this thread. @param options.now milliseconds since 1970 */
export function openSharedStores(share: EmbeddedShare['data'], { now }: { now: () => number }): EmbeddedStores {
  const { port } = share;
  const paths = dataFolder(share.folder);
  const signal = new HeadSignal(share.signal);
  const writer = port ? new WriterClient(port) : NO_WRITER;
  const state = new EmbeddedState({ db: openStateFile(paths.state), writer, now });
  const opened: EventStore[] = [];
  return {
    state,
    eventStore(codec, { pageSize } = {}) {
      const store = new EmbeddedEventStore({ path: paths.log, codec, signal, pageSize, writer });
      opened.push(store);
      return store;
    },
    async close() {
      await writer.close();
      for (const store of [state, ...opened]) await store.close();
    },
  };
}

function startWriter(data: WriterData, signal: HeadSignal, onCrash: (cause: Error) => void): Worker {
  const worker = new Worker(new URL('./writer.ts', import.meta.url), { workerData: data });
  // Whatever ends it, those who wait learn of it through their ports and the signal.
  worker.on('error', onCrash);
  worker.once('exit', () => signal.lose());
  return worker;
}

/** @throws if the databases cannot be opened */
async function readiness(writer: Worker, folder: string): Promise<void> {
  try {
    // In Node's watch mode the thread's loader sends messages of its own first.
    for await (const [message] of on(writer, 'message')) if (message === READY) break;
  } catch (cause) {
    throw new Error(`The data folder ${folder} cannot be opened: ${(cause as Error).message}.`, { cause });
  }
  // An idle writer must not keep the process running.
  writer.unref();
}

async function stopWriter(worker: Worker): Promise<void> {
  if (worker.threadId === -1) return;
  worker.ref();
  const ended = once(worker, 'exit');
  worker.postMessage({ close: true } satisfies Control);
  await ended;
}
