import * as z from 'zod/mini';
import { oneOf, text } from '../../ui/search.ts';

/** The quick reports, in their order. */
export const QUICK_REPORTS = ['customers', 'jobs', 'revenue', 'crews'] as const;
export type QuickReport = (typeof QUICK_REPORTS)[number];

export const QUICK_REPORT_TITLES: Readonly<Record<QuickReport, string>> = {
  customers: 'Customer Report',
  jobs: 'Job Report',
  revenue: 'Revenue Report',
  crews: 'Crew Performance',
};

/** What of the reports is in the address. */
export const reportsSearch = z.object({
  /** The quick report that is open. */
  report: oneOf(QUICK_REPORTS),
  /** Its first and last day; from 1 January to today without them. */
  from: text,
  to: text,
  /** Of the jobs, only those of one service or one crew. */
  service: text,
  crew: text,
  /** The day whose receivables are shown; today without it. */
  asOf: text,
});
export type ReportsSearch = z.output<typeof reportsSearch>;
