import { Clipboard, CreditCard, Document, Globe, Hat, Inbox, People, Person, Team, Truck } from '@blueprintjs/icons';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { SearchHit } from '../../../api/search/schema.ts';
import { read } from '../../data/query-client.ts';

/** All kinds of record that the search covers. */
const COLLECTIONS = [
  'leads',
  'external_leads',
  'customers',
  'jobs',
  'quotes',
  'invoices',
  'equipment',
  'staff',
  'people',
  'crews',
  'users',
] as const;
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

interface FoundKind {
  /** Name of one record of this kind. */
  noun: string;
  icon: ComponentType<{ size?: number }>;
}

const KINDS: Readonly<Record<string, FoundKind>> = {
  lead: { noun: 'Lead', icon: Inbox },
  external_lead: { noun: 'External lead', icon: Globe },
  customer: { noun: 'Customer', icon: Person },
  job: { noun: 'Job', icon: Clipboard },
  quote: { noun: 'Quote', icon: Document },
  invoice: { noun: 'Invoice', icon: CreditCard },
  equipment: { noun: 'Equipment', icon: Truck },
  staff: { noun: 'Person', icon: Hat },
  crew: { noun: 'Crew', icon: Team },
  user: { noun: 'User', icon: People },
};

/** @param category as history and undo name the kind */
export function kindOf(category: string): FoundKind {
  return KINDS[category] ?? { noun: 'Record', icon: Document };
}
