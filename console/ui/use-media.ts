import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** Whether a media query matches. */
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

/** Whether the window is the size of a phone or a narrow tablet. */
export function useIsSmall(): boolean {
  return useMedia('(max-width: 800px)');
}

/** Whether the window is as narrow as a phone: tables of figures stack, as `chart.css` has it. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 600px)');
}

/** Whether the pointer is a finger: targets are larger, and nothing can be hovered. */
export function useIsTouch(): boolean {
  return useMedia('(pointer: coarse)');
}

/**
 * Whether the page is being printed: rows that are skipped while out of view are then rendered. Updated synchronously,
 * as a browser lays out the paper right after the event.
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
