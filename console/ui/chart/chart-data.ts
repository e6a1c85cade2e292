import { formatMoney } from '../format.ts';

/** What a number of a chart is: dollars, a count, hours, or hundredths of a whole. */
export type ValueKind = 'money' | 'count' | 'hours' | 'percent';

export interface ChartSeries {
  /** By which the points hold its values. */
  id: string;
  /** What people call it: `Revenue`. */
  label: string;
  kind: ValueKind;
  /** It stands in the words and in the table, and is not drawn. */
  isOnlyTold?: boolean;
}

/** One place of a chart: a month, a service. */
export interface ChartPoint {
  id: string;
  /** In full: `November 2026`. */
  label: string;
  /** Where there is little room: `Nov`. */
  short: string;
  /** By series; null where nothing is known. */
  values: Readonly<Record<string, number | null>>;
  /** From where to where the first series may lie: a forecast's error. */
  range?: readonly [low: number, high: number];
  /** The page that lists the rows behind it; nothing opens without it. */
  to?: string;
  /** Of that page's address. */
  search?: Readonly<Record<string, unknown>>;
}

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** A value in full: `$1,200.50`, `12`, `4.5 h`, `12.3%`; nothing shows as a dash. */
export function formatValue(value: number | null | undefined, kind: ValueKind): string {
  if (value === null || value === undefined) return '—';
  if (kind === 'money') return formatMoney(value);
  const number = value.toLocaleString('en-US', { maximumFractionDigits: kind === 'count' ? 0 : 1 });
  if (kind === 'hours') return `${number} h`;
  return kind === 'percent' ? `${number}%` : number;
}

/** A value where there is little room: `$1.2K`. */
export function formatShort(value: number, kind: ValueKind): string {
  return kind === 'money' ? compact.format(value) : formatValue(value, kind);
}

/** All that a chart says at one point: `November 2026: Revenue $1,200, Costs $800`. */
export function pointText({ label, values, range }: ChartPoint, series: readonly ChartSeries[]): string {
  const said = series.map(({ id, label: name, kind }) => `${name} ${formatValue(values[id], kind)}`);
  const kind = series[0]?.kind ?? 'count';
  const within = range ? [`between ${formatValue(range[0], kind)} and ${formatValue(range[1], kind)}`] : [];
  return `${label}: ${[...said, ...within].join(', ')}`;
}
