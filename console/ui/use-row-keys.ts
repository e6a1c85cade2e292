import { type RefObject, useRef } from 'react';
import { useShortcuts } from './shortcuts.ts';

/** J and K go through the rows of a list; Enter opens the one that they stand on, as its link would. */
export function useRowKeys<Frame extends HTMLElement>(): RefObject<Frame | null> {
  const frame = useRef<Frame>(null);
  useShortcuts([
    { keys: 'j', label: 'Next row', run: () => step(frame.current, 1) },
    { keys: 'k', label: 'Row before', run: () => step(frame.current, -1) },
  ]);
  return frame;
}

function step(frame: HTMLElement | null, by: 1 | -1): void {
  const links = [...(frame?.querySelectorAll<HTMLElement>('.hw-record-link') ?? [])];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1);
  links[next]?.focus();
}
