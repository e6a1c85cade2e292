/** What is known of a finished job. */
interface Finished {
  /** Its price, in cents. */
  amount: number | null;
  /** Everyone's recorded hours. */
  hours: readonly unknown[];
}

/**
 * Whether the profit of a finished job is known: one without a price has none, and one without recorded hours has no
 * labor among its costs (docs/design/money.md#what-the-company-earns).
 */
export function isProfitKnown<Job extends Finished>(job: Job): job is Job & { amount: number } {
  return job.amount !== null && job.hours.length > 0;
}
