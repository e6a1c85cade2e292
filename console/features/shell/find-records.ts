import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SearchHit } from '../../../api/search/schema.ts';
import { read } from '../../data/query-client.ts';

/** All kinds of record that the search finds. */
const COLLECTIONS = ['leads', 'customers', 'jobs', 'equipment', 'staff', 'people', 'crews', 'users'] as const;
/** Of each kind. */
const AT_MOST = 6;
/** A shorter text would find half of everything. */
export const SHORTEST_SEARCH = 2;

/** Records by name, number, phone, email or address, as the server's search finds them. */
export function findRecordsQuery(text: string) {
  return queryOptions({
    queryKey: ['find', text],
    enabled: text.length >= SHORTEST_SEARCH,
    placeholderData: keepPreviousData,
    meta: { collections: COLLECTIONS },
    queryFn: (context) =>
      read<SearchHit[]>(`/api/search?${new URLSearchParams({ q: text, limit: `${AT_MOST}` })}`, context),
  });
}

/** What records are called today. @param records each as `lead/ID` */
export function knownRecordsQuery(records: readonly string[]) {
  return queryOptions({
    queryKey: ['known', ...records],
    enabled: records.length > 0,
    placeholderData: keepPreviousData,
    meta: { collections: COLLECTIONS },
    queryFn: (context) =>
      read<SearchHit[]>(`/api/search/known?${new URLSearchParams({ records: records.join(',') })}`, context),
  });
}

/** What one record of a kind is called. */
const NOUNS: Readonly<Record<string, string>> = {
  lead: 'Lead',
  customer: 'Customer',
  equipment: 'Equipment',
  staff: 'Person',
  crew: 'Crew',
  user: 'User',
};

/** @param category as history and undo name the kind */
export function nounOfKind(category: string): string {
  return NOUNS[category] ?? 'Record';
}
