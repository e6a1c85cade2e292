import { queryOptions } from '@tanstack/react-query';
import type { CustomerRecord, TagInUse } from '../../../api/customers/schema.ts';
import { wordsFound } from '../../../domain/kit/search-text.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { ERASED } from '../../ui/values/erased.ts';

export interface CustomerFilter {
  search: string;
  sort?: string | undefined;
  tag?: string | undefined;
  /** Archived customers instead of the others. */
  removed?: boolean | undefined;
}

/** The customer list's call with its filters. */
export function customersPath({ search, ...filter }: CustomerFilter): string {
  return listCall('/api/customers', { search, ...filter });
}

/** The customers page by page, as the person scrolls: a company may have thousands. */
export function customersQuery(filter: CustomerFilter) {
  const path = customersPath(filter);
  return pagedQuery<CustomerRecord>({
    queryKey: ['customers', path],
    meta: { collections: ['customers'] },
    path,
    limit: 60,
    further: 200,
    select: recordsOf,
  });
}

/** The tags that customers have, by name. */
export const tagsQuery = queryOptions({
  queryKey: ['customer-tags'],
  meta: { collections: ['customers'] },
  queryFn: (context) => read<TagInUse[]>('/api/customers/tags', context),
});

/** URL of a customer's page. */
export function customerPage(id: string): string {
  return `/customers/${encodeURIComponent(id)}`;
}

/** Path of a customer. */
export function customerPath(id: string): string {
  return `/api/customers/${encodeURIComponent(id)}`;
}

/** One customer, archived or not. */
export function customerQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', id],
    // Their credit is shown with them.
    meta: { collections: ['customers', 'credits'], id },
    queryFn: (context) => read<CustomerRecord>(customerPath(id), context),
  });
}

type Place = Pick<CustomerRecord, 'address' | 'city' | 'state' | 'zipCode'>;

/** A customer's display name. */
export function customerName({
  firstName,
  lastName,
  erased,
}: Pick<CustomerRecord, 'firstName' | 'lastName' | 'erased'>): string {
  if (erased) return ERASED;
  return [firstName, lastName].filter(Boolean).join(' ') || 'Unnamed customer';
}

/** Street, city, state and ZIP code in one line; '' if all are missing. */
export function fullAddress(place: Place): string {
  const region = [place.state, place.zipCode].filter(Boolean).join(' ');
  return [place.address, place.city, region].filter(Boolean).join(', ');
}

/** The property a search refers to: the one with most of its words, or else the first. */
export function placeFound({ properties }: Pick<CustomerRecord, 'properties'>, search: string): Place | undefined {
  const hits = properties.map((property) => wordsFound(search, fullAddress(property)));
  return properties[hits.indexOf(Math.max(...hits))];
}
