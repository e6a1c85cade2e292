import { queryOptions } from '@tanstack/react-query';
import type { HistoryStep } from '../../api/schemas/history.ts';
import { read } from '../data/query-client.ts';
import type { RecordKind } from './record-kind.ts';

/** The steps of one record, oldest first. */
export function historyQuery(kind: Pick<RecordKind<never>, 'category' | 'collections'>, id: string) {
  return queryOptions({
    queryKey: ['history', kind.category, id],
    meta: { collections: kind.collections, id },
    queryFn: (context) => read<HistoryStep[]>(`/api/history/${kind.category}/${encodeURIComponent(id)}`, context),
  });
}
