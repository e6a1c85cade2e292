import * as z from 'zod/mini';
import { EXTERNAL_LEAD_STATUSES } from '../../../domain/external-lead/terms.ts';
import type { ExternalLeadFilter } from '../../entities/external-lead/external-lead.ts';
import { listSearch } from '../../records/list/list-search.ts';
import { oneOf, text } from '../../ui/search.ts';

/** The page's URL parameters: filters, the open lead, and the one a dialog is about. */
export const externalLeadsSearch = z.object({
  ...listSearch,
  status: oneOf(EXTERNAL_LEAD_STATUSES),
  lead: text,
  assign: text,
  complete: text,
});
export type ExternalLeadsSearch = z.output<typeof externalLeadsSearch>;

export function filterOf({ q, status, removed }: ExternalLeadsSearch): ExternalLeadFilter {
  return { search: q, status, removed };
}
