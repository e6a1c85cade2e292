import { cpus, release, totalmem } from 'node:os';

/** One row of a bench's table: a name and its figures. */
export type Row = Record<string, string | number>;

/**
 * Prints a table for a person, and as the last line one JSON object of the figures for a program
 * (tests/README.md).
 */
export function report(bench: string, rows: readonly Row[], figures: Record<string, unknown> = {}): void {
  console.table(rows);
  console.log(JSON.stringify({ bench, machine: machine(), rows, ...figures }));
}

/** What the figures were measured on. */
export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model ?? 'unknown'}, ${memory} GiB, ${process.platform} ${release()}, Node ${process.version}`;
}

/** The median; of two middle values, the lower one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

/** The value that this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** With at most this many decimals. */
export function round(value: number, digits = 0): number {
  return Number(value.toFixed(digits));
}
