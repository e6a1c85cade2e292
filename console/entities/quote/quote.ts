import { queryOptions } from '@tanstack/react-query';
import type { QuoteFigures, QuoteLink, QuoteRecord, QuoteWithVersions } from '../../../api/quotes/schema.ts';
import { pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { ERASED } from '../../ui/values/erased.ts';

/** The collection of quotes. */
export const QUOTES = ['quotes'] as const;

/** An email that was not delivered shows on its quote. */
const META = { collections: QUOTES, anyOf: ['mails'] } as const;

/** Path of a quote. */
export function quotePath(id: string): string {
  return `/api/quotes/${encodeURIComponent(id)}`;
}

/** URL of a quote's page. */
export function quotePage(id: string): string {
  return `/quotes/${encodeURIComponent(id)}`;
}

/** One quote with all its versions, removed or not. */
export function quoteQuery(id: string) {
  return queryOptions({
    queryKey: ['quote', id],
    // Where its links went is told apart from the address that its customer has now.
    meta: { ...META, anyOf: [...META.anyOf, 'customers', 'leads'], id },
    queryFn: (context) => read<QuoteWithVersions>(quotePath(id), context),
  });
}

/** The quotes of a call, loaded as far as the person has scrolled. */
export function quotesQuery(path: string) {
  return pagedQuery<QuoteRecord>({
    queryKey: ['quotes', path],
    meta: META,
    path,
    limit: 60,
    further: 200,
    select: recordsOf,
  });
}

/** The number and total of quotes by status. */
export const quoteFiguresQuery = queryOptions({
  queryKey: ['quote-figures'],
  meta: META,
  queryFn: (context) => read<QuoteFigures>('/api/quotes/figures', context),
});

/** The customer's link to the version on offer. @param version refetches for each */
export function quoteLinkQuery(id: string, version: number) {
  return queryOptions({
    queryKey: ['quote-link', id, version],
    meta: { collections: QUOTES, id },
    queryFn: (context) => read<QuoteLink>(`${quotePath(id)}/link`, context),
  });
}

/** A quote's display name: its customer, or else its number. */
export function quoteName({
  customerName,
  quoteNumber,
  erased,
}: Pick<QuoteRecord, 'customerName' | 'quoteNumber' | 'erased'>): string {
  if (erased) return ERASED;
  return customerName ?? quoteNumber ?? 'Quote';
}
