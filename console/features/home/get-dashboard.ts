import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Activity, AttentionAnswer, DashboardMetrics } from '../../../api/dashboard/schema.ts';
import { read } from '../../data/query-client.ts';

/** Every kind of record that the first page counts or tells of. */
const COLLECTIONS = [
  ...['leads', 'customers', 'jobs', 'equipment', 'crews', 'staff', 'people', 'company', 'photos', 'users'],
] as const;
/** So many acts are told. */
export const ACTS = 12;

/** Of each kind that waits for a person, at first, and where somebody wants to see all. */
export const FEW_WAITING = 3;
export const MANY_WAITING = 100;

export const metricsQuery = queryOptions({
  queryKey: ['dashboard', 'metrics'],
  meta: { collections: COLLECTIONS },
  queryFn: (context) => read<DashboardMetrics>('/api/dashboard/metrics', context),
});

/** What waits for a person, the most pressing first. @param limit of each kind */
export function attentionQuery(limit: number) {
  return queryOptions({
    queryKey: ['dashboard', 'attention', limit],
    meta: { collections: COLLECTIONS },
    // What waits grows old by the hour, though nobody changes anything.
    staleTime: 60_000,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
    queryFn: (context) => read<AttentionAnswer>(`/api/dashboard/attention?limit=${limit}`, context),
  });
}

/** What happened last, the newest first. */
export const activityQuery = queryOptions({
  queryKey: ['dashboard', 'activity'],
  meta: { collections: COLLECTIONS },
  queryFn: (context) => read<Activity[]>(`/api/activity?limit=${ACTS}`, context),
});

const A_MOMENT_MS = 400;

/** Reads what the first page shows. It waits a moment for it, so that nothing jumps when it comes, and no longer. */
export async function loadDashboard(queryClient: QueryClient): Promise<void> {
  const loaded = [metricsQuery, attentionQuery(FEW_WAITING), activityQuery].map((query) =>
    queryClient.prefetchQuery(query as typeof metricsQuery),
  );
  await Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, A_MOMENT_MS))]);
}
