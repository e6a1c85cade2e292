/** The series that records are numbered in, with what is written before the number: `J-1001`. */
export const SERIES = { job: 'J', quote: 'Q', invoice: 'INV' } as const;
export type Series = keyof typeof SERIES;

/** Of every series: a company's first job looks like one of many. */
export const FIRST_NUMBER = 1_001;

/** A number as people say it, and write it on paper: `J-1001`. */
export function numberText(series: Series, number: number): string {
  return `${SERIES[series]}-${number}`;
}
