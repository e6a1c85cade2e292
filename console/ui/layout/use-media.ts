import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** Whether a media query matches. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(useChangesOf(query), () => matchMedia(query).matches);
}

/** Subscribes to a media query. */
function useChangesOf(query: string): (listener: () => void) => () => void {
  return useCallback(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
}

const SMALL = '(max-width: 800px)';

/** Whether the window is the size of a phone or a narrow tablet. */
export function useIsSmall(): boolean {
  return useMedia(SMALL);
}

/**
 * Whether a media query matches the window, also while it is printed: a sheet of paper is as narrow as a tablet, and in
 * Chromium the page would become another one as soon as it is printed.
 */
export function useWindowMedia(query: string): boolean {
  const kept = useRef<boolean>(undefined);
  return useSyncExternalStore(useChangesOf(query), () => {
    if (kept.current === undefined || !matchMedia('print').matches) kept.current = matchMedia(query).matches;
    return kept.current;
  });
}

/** Whether the window, not the paper that it is printed on, is the size of a phone or a narrow tablet. */
export function useIsSmallWindow(): boolean {
  return useWindowMedia(SMALL);
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
