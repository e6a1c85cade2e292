import type { ReactNode } from 'react';

interface DisclosureProps {
  summary: ReactNode;
  children: ReactNode;
  className?: string;
  /** Whether it is open before anybody opens or closes it. */
  startsOpen?: boolean;
  /** Among small print, or once per row of a list. */
  isSmall?: boolean;
}

/** What only some want to know, behind one line that never changes its height. */
export function Disclosure({
  summary,
  children,
  className = '',
  startsOpen = false,
  isSmall = false,
}: DisclosureProps) {
  return (
    <details className={`hw-disclosure ${isSmall ? 'hw-disclosure-small' : ''} ${className}`} open={startsOpen}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
