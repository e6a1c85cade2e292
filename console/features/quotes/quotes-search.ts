import * as z from 'zod/mini';
import type { quoteList } from '../../../api/quotes/schema.ts';
import { QUOTE_STATUSES } from '../../../domain/quote/terms.ts';
import { listCall } from '../../data/paged-query.ts';
import { listSearch, sortBy } from '../../records/list/list-search.ts';
import type { Range } from '../../records/list/ranges.tsx';
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
  /** The first and last day on which they were made, sent last, approved, or came to an end. */
  from: text,
  to: text,
  sentFrom: text,
  sentTo: text,
  approvedFrom: text,
  approvedTo: text,
  endedFrom: text,
  endedTo: text,
  /** The lowest and highest total, in dollars. */
  totalFrom: text,
  totalTo: text,
});
export type QuotesSearch = z.output<typeof quotesSearch>;

/** The ranges without an input of their own. */
export const QUOTE_RANGES: readonly Range[] = [
  { what: 'Made', keys: ['from', 'to'], kind: 'days' },
  { what: 'Last sent', keys: ['sentFrom', 'sentTo'], kind: 'days' },
  { what: 'Approved', keys: ['approvedFrom', 'approvedTo'], kind: 'days' },
  { what: 'Ended', keys: ['endedFrom', 'endedTo'], kind: 'days' },
  { what: 'Total', keys: ['totalFrom', 'totalTo'], kind: 'dollars' },
];

/** The quote list's call with its filters and sorting. */
export function quotesPath({ q, sort, status, waits, campaign, removed, ...others }: QuotesSearch): string {
  const { from, to, sentFrom, sentTo, approvedFrom, approvedTo, endedFrom, endedTo, totalFrom, totalTo } = others;
  const ranges = { from, to, sentFrom, sentTo, approvedFrom, approvedTo, endedFrom, endedTo, totalFrom, totalTo };
  const asked = { ...ranges, search: q, sort, status, ...(waits && { [waits]: true }), campaignId: campaign, removed };
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
