import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

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

/**
 * Whether the page is being printed: what is left out while it is out of sight is then there. It is told at once, as a browser
 * lays the sheets out right after it has said so.
 */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
