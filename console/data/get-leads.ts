import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LeadFigures, LeadRecord } from '../../api/leads/schema.ts';
import { pagedQuery, recordsOf } from './paged-query.ts';
import { read } from './query-client.ts';

export interface LeadFilter {
  search: string;
  source?: string | undefined;
}

/** More than a column shows at first; then as many as few calls need. */
const FIRST = 40;
const FURTHER = 200;

const LEADS = { collections: ['leads'] } as const;

/** The part of a call's address that filters, from `?` on; the same text for the same filter. */
export function leadFilterText({ search, source }: LeadFilter, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({
    ...(search.trim() && { search: search.trim() }),
    ...(source && { source }),
    ...more,
  });
  return query.size === 0 ? '' : `?${query}`;
}

/** The call of the lead list with its filters. */
export function leadsPath(filter: LeadFilter, more: Readonly<Record<string, string>> = {}): string {
  return `/api/leads-working${leadFilterText(filter, more)}`;
}

/** The leads of one status, newest first, as far as the person has scrolled. */
export function columnQuery(status: string, filter: LeadFilter) {
  return pagedQuery<LeadRecord>({
    queryKey: ['leads', leadFilterText(filter), status],
    meta: LEADS,
    path: leadsPath(filter, { status }),
    ...{ limit: FIRST, further: FURTHER },
    select: recordsOf,
  });
}

/** The leads that were deleted. */
export function deletedLeadsQuery(filter: LeadFilter) {
  return pagedQuery<LeadRecord>({
    queryKey: ['deleted-leads', leadFilterText(filter)],
    meta: LEADS,
    path: leadsPath(filter, { removed: 'true' }),
    ...{ limit: 60, further: FURTHER },
    select: recordsOf,
  });
}

/** How many leads there are and what they are worth, in all and by status. */
export function leadFiguresQuery(filter: LeadFilter) {
  const text = leadFilterText(filter);
  return queryOptions({
    queryKey: ['lead-figures', text],
    meta: LEADS,
    placeholderData: keepPreviousData,
    queryFn: (context) => read<LeadFigures>(`/api/leads/figures${text}`, context),
  });
}

/** One lead, deleted or not. */
export function leadQuery(id: string) {
  return queryOptions({
    queryKey: ['lead', id],
    meta: { ...LEADS, id },
    queryFn: (context) => read<LeadRecord>(`/api/leads/${encodeURIComponent(id)}`, context),
  });
}
