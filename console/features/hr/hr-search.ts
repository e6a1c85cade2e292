import * as z from 'zod/mini';
import type { timeOffList } from '../../../api/hr/schema.ts';
import { TIME_OFF_STATUSES } from '../../../domain/time-off/terms.ts';
import { REVIEW_SORTS, type ReviewFilter } from '../../entities/review/review.ts';
import type { TimeOffFilter } from '../../entities/time-off/time-off.ts';
import { listSearch, sortBy } from '../../records/list/list-search.ts';
import { oneOf, text } from '../../ui/search.ts';

/** The tabs of the page, in order; the first one is the default. */
export const HR_TABS = ['time-off', 'balances', 'performance', 'analytics'] as const;
export type HrTab = (typeof HR_TABS)[number];

/** The columns the server can sort requests by. */
export const TIME_OFF_SORTS = ['createdAt', 'startDate'] as const satisfies readonly (keyof typeof timeOffList.sorts)[];

/** The page's URL parameters. */
export const hrSearch = z.object({
  ...listSearch,
  tab: oneOf(HR_TABS),
  /** The tab of what is open beside the list. */
  part: listSearch.tab,
  sort: sortBy([...TIME_OFF_SORTS, ...REVIEW_SORTS]),
  status: oneOf(TIME_OFF_STATUSES),
  /** Requests with a day from `from` to `to`, or reviews of periods that end then; `YYYY-MM-DD`, both included. */
  from: text,
  to: text,
  /** The day of the balances, `YYYY-MM-DD`; without it today. */
  asOf: text,
  /** The open request. */
  request: text,
  /** The open performance review. */
  review: text,
  /** The request that a dialog is to approve, or to deny. */
  approve: text,
  deny: text,
});
export type HrSearch = z.output<typeof hrSearch>;

/** The URL parameters that filter and sort the list of requests. */
export function timeOffFilterOf({ q, status, from, to, removed, sort }: HrSearch): TimeOffFilter {
  const isOfRequests = (TIME_OFF_SORTS as readonly (string | undefined)[]).includes(sort?.replace(/^-/, ''));
  return { search: q, status, from, to, removed, sort: isOfRequests ? sort : '-createdAt' };
}

/** The URL parameters of the list of reviews. */
export type ReviewSearch = Pick<HrSearch, 'q' | 'from' | 'to' | 'removed'> & { sort?: string | undefined };

/** Those that filter and sort it. */
export function reviewFilterOf({ q, from, to, removed, sort }: ReviewSearch): ReviewFilter {
  return { search: q, from, to, removed, sort };
}
