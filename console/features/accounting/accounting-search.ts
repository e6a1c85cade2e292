import * as z from 'zod/mini';
import { text } from '../../ui/search.ts';

/** What of the books is in the address. */
export const accountingSearch = z.object({
  /** The first and last day of what is shown of the journal; this month without them. */
  from: text,
  to: text,
  /** The key of the account that the journal is narrowed to. */
  account: text,
});
export type AccountingSearch = z.output<typeof accountingSearch>;
