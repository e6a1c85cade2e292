import * as z from 'zod/mini';
import { oneOf, text } from '../../ui/search.ts';

/** The quick reports, in order. */
export const QUICK_REPORTS = ['customers', 'jobs', 'revenue', 'crews'] as const;
export type QuickReport = (typeof QUICK_REPORTS)[number];

export const QUICK_REPORT_TITLES: Readonly<Record<QuickReport, string>> = {
  customers: 'Customer Report',
  jobs: 'Job Report',
  revenue: 'Revenue Report',
  crews: 'Crew Performance',
};

/** The URL parameters of the reports. */
export const reportsSearch = z.object({
  /** The open quick report. */
  report: oneOf(QUICK_REPORTS),
  /** Its first and last day; defaults to January 1 through today. */
  from: text,
  to: text,
  /** Only the jobs of one service or one crew. */
  service: text,
  crew: text,
  /** The day of the receivables; defaults to today. */
  asOf: text,
});
export type ReportsSearch = z.output<typeof reportsSearch>;
