import * as z from 'zod/mini';
import { SUPPRESSION_REASONS, SUPPRESSION_STATUSES } from '../../../../domain/suppression/terms.ts';
import type { SuppressionFilter } from '../../../entities/suppression/suppression.ts';
import { listSearch, sortBy } from '../../../records/list/list-search.ts';
import { oneOf, text } from '../../../ui/search.ts';

/** The columns the server can sort by. */
export const SUPPRESSION_SORTS = ['suppressedAt'] as const;

export const suppressedSearch = z.object({
  ...listSearch,
  sort: sortBy(SUPPRESSION_SORTS),
  status: oneOf(SUPPRESSION_STATUSES),
  reason: oneOf(SUPPRESSION_REASONS),
  /** Suppressed on these days, both included. */
  from: text,
  to: text,
  /** Id of the open one. */
  suppression: text,
});
export type SuppressedSearch = z.output<typeof suppressedSearch>;

/** The URL parameters that filter the list. */
export function filterOf({ q, status, reason, from, to, sort }: SuppressedSearch): SuppressionFilter {
  return { search: q, status, reason, from, to, sort };
}
