import { queryOptions } from '@tanstack/react-query';
import type { Health } from '../../../api/health/schema.ts';
import { read } from '../../data/query-client.ts';

/** Whether the stored history was found damaged. */
export const logHealthQuery = queryOptions({
  queryKey: ['health', 'log'],
  meta: { collections: [] },
  // Damage is no event, so no notice tells of it.
  staleTime: 60_000,
  refetchOnWindowFocus: true,
  queryFn: async (context) => (await read<Health>('/api/health', context)).log ?? null,
});
