import type { ReactNode } from 'react';

interface ActionBarProps {
  /** Buttons at the end complete what is above them, like Save; those at the start begin something. */
  at?: 'start' | 'end';
  children: ReactNode;
}

/**
 * The buttons of a form, a drawer or a dialog, in a row. On a phone they stay within reach of the thumb while the rest
 * scrolls.
 */
export function ActionBar({ at = 'end', children }: ActionBarProps) {
  return <div className={`hw-action-bar hw-action-bar-${at}`}>{children}</div>;
}
