import { queryOptions } from '@tanstack/react-query';
import type { AnalysisRecord } from '../../../api/analyses/schema.ts';
import { read } from '../../data/query-client.ts';

/** The collection that analysis queries follow. */
export const ANALYSES = ['analyses'] as const;

/** Path of an analysis. */
export function analysisPath(id: string): string {
  return `/api/analyses/${encodeURIComponent(id)}`;
}

/** What the AI found in a picture, and how people corrected it. */
export function analysisQuery(id: string) {
  return queryOptions({
    queryKey: ['analysis', id],
    meta: { collections: ANALYSES, id },
    queryFn: (context) => read<AnalysisRecord>(analysisPath(id), context),
  });
}
