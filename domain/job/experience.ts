import { FEWEST_JOBS } from './terms.ts';

// What finished jobs teach about the next one (docs/design.md#what-finished-jobs-teach).

/** A finished job, as far as it is compared. */
export interface FinishedJob {
  /** Hours, as it was estimated. */
  estimatedHours: number | null;
  /** Hours that the clock ran. */
  clockHours: number;
  /** Cents: what it was quoted for, and what it cost. */
  amount: number | null;
  cost: number;
}

/** The sizes of jobs, by the hours that they are estimated to take: up to each, the last without end. */
const SIZES = [2, 4, 8, Number.POSITIVE_INFINITY] as const;

/** Hours: more than `from`, and at most `to`, where it ends. */
export interface JobSize {
  from: number;
  to: number | null;
}

/** What finished jobs of one service and size suggest; a null is what too few of them told. */
export interface Suggestion {
  /** Hours to the quarter. */
  hours: number | null;
  /** Whole dollars, in cents. */
  price: number | null;
  /** What jobs took for each hour that was estimated: 1.25 is a quarter more. */
  overrun: number | null;
  /** Of the price, in hundredths, what was left of it after the costs. */
  margin: number | null;
}

/** @param hours that a job is estimated to take */
export function sizeOf(hours: number): JobSize {
  const at = SIZES.findIndex((most) => hours <= most);
  const to = SIZES[at] ?? Number.POSITIVE_INFINITY;
  return { from: SIZES[at - 1] ?? 0, to: Number.isFinite(to) ? to : null };
}

/** Whether a job was estimated to be of a size. */
export function isOfSize({ estimatedHours }: Pick<FinishedJob, 'estimatedHours'>, { from, to }: JobSize): boolean {
  return estimatedHours !== null && estimatedHours > from && (to === null || estimatedHours <= to);
}

/** Medians of what the jobs told: one job that went wrong does not decide. @returns nulls where fewer than five told it */
export function suggestionOf(jobs: readonly FinishedJob[]): Suggestion {
  const took = jobs.filter(({ clockHours }) => clockHours > 0);
  const hours = medianOf(took.map(({ clockHours }) => clockHours));
  const overrun = medianOf(
    took.flatMap(({ estimatedHours, clockHours }) => (estimatedHours ? [clockHours / estimatedHours] : [])),
  );
  const price = medianOf(jobs.flatMap(({ amount }) => (amount === null ? [] : [amount])));
  // Without an entry in the ledger nobody knows what it cost: that is no gain.
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
