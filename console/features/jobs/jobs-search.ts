import * as z from 'zod/mini';
import type { jobList } from '../../../api/jobs/schema.ts';
import type { JobFilter } from '../../entities/job/job.ts';
import { listSearch, sortBy } from '../../records/list-search.ts';
import { flag, oneOf, text } from '../../ui/search.ts';

/** The columns that the server sorts by. */
export const JOB_SORTS = [
  ...(['jobNumber', 'customerName', 'address', 'scheduledDate', 'status', 'priority', 'serviceType'] as const),
  ...(['estimatedDuration', 'crewName', 'title', 'amount', 'createdAt'] as const),
] as const satisfies readonly (keyof typeof jobList.sorts)[];

/** What of the list is in its address. */
export const jobsSearch = z.object({
  ...listSearch,
  sort: sortBy(JOB_SORTS),
  /** `all`, or one status; without it those that are active. */
  status: text,
  /** Work that is still to be done and has no day. */
  unscheduled: flag,
  priority: text,
  service: text,
  /** A crew's id, or `none`. */
  crew: text,
  /** Of a customer alone. */
  customer: text,
  /** The first and the last day, `YYYY-MM-DD`. */
  from: text,
  to: text,
  /** The job that is given a day. */
  schedule: text,
});
export type JobsSearch = z.output<typeof jobsSearch>;

/** What narrows the list. */
export const JOB_FILTERS = [
  ...(['q', 'removed', 'status', 'unscheduled', 'priority', 'service', 'crew', 'customer', 'from', 'to'] as const),
] as const satisfies readonly (keyof JobsSearch)[];

/** What of the address the list is asked for. */
export function filterOf(search: JobsSearch): JobFilter {
  const { q, sort, status, unscheduled, removed, priority, service, crew, customer, from, to } = search;
  return {
    ...{ search: q, sort, removed, priority, serviceType: service, crewId: crew, customerId: customer, from, to },
    ...(unscheduled ? { unscheduled } : status && status !== 'all' ? { status } : {}),
    // Which of them are active says nothing of those that were removed.
    ...(!unscheduled && !status && !removed && { active: true }),
  };
}

/** What of one job's page is in its address. */
export const jobSearch = z.object({
  edit: flag,
  /** The dialog that is open. */
  do: oneOf(['schedule', 'hold', 'cancel']),
});
export type JobSearch = z.output<typeof jobSearch>;
