import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LeadFigures, LeadRecord } from '../../../api/leads/schema.ts';
import { REQUESTED_SERVICE_LABELS } from '../../../domain/intake/terms.ts';
import { LEAD_SOURCE_LABELS, LEAD_SOURCES } from '../../../domain/lead/terms.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';

export interface LeadFilter {
  search: string;
  source?: string | undefined;
  /** Only those that should have had an answer by now. */
  waiting?: boolean | undefined;
}

const SOURCE_NAMES: Readonly<Record<string, string>> = LEAD_SOURCE_LABELS;

/** A source as a person reads it; null for none. */
export function sourceName(source: string | null): string | null {
  return source === null ? null : (SOURCE_NAMES[source] ?? source);
}

const SERVICES: Readonly<Record<string, string>> = REQUESTED_SERVICE_LABELS;

/** What a public form was asked for, as a person reads it; null where it was not, or nothing was said. */
export function requestedService({ request }: Pick<LeadRecord, 'request'>): string | null {
  const service = request?.serviceType ?? null;
  return service === null ? null : (SERVICES[service] ?? service);
}

/** A source as the server calls it. @param name as a person reads it, or the code itself */
export function sourceCode(name: string): string {
  return LEAD_SOURCES.find((source) => sourceName(source) === name) ?? name;
}

/** More than a column shows at first; then as many as few calls need. */
const FIRST = 40;
const FURTHER = 200;

const LEADS = { collections: ['leads'] } as const;

/** The part of a call's address that filters, from `?` on; the same text for the same filter. */
function leadFilterText({ search, source, waiting }: LeadFilter): string {
  return listCall('', { search, source, waiting });
}

/** The call of the lead list with its filters. */
export function leadsPath(
  { search, source, waiting }: LeadFilter,
  more: Readonly<Record<string, string>> = {},
): string {
  return listCall('/api/leads-working', { search, source, waiting, ...more });
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
