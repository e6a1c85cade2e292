import { queryOptions } from '@tanstack/react-query';
import type { AnalysisRecord } from '../../../api/analyses/schema.ts';
import { read } from '../../data/query-client.ts';

/** What a change of an analysis makes old. */
export const ANALYSES = ['analyses'] as const;

/** The call of one analysis. */
export function analysisPath(id: string): string {
  return `/api/analyses/${encodeURIComponent(id)}`;
}

/** What was found in a picture, with what people made of it. */
export function analysisQuery(id: string) {
  return queryOptions({
    queryKey: ['analysis', id],
    meta: { collections: ANALYSES, id },
    queryFn: (context) => read<AnalysisRecord>(analysisPath(id), context),
  });
}
