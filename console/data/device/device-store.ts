import type { QueryKey } from '@tanstack/react-query';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Waiting } from './queue-rules.ts';

/** The answer of a call, as this device keeps it for when there is no network. */
export interface Kept {
  person: string;
  /** Of the query. */
  hash: string;
  queryKey: QueryKey;
  meta: KeptMeta;
  data: unknown;
  /** When it was read last: milliseconds, by the device's clock. */
  keptAt: number;
}

/** A picture that belongs to what is kept. */
export interface KeptPicture {
  url: string;
  /** What it is kept for, as `job/ID`. */
  of: string;
  type: string;
  bytes: ArrayBuffer;
  keptAt: number;
}

export interface KeptMeta extends Record<string, unknown> {
  collections: readonly string[];
  id?: string;
  /** The call. */
  keptPath: string;
  /** Which field of each record of the answer has the address of a picture that is kept too, and for what, as `job/ID`. */
  keptPictures?: { of: string; field: string };
}

/** What this device keeps of what was done and read, so that neither a closed page nor an empty battery loses it. */
interface Device extends DBSchema {
  /** What was done and is not in the office yet, in the order in which it was done. */
  waiting: { key: number; value: Waiting; indexes: { id: string } };
  /** Photos of what waits, by its id: apart, as they are large and the list is read often. */
  files: { key: string; value: { id: string; type: string; bytes: ArrayBuffer } };
  /** What was read, per person. */
  kept: { key: [person: string, hash: string]; value: Kept };
  pictures: { key: string; value: KeptPicture; indexes: { of: string } };
  /** Which tab sends, where the browser has no locks of its own. */
  leases: { key: string; value: { name: string; holder: string; until: number } };
}

let opened: Promise<IDBPDatabase<Device>> | null = null;

/**
 * The device's store, opened once.
 * @throws where the browser refuses it (switched off, a private window, no room)
 */
export function device(): Promise<IDBPDatabase<Device>> {
  opened ??= open().catch((cause) => {
    opened = null;
    throw cause;
  });
  return opened;
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
    // A newer version of the console is open in another tab: it must not wait for this one.
    blocking(_current, _wanted, { target }) {
      opened = null;
      (target as IDBDatabase).close();
    },
    // The system took it away, as phones do with pages that are not shown.
    terminated() {
      opened = null;
    },
  });
}
