import * as z from 'zod/mini';
import type { jobList } from '../../../api/jobs/schema.ts';
import type { JobFilter } from '../../entities/job/job.ts';
import { listSearch, sortBy } from '../../records/list/list-search.ts';
import type { Range } from '../../records/list/ranges.tsx';
import { flag, oneOf, text } from '../../ui/search.ts';

/** The columns the server can sort by. */
export const JOB_SORTS = [
  'jobNumber',
  'customerName',
  'address',
  'scheduledDate',
  'completedAt',
  'status',
  'priority',
  'serviceType',
  'estimatedDuration',
  'crewName',
  'title',
  'amount',
  'createdAt',
] as const satisfies readonly (keyof typeof jobList.sorts)[];

/** The list's URL parameters. */
export const jobsSearch = z.object({
  ...listSearch,
  sort: sortBy(JOB_SORTS),
  /** `all`, or one status; defaults to active jobs. */
  status: text,
  /** Open jobs that are not scheduled. */
  unscheduled: flag,
  priority: text,
  service: text,
  /** A crew's id, or `none`. */
  crew: text,
  /** Only one customer's. */
  customer: text,
  /** Only those that came of this campaign. */
  campaign: text,
  /** The first and last day, `YYYY-MM-DD`. */
  from: text,
  to: text,
  /** The first and last day on which they were completed, or added. */
  completedFrom: text,
  completedTo: text,
  createdFrom: text,
  createdTo: text,
  /** The lowest and highest price, in dollars. */
  amountFrom: text,
  amountTo: text,
  /** The job being scheduled. */
  schedule: text,
});
export type JobsSearch = z.output<typeof jobsSearch>;

/** The ranges without an input of their own. */
export const JOB_RANGES: readonly Range[] = [
  { what: 'Completed', keys: ['completedFrom', 'completedTo'], kind: 'days' },
  { what: 'Added', keys: ['createdFrom', 'createdTo'], kind: 'days' },
  { what: 'Price', keys: ['amountFrom', 'amountTo'], kind: 'dollars' },
];

/** The parameters that filter the list. */
export const JOB_FILTERS = [
  'q',
  'removed',
  'status',
  'unscheduled',
  'priority',
  'service',
  'crew',
  'customer',
  'campaign',
  'from',
  'to',
  'completedFrom',
  'completedTo',
  'createdFrom',
  'createdTo',
  'amountFrom',
  'amountTo',
] as const satisfies readonly (keyof JobsSearch)[];

/** The URL parameters as filters of the call. */
export function filterOf(search: JobsSearch): JobFilter {
  const { q, sort, status, unscheduled, removed, priority, service, crew, customer, campaign, from, to } = search;
  const { completedFrom, completedTo, createdFrom, createdTo, amountFrom, amountTo } = search;
  return {
    search: q,
    sort,
    removed,
    priority,
    serviceType: service,
    crewId: crew,
    customerId: customer,
    campaignId: campaign,
    from,
    to,
    completedFrom,
    completedTo,
    createdFrom,
    createdTo,
    amountFrom,
    amountTo,
    ...(unscheduled ? { unscheduled } : status && status !== 'all' ? { status } : {}),
    // The default of active jobs does not apply to removed ones.
    ...(!unscheduled && !status && !removed && { active: true }),
  };
}

/** The URL parameters of one job's page. */
export const jobSearch = z.object({
  edit: flag,
  /** The open dialog. */
  do: oneOf(['schedule', 'hold', 'cancel', 'nothing-to-invoice', 'give-up-rest', 'remove']),
});
export type JobSearch = z.output<typeof jobSearch>;
