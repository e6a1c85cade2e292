import { queryOptions } from '@tanstack/react-query';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import { read } from '../../data/query-client.ts';

/** What a change of a job makes old. */
export const JOBS = ['jobs'] as const;

/** The call of one job. */
export function jobPath(id: string): string {
  return `/api/jobs/${encodeURIComponent(id)}`;
}

/** The address of a job's page. */
export function jobPage(id: string): string {
  return `/jobs/${encodeURIComponent(id)}`;
}

/** One job, removed or not. */
export function jobQuery(id: string) {
  return queryOptions({
    queryKey: ['job', id],
    meta: { collections: JOBS, id },
    queryFn: (context) => read<JobRecord>(jobPath(id), context),
  });
}

/** What a job is called on the screen: whom it is for, else what it is. */
export function jobName({
  customerName,
  title,
  jobNumber,
  erased,
}: Pick<JobRecord, 'customerName' | 'title' | 'jobNumber' | 'erased'>): string {
  if (erased) return '[erased]';
  return customerName ?? title ?? jobNumber ?? 'Job';
}
