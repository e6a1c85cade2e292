import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ExternalLeadFigures, ExternalLeadRecord, LocalProRecord } from '../../../api/external-leads/schema.ts';
import { REQUESTED_SERVICE_LABELS } from '../../../domain/intake/terms.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';

/** The collections a change affects; a lead that was taken is in the pipeline too. */
export const EXTERNAL_LEADS = ['external_leads', 'photos'] as const;
export const EXTERNAL_LEADS_AND_LEADS = [...EXTERNAL_LEADS, 'leads'] as const;

const META = { collections: EXTERNAL_LEADS } as const;
const PATH = '/api/admin/external-leads';

export interface ExternalLeadFilter {
  search?: string | undefined;
  status?: string | undefined;
  removed?: boolean | undefined;
}

/** The list's call with its filters. */
export function externalLeadsPath({ search, status, removed }: ExternalLeadFilter): string {
  return listCall(PATH, { search, status, removed });
}

/** The external leads, newest first, loaded as far as the person has scrolled. */
export function externalLeadsQuery(filter: ExternalLeadFilter) {
  const path = externalLeadsPath(filter);
  return pagedQuery<ExternalLeadRecord>({
    queryKey: ['external-leads', path],
    meta: META,
    path,
    limit: 50,
    further: 200,
    select: recordsOf,
  });
}

/** The number of external leads, in total and by status. */
export const externalLeadFiguresQuery = queryOptions({
  queryKey: ['external-lead-figures'],
  meta: META,
  placeholderData: keepPreviousData,
  queryFn: (context) => read<ExternalLeadFigures>(`${PATH}/figures`, context),
});

export function externalLeadPath(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}

/** One external lead, deleted or not. */
export function externalLeadQuery(id: string) {
  return queryOptions({
    queryKey: ['external_lead', id],
    meta: { ...META, id },
    queryFn: (context) => read<ExternalLeadRecord>(externalLeadPath(id), context),
  });
}

/** The local professionals of earlier assignments, most recent first. */
export const localProsQuery = queryOptions({
  queryKey: ['local-pros'],
  meta: META,
  queryFn: (context) => read<LocalProRecord[]>('/api/admin/local-pros', context),
});

const SERVICES: Readonly<Record<string, string>> = REQUESTED_SERVICE_LABELS;

/** A service from the public forms as text; null for none. */
export function serviceName(serviceType: string | null): string | null {
  return serviceType === null ? null : (SERVICES[serviceType] ?? serviceType);
}
