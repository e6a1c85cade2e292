import { queryOptions } from '@tanstack/react-query';
import type { Activity, DashboardMetrics } from '../../../api/dashboard/schema.ts';
import { read } from '../../data/query-client.ts';

/** Every kind of record that the first page counts or tells of. */
const COLLECTIONS = ['leads', 'customers', 'equipment', 'crews', 'staff', 'company', 'photos', 'users'] as const;
const ACTS = 12;

export const metricsQuery = queryOptions({
  queryKey: ['dashboard', 'metrics'],
  meta: { collections: COLLECTIONS },
  queryFn: (context) => read<DashboardMetrics>('/api/dashboard/metrics', context),
});

/** What happened last, the newest first. */
export const activityQuery = queryOptions({
  queryKey: ['dashboard', 'activity'],
  meta: { collections: COLLECTIONS },
  queryFn: (context) => read<Activity[]>(`/api/activity?limit=${ACTS}`, context),
});
