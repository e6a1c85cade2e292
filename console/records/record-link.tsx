import { Link } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useShortcuts } from '../ui/shortcuts.ts';

interface RecordLinkProps {
  id: string;
  /** The key of the address that holds the open record's id. */
  param: string;
  children: ReactNode;
}

/** Its area is the whole row or card, by the style: a click anywhere opens the record, a middle click in a new tab. */
export function RecordLink({ id, param, children }: RecordLinkProps) {
  return (
    <Link to="." search={(now) => ({ ...now, [param]: id, tab: undefined })} className="hw-record-link">
      {children}
    </Link>
  );
}

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
