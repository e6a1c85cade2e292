import * as z from 'zod/mini';
import { oneOf, text } from '../../ui/search.ts';

/** The tabs of the page, in order. */
export const FINANCE_TABS = ['overview', 'profitability', 'trends', 'forecast'] as const;
export type FinanceTab = (typeof FINANCE_TABS)[number];

/** The page's URL parameters. */
export const financeSearch = z.object({
  /** The first and last day, `YYYY-MM-DD`; defaults to January 1 through today. */
  from: text,
  to: text,
  tab: oneOf(FINANCE_TABS),
  /** The rows behind a figure, shown instead of the tabs. */
  rows: oneOf(['payments', 'costs']),
  /** The grouping of profitability, and its sorting. */
  by: oneOf(['job', 'service', 'crew']),
  sort: text,
  /** Only the jobs of one service, or of one crew by id; `none` for those without any. */
  service: text,
  crew: text,
});
export type FinanceSearch = z.output<typeof financeSearch>;
