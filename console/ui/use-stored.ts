import { useSyncExternalStore } from 'react';

/**
 * What this browser keeps, read anew whenever this tab or another one changes it.
 * @param read gives a plain value; storage that is switched off is its own matter
 */
export function useStored<Value extends string | boolean>(read: () => Value): Value {
  return useSyncExternalStore(subscribe, read);
}

/** Tells this tab of its own change; the browser tells the others. */
export function storedChanged(): void {
  window.dispatchEvent(new Event('storage'));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** What this browser keeps under a key; null for nothing, and where storage is switched off. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps it, or with null forgets it; where storage is switched off or full nothing is kept. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // As is said above.
  }
  storedChanged();
}
