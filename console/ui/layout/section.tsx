import { Card } from '@blueprintjs/core';
import type { ReactNode } from 'react';

interface SectionProps {
  /** None if the content has its own heading. */
  title?: string;
  /** Its buttons. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A self-contained part of a page. */
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
