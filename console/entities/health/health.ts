import { queryOptions } from '@tanstack/react-query';
import type { Health } from '../../../api/health/schema.ts';
import { read } from '../../data/query-client.ts';

/** Whether the product works, and what went wrong. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  meta: { collections: [] },
  // What went wrong is no event, so no notice tells of it.
  staleTime: 60_000,
  refetchOnWindowFocus: true,
  queryFn: (context) => read<Health>('/api/health', context),
});
