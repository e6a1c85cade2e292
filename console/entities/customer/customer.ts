import { queryOptions } from '@tanstack/react-query';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';

export interface CustomerFilter {
  search: string;
  sort?: string | undefined;
  /** Those who are archived, instead of those who are not. */
  removed?: boolean | undefined;
}

/** The call of the customer list with its filters. */
export function customersPath({ search, sort, removed }: CustomerFilter): string {
  return listCall('/api/customers', { search, sort, removed });
}

/** The customers page by page, as the person scrolls: a company may have very many. */
export function customersQuery(filter: CustomerFilter) {
  const path = customersPath(filter);
  return pagedQuery<CustomerRecord>({
    queryKey: ['customers', path],
    meta: { collections: ['customers'] },
    path,
    ...{ limit: 60, further: 200 },
    select: recordsOf,
  });
}

/** The address of a customer's page. */
export function customerPage(id: string): string {
  return `/customers/${encodeURIComponent(id)}`;
}

/** The call of one customer. */
export function customerPath(id: string): string {
  return `/api/customers/${encodeURIComponent(id)}`;
}

/** One customer, archived or not. */
export function customerQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', id],
    meta: { collections: ['customers'], id },
    queryFn: (context) => read<CustomerRecord>(customerPath(id), context),
  });
}

type Place = Pick<CustomerRecord, 'address' | 'city' | 'state' | 'zipCode'>;

/** What a customer is called on the screen. */
export function customerName({
  firstName,
  lastName,
  erased,
}: Pick<CustomerRecord, 'firstName' | 'lastName' | 'erased'>): string {
  if (erased) return '[erased]';
  return [firstName, lastName].filter(Boolean).join(' ') || 'Unnamed customer';
}

/** Street, city, state and ZIP code in one line; '' where nothing is known of it. */
export function fullAddress(place: Place): string {
  const region = [place.state, place.zipCode].filter(Boolean).join(' ');
  return [place.address, place.city, region].filter(Boolean).join(', ');
}

/** The place of a customer that a search speaks of: the property that most of its words are in, else the first. */
export function placeFound({ properties }: Pick<CustomerRecord, 'properties'>, search: string): Place | undefined {
  const words = search
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  const hits = properties.map((property) => {
    const text = fullAddress(property).toLowerCase();
    return words.filter((word) => text.includes(word)).length;
  });
  return properties[hits.indexOf(Math.max(...hits))];
}
