import * as z from 'zod/mini';
import type { quoteList } from '../../../api/quotes/schema.ts';
import { QUOTE_STATUSES } from '../../../domain/quote/terms.ts';
import { listCall } from '../../data/paged-query.ts';
import { listSearch, sortBy } from '../../records/list-search.ts';
import { flag, oneOf, text } from '../../ui/search.ts';

/** For whom a new quote is, in the address of its form. */
export const newQuoteSearch = z.object({ lead: text, customer: text, property: text });
export type NewQuoteSearch = z.output<typeof newQuoteSearch>;

/** The columns that can be sorted by: those that the server sorts by. */
export const QUOTE_SORTS = [
  'quoteNumber',
  'customerName',
  'status',
  'total',
  'validUntil',
  'createdAt',
] as const satisfies readonly (keyof typeof quoteList.sorts)[];

export const quotesSearch = z.object({
  ...listSearch,
  sort: sortBy(QUOTE_SORTS),
  status: oneOf(QUOTE_STATUSES),
  /** What waits for a person. */
  waits: oneOf(['questions', 'expiring']),
});
export type QuotesSearch = z.output<typeof quotesSearch>;

/** The call of the list of quotes with what narrows and orders it. */
export function quotesPath({ q, sort, status, waits, removed }: QuotesSearch): string {
  return listCall('/api/quotes', { search: q, sort, status, ...(waits && { [waits]: true }), removed });
}

/** What of one quote's page is in its address. */
export const quoteSearch = z.object({
  edit: flag,
  /** The version that is looked at, instead of the newest. */
  version: z.catch(z.optional(z.number()), undefined),
  /** Whether the owner is asked to erase whom it is for. */
  erase: flag,
});
export type QuoteSearch = z.output<typeof quoteSearch>;
