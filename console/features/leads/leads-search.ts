import * as z from 'zod/mini';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import { isLeadFound } from '../../../domain/lead/terms.ts';
import { type LeadFilter, sourceCode } from '../../entities/lead/lead.ts';
import { listSearch } from '../../records/list-search.ts';
import { flag, text } from '../../ui/search.ts';

/** What of the page is in its address: filters and the open lead. */
export const leadsSearch = z.object({
  ...listSearch,
  /** As a person calls it. */
  source: text,
  /** Only the columns in which work is left: New, Contacted, Quoting. */
  active: flag,
  /** Only new leads that nobody has answered in time. */
  waiting: flag,
  lead: text,
  /** How far visitors of the public forms came is open. */
  forms: flag,
});
export type LeadsSearch = z.output<typeof leadsSearch>;

/** What of the address the lists are asked for. */
export function filterOf({ q, source, waiting }: Pick<LeadsSearch, 'q' | 'source' | 'waiting'>): LeadFilter {
  return { search: q ?? '', source: source && sourceCode(source), ...(waiting && { waiting }) };
}

/** Whether a filter leaves a lead out, for what is said of it; the list itself is the server's. */
export function isHiddenBy({ search, source, waiting }: LeadFilter, lead: LeadRecord): boolean {
  // What has just been made waits for nothing yet.
  return waiting === true || (source !== undefined && lead.leadSource !== source) || !isLeadFound(search, lead);
}
