/** What a campaign brought in. Amounts are in cents. */
export interface Outcome {
  /** Those that came by it and were not deleted. */
  leads: number;
  /** For those leads. */
  quotes: number;
  /** Jobs of those quotes, but for cancelled and removed ones. */
  wonJobs: number;
  /** What was paid on the invoices of those quotes, deposits and tax included, and is still held; not on cancelled ones. */
  revenue: number;
}

export const NO_OUTCOME: Outcome = { leads: 0, quotes: 0, wonJobs: 0, revenue: 0 };

/**
 * What each of several cost, in whole cents: the budget divided by how many there are, half a cent up.
 * @param budget in cents
 * @returns null without a budget, and where nothing came
 */
export function costOfEach(budget: number | null, count: number): number | null {
  return budget === null || count === 0 ? null : Math.round(budget / count);
}
