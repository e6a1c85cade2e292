import { useSyncExternalStore } from 'react';
import type { Notice } from './notice.ts';

/** How long a record that somebody else changed is marked. */
const MARKED_MS = 4_000;

const ownPositions = new Set<string>();
const touched = new Set<string>();
const listeners = new Set<() => void>();
let ids: ReadonlySet<string> = new Set();

/** A change at this position was made on this page. */
export function madeHere(position: string | null): void {
  if (position !== null) ownPositions.add(position);
}

/** Marks what others changed for a moment. */
export function markTouched(notice: Exclude<Notice, { reset: true }>): void {
  if (ownPositions.has(notice.position)) return;
  for (const { id } of notice.changes) {
    if (id === undefined) continue;
    touched.add(id);
    setTimeout(() => {
      touched.delete(id);
      tell();
    }, MARKED_MS);
  }
  tell();
}

function tell(): void {
  ids = new Set(touched);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ids of the records that somebody else changed within the last seconds. */
export function useTouched(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => ids);
}
