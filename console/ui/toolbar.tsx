import type { ReactNode } from 'react';

interface ToolbarProps {
  /** What narrows and orders what is shown. */
  children: ReactNode;
  /** At the far end: how it is shown, and what can be done with all of it. */
  end?: ReactNode;
}

/** The row of search, filters and buttons above what they act on. */
export function Toolbar({ children, end }: ToolbarProps) {
  return (
    <div className="hw-toolbar">
      {children}
      {end && <div className="hw-toolbar-end">{end}</div>}
    </div>
  );
}
