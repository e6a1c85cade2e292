import { useSyncExternalStore } from 'react';
import type { Notice } from './notice.ts';

/** How long a record that somebody else changed stays marked. */
const MARKED_MS = 4_000;

const ownPositions = new Set<string>();
/**
 * By record: the position up to which its changes are this page's own. An act over several streams has earlier
 * positions than its response's.
 */
const ownRecords = new Map<string, string>();
const touched = new Set<string>();
const listeners = new Set<() => void>();
let ids: ReadonlySet<string> = new Set();

/** A change at this position was made on this page. @param id of the record it is about, if known */
export function madeHere(position: string, id?: string): void {
  ownPositions.add(position);
  if (id !== undefined) ownRecords.set(id, position);
}

/** Briefly marks what others changed. */
export function markTouched(notice: Exclude<Notice, { reset: true }>): void {
  if (ownPositions.has(notice.position)) return;
  for (const { id } of notice.changes) {
    if (id === undefined || notice.position <= (ownRecords.get(id) ?? '')) continue;
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

/** Ids of the records that somebody else changed in the last few seconds. */
export function useTouched(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => ids);
}
