import { formatMoney } from '../../values/format.ts';

/** The unit of a chart's numbers: dollars, a count, hours, or percent. */
export type ValueKind = 'money' | 'count' | 'hours' | 'percent';

export interface ChartSeries {
  /** The key of its values in the points. */
  id: string;
  /** Its name: `Revenue`. */
  label: string;
  kind: ValueKind;
  /** It appears in the text and the table, but is not drawn. */
  isOnlyTold?: boolean;
  /** The ticks of its axis, first to last, where its values have bounds. */
  scale?: readonly number[];
}

/** One point of a chart: a month, a service. */
export interface ChartPoint {
  id: string;
  /** In full: `November 2026`. */
  label: string;
  /** Where space is short: `Nov`. */
  short: string;
  /** By series; null if unknown. */
  values: Readonly<Record<string, number | null>>;
  /** The low and high bound of the first series: a forecast's error. */
  range?: readonly [low: number, high: number];
  /** The page that lists the rows behind it; without it nothing opens. */
  to?: string;
  /** That page's search parameters. */
  search?: Readonly<Record<string, unknown>>;
}

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** A value in full: `$1,200.50`, `12`, `4.5 h`, `12.3%`; a dash for none. */
export function formatValue(value: number | null | undefined, kind: ValueKind): string {
  if (value === null || value === undefined) return '—';
  if (kind === 'money') return formatMoney(value);
  const number = value.toLocaleString('en-US', { maximumFractionDigits: 1 });
  if (kind === 'hours') return `${number} h`;
  return kind === 'percent' ? `${number}%` : number;
}

/** A value where space is short: `$1.2K`. */
export function formatShort(value: number, kind: ValueKind): string {
  return kind === 'money' ? compact.format(value) : formatValue(value, kind);
}

/** Everything a chart says about one point: `November 2026: Revenue $1,200, Costs $800`. */
export function pointText({ label, values, range }: ChartPoint, series: readonly ChartSeries[]): string {
  const said = series.map(({ id, label: name, kind }) => `${name} ${formatValue(values[id], kind)}`);
  const kind = series[0]?.kind ?? 'count';
  const within = range ? [`between ${formatValue(range[0], kind)} and ${formatValue(range[1], kind)}`] : [];
  return `${label}: ${[...said, ...within].join(', ')}`;
}
