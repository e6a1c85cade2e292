import { FEWEST_JOBS } from './terms.ts';

// What finished jobs teach about the next one (docs/design/money.md#what-finished-jobs-teach).

/** What is compared about a finished job. */
export interface FinishedJob {
  /** Estimated hours. */
  estimatedHours: number | null;
  /** Hours the clock ran. */
  clockHours: number;
  /** In cents: the quoted price, and what the job cost. */
  amount: number | null;
  cost: number;
}

/** Upper limits of the job sizes, in estimated hours; the last size has none. */
const SIZES = [2, 4, 8, Number.POSITIVE_INFINITY] as const;

/** In hours: more than `from` and at most `to`; null for no upper limit. */
export interface JobSize {
  from: number;
  to: number | null;
}

/** What finished jobs of one service and size suggest; null where too few of them say. */
export interface Suggestion {
  /** Rounded to a quarter of an hour. */
  hours: number | null;
  /** Whole dollars, in cents. */
  price: number | null;
  /** Actual hours per estimated hour: 1.25 is a quarter over. */
  overrun: number | null;
  /** The percentage of the price left after costs. */
  margin: number | null;
}

/** @param hours the estimate for a job */
export function sizeOf(hours: number): JobSize {
  const at = SIZES.findIndex((most) => hours <= most);
  const to = SIZES[at] ?? Number.POSITIVE_INFINITY;
  return { from: SIZES[at - 1] ?? 0, to: Number.isFinite(to) ? to : null };
}

/** Whether a job falls in a size by its estimate. */
export function isOfSize({ estimatedHours }: Pick<FinishedJob, 'estimatedHours'>, { from, to }: JobSize): boolean {
  return estimatedHours !== null && estimatedHours > from && (to === null || estimatedHours <= to);
}

/** Medians, so that one job gone wrong does not decide. @returns null for whatever fewer than five jobs say */
export function suggestionOf(jobs: readonly FinishedJob[]): Suggestion {
  const took = jobs.filter(({ clockHours }) => clockHours > 0);
  const hours = medianOf(took.map(({ clockHours }) => clockHours));
  const overrun = medianOf(
    took.flatMap(({ estimatedHours, clockHours }) => (estimatedHours ? [clockHours / estimatedHours] : [])),
  );
  // Work for nothing says nothing of a price.
  const price = medianOf(jobs.flatMap(({ amount }) => amount || []));
  // Without an entry in the cost ledger nobody knows what the job cost: that does not mean it was all profit.
  const margin = medianOf(
    jobs.flatMap(({ amount, cost }) => (amount && cost > 0 ? [((amount - cost) / amount) * 100] : [])),
  );
  return {
    hours: hours === null ? null : Math.max(0.25, Math.round(hours * 4) / 4),
    price: price === null ? null : Math.round(price / 100) * 100,
    overrun: overrun === null ? null : Math.round(overrun * 100) / 100,
    margin: margin === null ? null : Math.round(margin),
  };
}

function medianOf(values: readonly number[]): number | null {
  if (values.length < FEWEST_JOBS) return null;
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[middle]];
  return (low + high) / 2;
}
