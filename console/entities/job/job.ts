import { queryOptions } from '@tanstack/react-query';
import type { JobFigures, JobPlace, JobRecord } from '../../../api/jobs/schema.ts';
import { kept } from '../../data/device/kept.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { queryClient, read } from '../../data/query-client.ts';
import type { AlsoShown } from '../../photos/get-photos.ts';
import { ERASED } from '../../ui/values/erased.ts';
import { customerPath, customerQuery } from '../customer/customer.ts';

/** The collection of jobs. */
export const JOBS = ['jobs'] as const;

/** Path of a job. */
export function jobPath(id: string): string {
  return `/api/jobs/${encodeURIComponent(id)}`;
}

/** URL of a job's page. */
export function jobPage(id: string): string {
  return `/jobs/${encodeURIComponent(id)}`;
}

/** Filters and sorting of the job list, as query parameters of its call. */
export type JobFilter = Readonly<
  Partial<
    Record<
      | 'search'
      | 'sort'
      | 'status'
      | 'priority'
      | 'serviceType'
      | 'crewId'
      | 'customerId'
      | 'campaignId'
      | 'from'
      | 'to'
      | 'completedFrom'
      | 'completedTo'
      | 'createdFrom'
      | 'createdTo'
      | 'amountFrom'
      | 'amountTo',
      string | undefined
    > &
      Record<'active' | 'unscheduled' | 'removed', boolean | undefined>
  >
>;

/** The job list's call with its filters. */
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
    limit: 40,
    further: 200,
    select: recordsOf,
  });
}

/** The number of jobs by status. */
export const jobFiguresQuery = queryOptions({
  queryKey: ['job-figures'],
  meta: { collections: JOBS },
  queryFn: (context) => read<JobFigures>('/api/jobs/figures', context),
});

/** One job, removed or not; also available offline. */
export function jobQuery(id: string) {
  const path = jobPath(id);
  const query = queryOptions({
    queryKey: ['job', id],
    meta: { collections: JOBS, id },
    queryFn: (context) => read<JobRecord>(path, context),
  });
  return kept(query, path);
}

/** A job's location, by its pin, its property or its ZIP code. */
export function jobPlaceQuery(id: string) {
  return queryOptions({
    queryKey: ['job-place', id],
    meta: { collections: [...JOBS, 'customers'] },
    queryFn: (context) => read<JobPlace>(`${jobPath(id)}/place`, context),
  });
}

/** A job's customer, whose phone number is available offline too. */
export function jobCustomerQuery(id: string) {
  return kept(customerQuery(id), customerPath(id));
}

/** Photos shown with a job's own: those of its quote, which the customer approved. */
export function photosOfQuote({ quoteId, photoIds }: Pick<JobRecord, 'quoteId' | 'photoIds'>): AlsoShown {
  return quoteId === null ? { named: photoIds } : { from: { category: 'quote', recordId: quoteId }, named: photoIds };
}

/** A job's display name: its customer, or else its title. */
export function jobName({
  customerName,
  title,
  jobNumber,
  erased,
}: Pick<JobRecord, 'customerName' | 'title' | 'jobNumber' | 'erased'>): string {
  if (erased) return ERASED;
  return customerName ?? title ?? jobNumber ?? 'Job';
}

/** A job in a sentence: its number, and whom or what it is for, as far as that is known. */
export function jobInWords(job: Pick<JobRecord, 'customerName' | 'title' | 'jobNumber' | 'erased'>): string {
  const { customerName, title, jobNumber, erased } = job;
  const whom = erased ? jobName(job) : (customerName ?? title);
  return [jobNumber ?? 'The job', whom && `for ${whom}`].filter(Boolean).join(' ');
}

/** A job's name with its number, to identify it away from its page. */
export function jobTitle(job: JobRecord): string {
  return [job.jobNumber, jobName(job)].filter(Boolean).join(' · ');
}

/** The jobs kept on this device, as last read, earliest scheduled first. */
export function keptJobs(): JobRecord[] {
  return queryClient
    .getQueriesData<JobRecord>({ queryKey: ['job'] })
    .flatMap(([, job]) => (job && !job.removed && !job.erased ? [job] : []))
    .sort((a, b) => (a.scheduledDate ?? '9').localeCompare(b.scheduledDate ?? '9'));
}
