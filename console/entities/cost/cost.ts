import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CostRecord, costFigures } from '../../../api/costs/schema.ts';
import { COST_CATEGORY_LABELS } from '../../../domain/cost/terms.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { ERASED } from '../../ui/values/erased.ts';

/** A change to a cost makes these stale: a job includes its cost so far. */
export const COSTS_AND_JOBS = ['costs', 'jobs'] as const;

// Each cost includes the names of its job, its machine and the person who worked.
const META = { collections: [...COSTS_AND_JOBS, 'equipment', 'people'] } as const;
const PATH = '/api/costs';

/** The ledger's filters, as query parameters of its call. */
export type CostFilter = Readonly<
  Partial<
    Record<'search' | 'from' | 'to' | 'category' | 'source' | 'jobId', string | undefined> &
      Record<'general' | 'removed', boolean | undefined>
  >
>;

/** The ledger's call with its filters. @param sort defaults to newest day first */
export function costsPath({ sort = '-day', ...filter }: CostFilter & { sort?: string | undefined }): string {
  return listCall(PATH, { ...filter, sort });
}

/** The costs of a call, loaded as far as the person has scrolled. */
export function costsQuery(path: string) {
  return pagedQuery<CostRecord>({
    queryKey: ['cost-list', path],
    meta: META,
    path,
    limit: 60,
    further: 200,
    select: recordsOf,
  });
}

/** The number and total of the costs that match a list's filters. */
export function costFiguresQuery(filter: CostFilter) {
  const path = listCall(`${PATH}/figures`, filter);
  return queryOptions({
    queryKey: ['cost-figures', path],
    meta: META,
    placeholderData: keepPreviousData,
    queryFn: (context) => read<z.output<typeof costFigures>>(path, context),
  });
}

/** Path of a cost. */
export function costPath(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}

/** One cost, removed or not. */
export function costQuery(id: string) {
  return queryOptions({
    queryKey: ['cost', id],
    meta: { ...META, id },
    queryFn: (context) => read<CostRecord>(costPath(id), context),
  });
}

type Named = Pick<CostRecord, 'description' | 'category' | 'source' | 'personName' | 'erased'>;

/** A cost's display name: what it was for, as far as recorded. */
export function costName({ description, category, source, personName, erased }: Named): string {
  if (erased) return ERASED;
  if (source === 'hours') return personName === null ? 'Labor' : `Labor: ${personName}`;
  if (description !== null) return description;
  return source === 'maintenance' ? 'Maintenance' : (COST_CATEGORY_LABELS[category] ?? category);
}
