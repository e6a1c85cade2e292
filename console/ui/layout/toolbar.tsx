import type { ReactNode } from 'react';

interface ToolbarProps {
  /** Filters and sorting. */
  children: ReactNode;
  /** At the far end: how it is displayed, and acts on the whole list. */
  end?: ReactNode;
}

/** The row of search, filters and buttons above what they apply to. */
export function Toolbar({ children, end }: ToolbarProps) {
  return (
    <div className="hw-toolbar">
      {children}
      {end && <div className="hw-toolbar-end">{end}</div>}
    </div>
  );
}
