import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LeadFigures, LeadRecord } from '../../../api/leads/schema.ts';
import { REQUESTED_SERVICE_LABELS } from '../../../domain/intake/terms.ts';
import { LEAD_SOURCE_LABELS, LEAD_SOURCES } from '../../../domain/lead/terms.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';

export interface LeadFilter {
  search: string;
  source?: string | undefined;
  /** Only those that came by this campaign. */
  campaignId?: string | undefined;
  /** Only those whose answer is overdue. */
  waiting?: boolean | undefined;
  /** The first and last day on which they came in. */
  from?: string | undefined;
  to?: string | undefined;
}

const SOURCE_NAMES: Readonly<Record<string, string>> = LEAD_SOURCE_LABELS;

/** A source as text; null for none. */
export function sourceName(source: string | null): string | null {
  return source === null ? null : (SOURCE_NAMES[source] ?? source);
}

const SERVICES: Readonly<Record<string, string>> = REQUESTED_SERVICE_LABELS;

/** The service a public form asked for, as text; null if there is none. */
export function requestedService({ request }: Pick<LeadRecord, 'request'>): string | null {
  const service = request?.serviceType ?? null;
  return service === null ? null : (SERVICES[service] ?? service);
}

/** The server's code of a source. @param name as text, or the code itself */
export function sourceCode(name: string): string {
  return LEAD_SOURCES.find((source) => sourceName(source) === name) ?? name;
}

/** More than a column shows at first; then enough to need few calls. */
const FIRST = 40;
const FURTHER = 200;

const LEADS = { collections: ['leads'] } as const;

/** The filters as a query string, from `?` on; the same string for the same filter. */
function leadFilterText({ search, source, campaignId, waiting, from, to }: LeadFilter): string {
  return listCall('', { search, source, campaignId, waiting, from, to });
}

/** The lead list's call with its filters. */
export function leadsPath(
  { search, source, campaignId, waiting, from, to }: LeadFilter,
  more: Readonly<Record<string, string>> = {},
): string {
  return listCall('/api/leads-working', { search, source, campaignId, waiting, from, to, ...more });
}

/** The leads of one status, newest first, loaded as far as the person has scrolled. */
export function columnQuery(status: string, filter: LeadFilter) {
  return pagedQuery<LeadRecord>({
    queryKey: ['leads', leadFilterText(filter), status],
    meta: LEADS,
    path: leadsPath(filter, { status }),
    limit: FIRST,
    further: FURTHER,
    select: recordsOf,
  });
}

/** The deleted leads. */
export function deletedLeadsQuery(filter: LeadFilter) {
  return pagedQuery<LeadRecord>({
    queryKey: ['deleted-leads', leadFilterText(filter)],
    meta: LEADS,
    path: leadsPath(filter, { removed: 'true' }),
    limit: 60,
    further: FURTHER,
    select: recordsOf,
  });
}

/** The number and value of leads, in total and by status. */
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
