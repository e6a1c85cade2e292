import { Card, Classes } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface FigureProps {
  label: string;
  /** Not yet known without it. */
  value?: ReactNode;
  /** It could not be read. */
  isFailed?: boolean;
  /** How the figure is made; before it is known, of the length that it will have. */
  note?: ReactNode;
  /** The page with the rows that it counts. */
  to?: string;
  /** Of that page's address, where only some of its rows are counted. */
  search?: Record<string, unknown>;
}

/** One figure, its meaning, and the way to the rows that it counts. */
export function Figure({ label, value, isFailed = false, note, to, search }: FigureProps) {
  const isMissing = value === undefined && isFailed;
  // As high as it will be.
  const place = value === undefined && !isFailed ? ` ${Classes.SKELETON}` : '';
  const card = (
    <Card className="hw-stat" compact>
      <div className="hw-stat-label">{label}</div>
      <div className={`hw-stat-value${place}`}>{value ?? (isFailed ? '—' : '000')}</div>
      {(isMissing || note) && <div className={`hw-stat-note${place}`}>{isMissing ? 'Could not be loaded' : note}</div>}
    </Card>
  );
  // What is not known yet opens nothing.
  return to && value !== undefined ? (
    <Link to={to} search={search}>
      {card}
    </Link>
  ) : (
    card
  );
}

/** Figures side by side. @param props.isStrip lower, above something that needs the height */
export function FigureRow({ children, isStrip = false }: { children: ReactNode; isStrip?: boolean }) {
  return <div className={isStrip ? 'hw-stats hw-stats-strip' : 'hw-stats'}>{children}</div>;
}
