import { Card, Classes } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface FigureProps {
  label: string;
  /** Undefined while unknown. */
  value?: ReactNode;
  /** Loading it failed. */
  isFailed?: boolean;
  /** How the figure is calculated; until it is known, placeholder text of the same length. */
  note?: ReactNode;
  /** Which amount it is, where several go by this label. */
  counted?: string;
  /** Another amount that is read along with it, by its own name; its value is undefined while unknown. */
  beside?: { label: string; value?: ReactNode };
  /** The page with the rows it counts. */
  to?: string;
  /** That page's search parameters, if it counts only some of its rows. */
  search?: Record<string, unknown>;
}

/** One figure with its meaning and a link to the rows it counts. */
export function Figure({ label, value, isFailed = false, note, counted, beside, to, search }: FigureProps) {
  const isMissing = value === undefined && isFailed;
  // As high as it will be.
  const place = value === undefined && !isFailed ? ` ${Classes.SKELETON}` : '';
  const card = (
    <Card className="hw-stat" compact>
      <div className="hw-stat-label">{label}</div>
      <div className={`hw-stat-value${place}`}>{value ?? (isFailed ? '—' : '000')}</div>
      {counted && <div className="hw-stat-note">{counted}</div>}
      {(isMissing || note) && <div className={`hw-stat-note${place}`}>{isMissing ? 'Could not be loaded' : note}</div>}
      {beside && (
        <div className="hw-stat-beside">
          {beside.label}{' '}
          <strong className={beside.value === undefined ? Classes.SKELETON : ''}>{beside.value ?? '$000'}</strong>
        </div>
      )}
    </Card>
  );
  // Until it is known there is nothing to open.
  return to && value !== undefined ? (
    <Link to={to} search={search}>
      {card}
    </Link>
  ) : (
    card
  );
}

/** Figures side by side. @param props.isStrip lower, above content that needs the height */
export function FigureRow({ children, isStrip = false }: { children: ReactNode; isStrip?: boolean }) {
  return <div className={isStrip ? 'hw-stats hw-stats-strip' : 'hw-stats'}>{children}</div>;
}
