import type { PredictionUnit } from '../../domain/forecast/terms.ts';
import type { Evidence } from '../../domain/insight/finding.ts';
import { MOST_EVIDENCE } from '../../domain/insight/terms.ts';

/** A figure of the time to come, with what it rests on. */
export interface PredictedFigure {
  /** Stable, for whoever reads the figures by name: `next_month`. */
  id: string;
  label: string;
  unit: PredictionUnit;
  /** Null where there is too little data, which `needs` then says. */
  value: number | null;
  needs: string | null;
  /** Null where the past does not tell how much it varies. */
  range: { low: number; high: number; says: string } | null;
  /** How it is made. */
  method: string;
  /** How far off it has been; null where nothing tells. */
  offBy: string | null;
  /** The records behind it, the most important first: at most {@link MOST_EVIDENCE} of `total`. */
  rows: readonly Evidence[];
  total: number;
}

/** What is said together. */
export type Predicted = readonly PredictedFigure[];

/** Four of five tries stayed within it. */
export const FOUR_OF_FIVE = 'four times out of five';

type Given = Pick<PredictedFigure, 'id' | 'label' | 'unit' | 'method'>;
type Told = Given & { value: number } & Partial<Pick<PredictedFigure, 'range' | 'offBy' | 'rows'>>;

/** A figure that can be told. @param told with all records behind it */
export function toldFigure({ range = null, offBy = null, rows = [], ...told }: Told): PredictedFigure {
  return { ...told, needs: null, range, offBy, rows: rows.slice(0, MOST_EVIDENCE), total: rows.length };
}

/** One for which there is too little data. @param given `needs` in whole sentences: `Twenty paid invoices.` */
export function untoldFigure(given: Given & { needs: string }): PredictedFigure {
  return { ...given, value: null, range: null, offBy: null, rows: [], total: 0 };
}

/** `Off by 12% on average over 14 tries.` */
export function offByText({ tries, percentError }: { tries: number; percentError: number | null }): string | null {
  if (tries === 0 || percentError === null) return null;
  return `Off by ${percentError}% on average over ${tries} ${tries === 1 ? 'try' : 'tries'}.`;
}
