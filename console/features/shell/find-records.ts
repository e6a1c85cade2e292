import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SearchHit } from '../../../api/search/schema.ts';
import { read } from '../../data/query-client.ts';
import { KINDS } from '../../entities/kinds.ts';

/** What the search finds by. */
const COLLECTIONS = Object.values(KINDS).flatMap(({ searched }) => searched);
/** Of each kind. */
const AT_MOST = 6;
/** Shorter text would match almost everything. */
export const SHORTEST_SEARCH = 2;

/** Records by name, number, phone, email or address, from the server's search. */
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

/** The records' current titles. @param records each as `lead/ID` */
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
