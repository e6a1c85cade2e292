import type { QueryKey } from '@tanstack/react-query';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Waiting } from './queue-rules.ts';

/** A response that this device keeps for use offline. */
export interface Kept {
  person: string;
  /** The query's hash. */
  hash: string;
  queryKey: QueryKey;
  meta: KeptMeta;
  data: unknown;
  /** When it was last read: milliseconds, by the device's clock. */
  keptAt: number;
}

/** A picture that belongs to a kept response. */
export interface KeptPicture {
  url: string;
  /** The record it is kept for, as `job/ID`. */
  of: string;
  type: string;
  bytes: ArrayBuffer;
  keptAt: number;
}

export interface KeptMeta extends Record<string, unknown> {
  collections: readonly string[];
  id?: string;
  /** The call's path. */
  keptPath: string;
  /**
   * Which field of each record in the response holds the URL of a picture to keep, and for which record, as `job/ID`.
   */
  keptPictures?: { of: string; field: string };
}

/** What this device stores of what was done and read, so that neither a closed page nor a dead battery loses it. */
interface Device extends DBSchema {
  /** Acts the server does not have yet, in the order they were done. */
  waiting: { key: number; value: Waiting; indexes: { id: string } };
  /** Photos of waiting acts, by act id: stored apart because they are large and the list is read often. */
  files: { key: string; value: { id: string; type: string; bytes: ArrayBuffer } };
  /** What was read, per person. */
  kept: { key: [person: string, hash: string]; value: Kept };
  pictures: { key: string; value: KeptPicture; indexes: { of: string } };
  /** Which tab sends, in browsers without the Web Locks API. */
  leases: { key: string; value: { name: string; holder: string; until: number } };
}

let opened: Promise<IDBPDatabase<Device>> | null = null;

/**
 * The device's store, opened once.
 * @throws if the browser refuses it (storage turned off, a private window, no room)
 */
export function device(): Promise<IDBPDatabase<Device>> {
  opened ??= open().catch((cause) => {
    opened = null;
    throw cause;
  });
  return opened;
}

/**
 * What the store answers, if it does so in time. In WebKit, a page that is left while it writes can hold what it wrote to
 * until the browser is closed: every later page would wait for ever.
 * @throws if it does not
 */
export async function inTime<Value>(answer: Promise<Value>, patienceMs = 3_000): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("This device's store does not answer.")), patienceMs);
  });
  try {
    return await Promise.race([answer, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

async function open(): Promise<IDBPDatabase<Device>> {
  return openDB<Device>('heartwood', 1, {
    upgrade(store) {
      const waiting = store.createObjectStore('waiting', { keyPath: 'order', autoIncrement: true });
      waiting.createIndex('id', 'id', { unique: true });
      store.createObjectStore('files', { keyPath: 'id' });
      store.createObjectStore('kept', { keyPath: ['person', 'hash'] });
      store.createObjectStore('pictures', { keyPath: 'url' }).createIndex('of', 'of');
      store.createObjectStore('leases', { keyPath: 'name' });
    },
    // A newer version of the console is opening in another tab: let it not wait for this one.
    blocking(_current, _wanted, { target }) {
      opened = null;
      (target as IDBDatabase).close();
    },
    // The system closed it, as phones do with pages in the background.
    terminated() {
      opened = null;
    },
  });
}
