import { useSyncExternalStore } from 'react';
import { goesWithDrafts, noteChange } from '../../data/drafts.ts';
import { holdsUnsent } from '../../data/unsent.ts';

// Pictures picked for a quote that is not saved yet. They stay while the person visits another page.

const pictures = new Map<string, File>();
const listeners = new Set<() => void>();

/** The picture picked for a draft. */
export function usePicture(draftKey: string): File | undefined {
  return useSyncExternalStore(subscribe, () => pictures.get(draftKey));
}

/** Keeps a picture for a draft, or drops it if undefined. */
export function keepPicture(draftKey: string, file: File | undefined): void {
  if (file) pictures.set(draftKey, file);
  else pictures.delete(draftKey);
  noteChange(draftKey);
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

goesWithDrafts((isDropped) => {
  const dropped = [...pictures.keys()].filter(isDropped);
  for (const key of dropped) pictures.delete(key);
  if (dropped.length > 0) tell();
});

// The file exists only in this page: unlike the typed text, it does not survive a reload.
holdsUnsent(() => pictures.size > 0);
