/** The number series of records, with the prefix of each: `J-1001`. */
export const SERIES = { job: 'J', quote: 'Q', invoice: 'INV' } as const;
export type Series = keyof typeof SERIES;

/** The first number of every series: a company's first job should look like one of many. */
export const FIRST_NUMBER = 1_001;

/** A number as people say and write it: `J-1001`. */
export function numberText(series: Series, number: number): string {
  return `${SERIES[series]}-${number}`;
}
