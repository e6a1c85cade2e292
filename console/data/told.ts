import { useSyncExternalStore } from 'react';

interface Versioned {
  id: string;
  revision: number;
}

/** By id: each record from the latest response to a command. A list read earlier shows an older one. */
const told = new Map<string, Versioned>();
const listeners = new Set<() => void>();

/** Takes the record from a response to a command; other responses are ignored. */
export function tellRecord(data: unknown): void {
  const { id, revision } = (data ?? {}) as Partial<Versioned>;
  if (typeof id !== 'string' || typeof revision !== 'number') return;
  told.set(id, data as Versioned);
  for (const listener of listeners) listener();
}

/** After a reset, revisions may start lower. */
export function forgetTold(): void {
  told.clear();
  for (const listener of listeners) listener();
}

/** A record as it was read, or as a later response to a command returned it. */
export function useNewest<Shown extends Versioned | undefined>(record: Shown): Shown {
  const latest = useSyncExternalStore(subscribe, () => record && told.get(record.id));
  return record && latest && latest.revision > record.revision ? (latest as Shown) : record;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
