import { useSyncExternalStore } from 'react';

const small = matchMedia('(max-width: 800px)');

function subscribe(listener: () => void): () => void {
  small.addEventListener('change', listener);
  return () => small.removeEventListener('change', listener);
}

/** Whether the window is a phone's or a narrow tablet's. */
export function useIsSmall(): boolean {
  return useSyncExternalStore(subscribe, () => small.matches);
}
