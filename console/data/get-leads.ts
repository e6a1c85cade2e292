import { queryOptions } from '@tanstack/react-query';
import type { LeadRecord } from '../../api/leads/schema.ts';
import { read } from './query-client.ts';

/** Every lead of the pipeline, newest first. */
export const leadsQuery = queryOptions({
  queryKey: ['leads'],
  meta: { collections: ['leads'] },
  queryFn: (context) => read<LeadRecord[]>('/api/leads-working', context),
});
