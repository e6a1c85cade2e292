import { queryOptions } from '@tanstack/react-query';
import type { Health } from '../../../api/health/schema.ts';
import { call } from '../../data/api.ts';

/** Whether the product works, and what went wrong. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  meta: { collections: [] },
  // What went wrong is no event, so no notice tells of it.
  staleTime: 60_000,
  refetchOnWindowFocus: true,
  // Of now, whatever moment the page shows.
  queryFn: async ({ signal }) => (await call<Health>('GET', '/api/health', { signal })).data,
});
