import { Link } from '@tanstack/react-router';
import { FiguresFrame } from '../figures-frame.tsx';
import { type ChartPoint, type ChartSeries, formatValue } from './chart-data.ts';

interface ChartTableProps {
  title: string;
  pointLabel: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  openText: string;
  /** For screen readers only: then nothing in it takes the focus, as nobody would see where it is. */
  isHidden: boolean;
}

/** From this number of columns on, a table is wider than a phone. */
const MANY_COLUMNS = 4;

/** A chart's figures as a table. */
export function ChartTable({ title, pointLabel, series, points, openText, isHidden }: ChartTableProps) {
  const hasRange = points.some(({ range }) => range);
  const kind = series[0]?.kind ?? 'count';
  const isMany = 1 + series.length + (hasRange ? 1 : 0) >= MANY_COLUMNS;
  const table = (
    <table className={isMany && !isHidden ? 'hw-figures hw-figures-stack' : 'hw-figures'}>
      <caption className="hw-visually-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{pointLabel}</th>
          {series.map(({ id, label }) => (
            <th key={id} scope="col">
              {label}
            </th>
          ))}
          {hasRange && <th scope="col">Likely range</th>}
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.id}>
            <th scope="row">
              {point.to !== undefined && !isHidden ? (
                <Link to={point.to} search={point.search} title={openText}>
                  {point.label}
                </Link>
              ) : (
                point.label
              )}
            </th>
            {series.map(({ id, label, kind: ofSeries }) => (
              <td key={id} data-label={label}>
                {formatValue(point.values[id], ofSeries)}
              </td>
            ))}
            {hasRange && (
              <td data-label="Likely range">
                {point.range ? `${formatValue(point.range[0], kind)} to ${formatValue(point.range[1], kind)}` : ''}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return isHidden ? (
    // Placed here: placed by the page, it would make the window scroll where the chart is below its edge.
    <div className="hw-chart-unseen">
      <div className="hw-visually-hidden">{table}</div>
    </div>
  ) : (
    <FiguresFrame title={`${title} as a table`}>{table}</FiguresFrame>
  );
}
