import * as z from 'zod/mini';
import { oneOf, text } from '../../ui/search.ts';

/** The tabs of the page, in their order. */
export const FINANCE_TABS = ['overview', 'profitability', 'trends', 'forecast'] as const;
export type FinanceTab = (typeof FINANCE_TABS)[number];

/** What of the page is in its address. */
export const financeSearch = z.object({
  /** The first and the last day, `YYYY-MM-DD`; from 1 January to today without them. */
  from: text,
  to: text,
  tab: oneOf(FINANCE_TABS),
  /** The rows behind a figure, which take the place of the tabs. */
  rows: oneOf(['payments', 'costs']),
  /** What profitability is told of, and its order. */
  by: oneOf(['job', 'service', 'crew']),
  sort: text,
  /** Of the jobs, only those of one service or of one crew by its id; `none` is those without any. */
  service: text,
  crew: text,
});
export type FinanceSearch = z.output<typeof financeSearch>;
