import { queryOptions } from '@tanstack/react-query';
import type { JobFigures, JobPlace, JobRecord } from '../../../api/jobs/schema.ts';
import { kept } from '../../data/device/kept.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { queryClient, read } from '../../data/query-client.ts';
import type { AlsoShown } from '../../photos/get-photos.ts';
import { customerPath, customerQuery } from '../customer/customer.ts';

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

/** What narrows and orders the list of jobs: each is a query of its call. */
export type JobFilter = Readonly<
  Partial<
    Record<
      'search' | 'sort' | 'status' | 'priority' | 'serviceType' | 'crewId' | 'customerId' | 'from' | 'to',
      string | undefined
    > &
      Record<'active' | 'unscheduled' | 'removed', boolean | undefined>
  >
>;

/** The call of the list of jobs with its filters. */
export function jobsPath(filter: JobFilter): string {
  return listCall('/api/jobs', filter);
}

/** The jobs page by page, as the person scrolls. */
export function jobsQuery(filter: JobFilter) {
  const path = jobsPath(filter);
  return pagedQuery<JobRecord>({
    queryKey: ['jobs', path],
    meta: { collections: JOBS },
    path,
    ...{ limit: 40, further: 200 },
    select: recordsOf,
  });
}

/** How many jobs there are of each status. */
export const jobFiguresQuery = queryOptions({
  queryKey: ['job-figures'],
  meta: { collections: JOBS },
  queryFn: (context) => read<JobFigures>('/api/jobs/figures', context),
});

/** One job, removed or not; it opens without the network too. */
export function jobQuery(id: string) {
  const path = jobPath(id);
  const query = queryOptions({
    queryKey: ['job', id],
    meta: { collections: JOBS, id },
    queryFn: (context) => read<JobRecord>(path, context),
  });
  return kept(query, path);
}

/** Where a job is, by its pin, its property or its ZIP code. */
export function jobPlaceQuery(id: string) {
  return queryOptions({
    queryKey: ['job-place', id],
    meta: { collections: [...JOBS, 'customers'] },
    queryFn: (context) => read<JobPlace>(`${jobPath(id)}/place`, context),
  });
}

/** Whom a job is for, who can be called without the network too. */
export function jobCustomerQuery(id: string) {
  return kept(customerQuery(id), customerPath(id));
}

/** Whose photos are shown with a job's own: what its customer signed was written from them. */
export function photosOfQuote({ quoteId, photoIds }: Pick<JobRecord, 'quoteId' | 'photoIds'>): AlsoShown {
  return quoteId === null ? {} : { from: { category: 'quote', recordId: quoteId }, named: photoIds };
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

/** A job with its number: which one is meant, away from its page. */
export function jobTitle(job: JobRecord): string {
  return [job.jobNumber, jobName(job)].filter(Boolean).join(' · ');
}

/** The jobs that this device keeps, as they were read last: what is planned first comes first. */
export function keptJobs(): JobRecord[] {
  return queryClient
    .getQueriesData<JobRecord>({ queryKey: ['job'] })
    .flatMap(([, job]) => (job && !job.removed && !job.erased ? [job] : []))
    .sort((a, b) => (a.scheduledDate ?? '9').localeCompare(b.scheduledDate ?? '9'));
}
