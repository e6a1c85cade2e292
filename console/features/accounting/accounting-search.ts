import * as z from 'zod/mini';
import { text } from '../../ui/search.ts';

/** The URL's search parameters for the books. */
export const accountingSearch = z.object({
  /** The first and last day of the journal shown; defaults to this month. */
  from: text,
  to: text,
  /** Key of the account to filter the journal by. */
  account: text,
});
export type AccountingSearch = z.output<typeof accountingSearch>;
