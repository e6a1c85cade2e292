import * as z from 'zod/mini';
import type { quoteList } from '../../../api/quotes/schema.ts';
import { QUOTE_STATUSES } from '../../../domain/quote/terms.ts';
import { listCall } from '../../data/paged-query.ts';
import { listSearch, sortBy } from '../../records/list/list-search.ts';
import { flag, oneOf, text } from '../../ui/search.ts';

/** Who a new quote is for, as URL parameters of its form. */
export const newQuoteSearch = z.object({ lead: text, customer: text, property: text });
export type NewQuoteSearch = z.output<typeof newQuoteSearch>;

/** The columns the server can sort by. */
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
  /** What needs attention. */
  waits: oneOf(['questions', 'expiring']),
  /** Only those that came of this campaign. */
  campaign: text,
});
export type QuotesSearch = z.output<typeof quotesSearch>;

/** The quote list's call with its filters and sorting. */
export function quotesPath({ q, sort, status, waits, campaign, removed }: QuotesSearch): string {
  const asked = { search: q, sort, status, ...(waits && { [waits]: true }), campaignId: campaign, removed };
  return listCall('/api/quotes', asked);
}

/** The URL parameters of one quote's page. */
export const quoteSearch = z.object({
  edit: flag,
  /** The version to show, instead of the newest. */
  version: z.catch(z.optional(z.number()), undefined),
  /** Whether the dialog to erase its customer is open. */
  erase: flag,
});
export type QuoteSearch = z.output<typeof quoteSearch>;
