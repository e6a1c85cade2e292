import { Card } from '@blueprintjs/core';
import type { ReactNode } from 'react';

interface SectionProps {
  /** Nothing where what it holds has a heading already. */
  title?: string;
  /** What can be done there. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a page that stands for itself. */
export function Section({ title, actions, children }: SectionProps) {
  return (
    <Card className="hw-section">
      {title !== undefined && (
        <div className="hw-section-head">
          <h2>{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </Card>
  );
}
