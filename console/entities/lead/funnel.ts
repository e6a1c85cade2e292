import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Funnel } from '../../../api/funnel/schema.ts';
import { listCall } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';

/** How far visitors of the public forms got. Nothing announces what they do: always refetch. */
export function funnelQuery(from: string, to: string) {
  return queryOptions({
    queryKey: ['funnel', from, to],
    meta: { collections: ['leads'] },
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: (context) => read<Funnel>(listCall('/api/leads/funnel', { from, to }), context),
  });
}
