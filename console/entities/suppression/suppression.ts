import { queryOptions } from '@tanstack/react-query';
import type { SuppressionOf, SuppressionRecord } from '../../../api/suppressions/schema.ts';
import { SUPPRESSION_REASON_LABELS } from '../../../domain/suppression/terms.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';

export const SUPPRESSIONS = ['suppressions'] as const;
export const SUPPRESSIONS_PATH = '/api/marketing/suppressions';

/** The path of a suppressed address. */
export function suppressionPath(id: string): string {
  return `${SUPPRESSIONS_PATH}/${encodeURIComponent(id)}`;
}

/** The list's filters, as query parameters of its call. */
export type SuppressionFilter = Readonly<
  Partial<Record<'search' | 'status' | 'reason' | 'from' | 'to' | 'sort', string | undefined>>
>;

/** The call of the list; the newest first. */
export function suppressionsCall({ sort = '-suppressedAt', ...filter }: SuppressionFilter): string {
  return listCall(SUPPRESSIONS_PATH, { ...filter, sort });
}

/** The addresses of a call, loaded as far as the person has scrolled. */
export function suppressionsQuery(path: string) {
  return pagedQuery<SuppressionRecord>({
    queryKey: ['suppressions', path],
    meta: { collections: SUPPRESSIONS },
    path,
    limit: 60,
    further: 200,
    select: recordsOf,
  });
}

/** One suppressed address, lifted or not. */
export function suppressionQuery(id: string) {
  return queryOptions({
    queryKey: ['suppression', id],
    meta: { collections: SUPPRESSIONS, id },
    queryFn: (context) => read<SuppressionRecord>(suppressionPath(id), context),
  });
}

/** What is suppressed of a mailbox, however its address is spelled. */
export function suppressionOfQuery(address: string) {
  return queryOptions({
    queryKey: ['suppression-of', address],
    meta: { collections: SUPPRESSIONS },
    queryFn: (context) =>
      read<SuppressionOf>(`/api/marketing/suppression-of?address=${encodeURIComponent(address)}`, context),
  });
}

/** What a reason is called. */
export function suppressionReasonLabel(reason: string): string {
  return SUPPRESSION_REASON_LABELS[reason] ?? reason;
}
