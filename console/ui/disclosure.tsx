import type { ReactNode } from 'react';

interface DisclosureProps {
  summary: ReactNode;
  children: ReactNode;
  className?: string;
}

/** What only some want to know, behind one line that never changes its height. */
export function Disclosure({ summary, children, className = '' }: DisclosureProps) {
  return (
    <details className={`hw-disclosure ${className}`}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
