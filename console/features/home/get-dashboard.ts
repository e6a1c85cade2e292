import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Activity, AttentionAnswer, DashboardMetrics } from '../../../api/dashboard/schema.ts';
import type { SinceAnswer } from '../../../api/since/schema.ts';
import { may } from '../../../domain/user/terms.ts';
import { shownMoment } from '../../data/as-of.ts';
import { read } from '../../data/query-client.ts';
import type { Account } from '../../entities/account/session.ts';
import { healthQuery } from '../../entities/health/health.ts';
import { urgentInsightsQuery } from '../../entities/insight/insight.ts';
import { emailQuery } from '../../entities/settings/email.ts';

/** How many acts are shown. */
export const ACTS = 12;

/** How many to show of each kind that needs attention, at first and when expanded. */
export const FEW_WAITING = 3;
export const MANY_WAITING = 100;

export const metricsQuery = queryOptions({
  queryKey: ['dashboard', 'metrics'],
  meta: { collections: 'all' },
  queryFn: (context) => read<DashboardMetrics>('/api/dashboard/metrics', context),
});

/** What needs somebody's attention, most urgent first. @param limit of each kind */
export function attentionQuery(limit: number) {
  return queryOptions({
    queryKey: ['dashboard', 'attention', limit],
    meta: { collections: 'all' },
    // What needs attention changes by the hour, even if nobody does anything.
    staleTime: 60_000,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
    queryFn: (context) => read<AttentionAnswer>(`/api/dashboard/attention?limit=${limit}`, context),
  });
}

/** The latest activity, newest first. */
export const activityQuery = queryOptions({
  queryKey: ['dashboard', 'activity'],
  meta: { collections: 'all' },
  queryFn: (context) => read<Activity[]>(`/api/activity?limit=${ACTS}`, context),
});

/** What others did since the person was last here. It is read once for a visit: no news moves the page. */
export const sinceQuery = queryOptions({
  queryKey: ['dashboard', 'since'],
  meta: { collections: [] },
  staleTime: 30 * 60_000,
  // As of an earlier moment nobody comes back.
  queryFn: (context): Promise<SinceAnswer> | SinceAnswer =>
    shownMoment === null
      ? read<SinceAnswer>('/api/since', context)
      : { since: null, groups: [], count: 0, more: false },
});

const A_MOMENT_MS = 400;

/** Loads the dashboard's data. It waits briefly, so that nothing jumps when the data arrives, but no longer. */
export async function loadDashboard(queryClient: QueryClient, { role }: Account): Promise<void> {
  const asked = [
    attentionQuery(FEW_WAITING),
    activityQuery,
    healthQuery,
    sinceQuery,
    ...(may(role, 'insights:read') ? [urgentInsightsQuery] : []),
    ...(may(role, 'finance:read') ? [metricsQuery] : []),
    ...(may(role, 'quotes:change') ? [emailQuery] : []),
  ];
  const loaded = asked.map((query) => queryClient.prefetchQuery(query as typeof metricsQuery));
  await Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, A_MOMENT_MS))]);
}
