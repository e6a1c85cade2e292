import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Whether the window is a phone's or a narrow tablet's. */
export function useIsSmall(): boolean {
  return useMedia('(max-width: 800px)');
}

/** Whether the person points with a finger: targets are larger, and nothing can be hovered. */
export function useIsTouch(): boolean {
  return useMedia('(pointer: coarse)');
}
