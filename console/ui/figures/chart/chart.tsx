import { Button } from '@blueprintjs/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Section } from '../../layout/section.tsx';
import { useIsPhone } from '../../layout/use-media.ts';
import { type ChartPoint, type ChartSeries, formatValue, pointText } from './chart-data.ts';
import { ChartTable } from './chart-table.tsx';

// The chart library is loaded with the first chart, so that no other page pays for it. Without it the figures are still
// there.
const Plot = lazy(() => import('./chart-plot.tsx').catch(() => ({ default: NoPlot })));

/** How it is drawn: bars side by side, bars in rows (shares of a whole), or a line with its range. */
export type ChartShape = 'bars' | 'rows' | 'line';

interface ChartProps {
  title: string;
  /** The conclusion, in one sentence. */
  summary: ReactNode;
  shape: ChartShape;
  /** What a point stands for: `Month`. */
  pointLabel: string;
  /** The first one has the range. */
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  /** Text of the link to the rows behind a point: `Show the jobs`. */
  openText: string;
  /** Below it: how its figures are calculated. */
  children?: ReactNode;
}

/**
 * Figures as a chart, and also as a table, which screen readers always get (docs/design/console.md#charts). One point is
 * selected, by mouse, touch or arrow keys, and described in text with a link to the rows behind it.
 */
export function Chart(props: ChartProps) {
  const { title, summary, shape, pointLabel, series, points, openText, children } = props;
  const [isTable, setTable] = useState(false);
  const table = (
    <ChartTable
      title={title}
      pointLabel={pointLabel}
      series={series}
      points={points}
      openText={openText}
      isHidden={!isTable}
    />
  );
  return (
    <Section
      title={title}
      actions={
        <Button
          size="small"
          variant="minimal"
          text={isTable ? 'Show as chart' : 'Show as table'}
          aria-label={`${title}: ${isTable ? 'show as chart' : 'show as table'}`}
          onClick={() => setTable(!isTable)}
        />
      }
    >
      <p className="hw-chart-summary">{summary}</p>
      {isTable ? null : <Picture title={title} shape={shape} series={series} points={points} openText={openText} />}
      {table}
      {children}
    </Section>
  );
}

type PictureProps = Pick<ChartProps, 'title' | 'shape' | 'series' | 'points' | 'openText'>;

function Picture({ title, shape, series, points, openText }: PictureProps) {
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const said = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const at = points.findIndex(({ id }) => id === chosen);
  // By default the newest month, or the largest share.
  const index = at !== -1 ? at : shape === 'rows' ? 0 : points.length - 1;
  const point = points[index];
  // Bars side by side need more space than a phone has.
  const drawn = shape === 'bars' && isPhone ? 'rows' : shape;
  const shown = series.filter(({ isOnlyTold }) => !isOnlyTold);
  if (!point) return null;

  const choose = (next: number) => setChosen(points[Math.min(Math.max(next, 0), points.length - 1)]?.id ?? null);
  const open = ({ to, search }: ChartPoint) => {
    if (to !== undefined) void navigate({ to, search: { ...search } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = stepOf(event.key, index, points.length);
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === null) open(point);
    else choose(next);
  };
  return (
    <>
      <Legend series={shown} hasRange={points.some(({ range }) => range)} />
      <div
        className={`hw-chart hw-chart-${drawn}`}
        style={drawn === 'rows' ? { height: rowsHeight(points.length, shown.length) } : undefined}
        role="slider"
        tabIndex={0}
        aria-label={`${title}, point by point`}
        aria-orientation={drawn === 'rows' ? 'vertical' : 'horizontal'}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={index + 1}
        aria-valuetext={pointText(point, series)}
        aria-describedby={said}
        onKeyDown={onKeyDown}
      >
        <Suspense fallback={null}>
          <Plot shape={drawn} series={shown} points={points} index={index} onChoose={choose} onOpen={open} />
        </Suspense>
      </div>
      <p className="hw-chart-said">
        <strong>{point.label}</strong>
        {series.map(({ id, label, kind }) => (
          <span key={id}>
            {label} {formatValue(point.values[id], kind)}
          </span>
        ))}
        {point.range && (
          <span>
            between {formatValue(point.range[0], series[0]?.kind ?? 'count')} and{' '}
            {formatValue(point.range[1], series[0]?.kind ?? 'count')}
          </span>
        )}
        {point.to !== undefined && (
          <Link className="hw-chart-open" to={point.to} search={point.search}>
            {openText}
          </Link>
        )}
      </p>
      <span id={said} hidden>
        Arrow keys go from point to point, Enter opens the rows behind one.
      </span>
    </>
  );
}

/** Which point a key moves to; null for other keys. */
function stepOf(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return index + 1;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return index - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** A CSS length: each row is as high as a touch target, and higher if it has several bars. */
export function rowsHeight(points: number, series: number): string {
  return `calc(${points} * (var(--hw-touch) + ${series - 1} * var(--hw-space-4)))`;
}

/** What the colors and patterns mean; a single series is named by the title. */
function Legend({ series, hasRange }: { series: readonly ChartSeries[]; hasRange: boolean }) {
  if (series.length < 2 && !hasRange) return null;
  return (
    <ul className="hw-chart-legend" aria-hidden="true">
      {series.map(({ id, label }, at) => (
        <li key={id}>
          <span className={`hw-chart-key hw-chart-key-${at + 1}`} />
          {label}
        </li>
      ))}
      {hasRange && (
        <li>
          <span className="hw-chart-key hw-chart-key-range" />
          Likely range
        </li>
      )}
    </ul>
  );
}

/** Shown if the chart library could not be loaded. */
function NoPlot() {
  return <span className="hw-chart-none">The chart could not be loaded. The table has the same figures.</span>;
}
