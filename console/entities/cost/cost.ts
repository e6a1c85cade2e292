import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CostRecord, costFigures } from '../../../api/costs/schema.ts';
import { COST_CATEGORY_LABELS } from '../../../domain/cost/terms.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';

/** What a change of a cost makes old: a job tells what it cost so far. */
export const COSTS_AND_JOBS = ['costs', 'jobs'] as const;

// Each cost says what its job, its machine and whoever worked are called.
const META = { collections: [...COSTS_AND_JOBS, 'equipment', 'people'] } as const;
const PATH = '/api/costs';

/** What narrows the ledger; each is a query of its call. */
export type CostFilter = Readonly<
  Partial<
    Record<'search' | 'from' | 'to' | 'category' | 'source' | 'jobId', string | undefined> &
      Record<'general' | 'removed', boolean | undefined>
  >
>;

/** The call of the ledger with its filters. @param sort by the newest day where nothing is said */
export function costsPath({ sort = '-day', ...filter }: CostFilter & { sort?: string | undefined }): string {
  return listCall(PATH, { ...filter, sort });
}

/** The costs of a call, as far as the person has scrolled. */
export function costsQuery(path: string) {
  return pagedQuery<CostRecord>({
    ...{ queryKey: ['cost-list', path], meta: META, path, limit: 60, further: 200, select: recordsOf },
  });
}

/** How many costs there are with a list's filters, and what they come to. */
export function costFiguresQuery(filter: CostFilter) {
  const path = listCall(`${PATH}/figures`, filter);
  return queryOptions({
    queryKey: ['cost-figures', path],
    meta: META,
    placeholderData: keepPreviousData,
    queryFn: (context) => read<z.output<typeof costFigures>>(path, context),
  });
}

/** The call of one cost. */
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

/** What a cost is called on the screen: what it was for, as far as anybody said. */
export function costName({ description, category, source, personName, erased }: Named): string {
  if (erased) return '[erased]';
  if (source === 'hours') return personName === null ? 'Work' : `Work of ${personName}`;
  if (description !== null) return description;
  return source === 'maintenance' ? 'Maintenance' : (COST_CATEGORY_LABELS[category] ?? category);
}
