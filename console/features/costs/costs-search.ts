import * as z from 'zod/mini';
import type { costList } from '../../../api/costs/schema.ts';
import { COST_CATEGORIES, COST_SOURCES } from '../../../domain/cost/terms.ts';
import type { CostFilter } from '../../entities/cost/cost.ts';
import { listSearch, sortBy } from '../../records/list/list-search.ts';
import { flag, oneOf, text } from '../../ui/search.ts';

/** The columns the server can sort by. */
export const COST_SORTS = ['day', 'amount'] as const satisfies readonly (keyof typeof costList.sorts)[];

export const costsSearch = z.object({
  ...listSearch,
  sort: sortBy(COST_SORTS),
  /** Days, `2026-06-15`, both included. */
  from: text,
  to: text,
  category: oneOf(COST_CATEGORIES),
  source: oneOf(COST_SOURCES),
  /** Only the costs of one job. */
  job: text,
  /** Only costs without a job. */
  general: flag,
  /** Id of the open cost. */
  cost: text,
});
export type CostsSearch = z.output<typeof costsSearch>;

/** The URL parameters that filter the list and its total. */
export function filterOf({ q, from, to, category, source, job, general, removed }: CostsSearch): CostFilter {
  return { search: q, from, to, category, source, jobId: job, general, removed };
}
