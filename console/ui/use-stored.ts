import { useSyncExternalStore } from 'react';

/**
 * A value from this browser's storage, reread whenever this tab or another one changes it.
 * @param read returns a primitive value, and handles storage that is turned off
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

/** The stored text of a key; null for none, and if storage is turned off. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores it, or removes it if null; does nothing if storage is turned off or full. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // See above.
  }
  storedChanged();
}
