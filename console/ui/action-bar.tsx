import type { ReactNode } from 'react';

interface ActionBarProps {
  /** Acts at the end settle what is above them, as Save does; those at the start begin something. */
  at?: 'start' | 'end';
  children: ReactNode;
}

/** The acts of a form, a drawer or a dialog, in a row. On a phone they stay where the thumb is while the rest scrolls. */
export function ActionBar({ at = 'end', children }: ActionBarProps) {
  return <div className={`hw-action-bar hw-action-bar-${at}`}>{children}</div>;
}
