import { useSyncExternalStore } from 'react';
import { holdsUnsent } from '../../data/unsent.ts';

// Pictures that a person chose for a quote that is not saved yet. They stay while the person looks at another page.

const pictures = new Map<string, File>();
const listeners = new Set<() => void>();

/** The picture that was chosen for a draft. */
export function usePicture(draftKey: string): File | undefined {
  return useSyncExternalStore(subscribe, () => pictures.get(draftKey));
}

/** Keeps a picture for a draft, or with undefined none. */
export function keepPicture(draftKey: string, file: File | undefined): void {
  if (file) pictures.set(draftKey, file);
  else pictures.delete(draftKey);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// The file is in this page alone: what is typed outlives a reload, and it does not.
holdsUnsent(() => pictures.size > 0);
