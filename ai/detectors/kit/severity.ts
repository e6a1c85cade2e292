import type { InsightSeverity } from '../../../domain/insight/terms.ts';
import { monthOf } from '../../../domain/kit/times.ts';
import type { Facts } from '../../facts/facts.ts';
import { perFacts, perRecord } from '../../facts/kept.ts';

const MONTHS = 12;
/** What a company without a month of invoices is measured by: a crew's slow month, in cents. */
const SMALL_MONTH = 2_000_000;
/** The shares of a month's invoices from which what is at stake is no detail, and from which it hurts. */
const WARNING = 0.05;
const CRITICAL = 0.25;

const billed = perRecord('invoices', ({ month, revenue, isCancelled }) => (isCancelled ? null : { month, revenue }));

/**
 * What the company invoices in a month, in cents: the average of the last twelve months that are over, or of as many as
 * it has, so that it changes once a month only.
 */
export const monthlyRevenue = perFacts((facts: Facts): number => {
  const last = Temporal.PlainYearMonth.from(monthOf(facts.today));
  const first = last.subtract({ months: MONTHS }).toString();
  const byMonth = new Map<string, number>();
  const end = last.toString();
  for (const { month, revenue } of billed.all(facts)) {
    if (month < first || month >= end) continue;
    byMonth.set(month, (byMonth.get(month) ?? 0) + revenue);
  }
  const earliest = [...byMonth.keys()].sort()[0];
  if (earliest === undefined) return SMALL_MONTH;
  const months = Temporal.PlainYearMonth.from(earliest).until(last, { largestUnit: 'month' }).months;
  return Math.max([...byMonth.values()].reduce((sum, cents) => sum + cents, 0) / months, 1);
});

/** How severe something is by what is at stake. It reads the invoices. @param worth in cents */
export function severityOf(worth: number, facts: Facts): InsightSeverity {
  const share = worth / monthlyRevenue(facts);
  if (share >= CRITICAL) return 'critical';
  return share >= WARNING ? 'warning' : 'info';
}
