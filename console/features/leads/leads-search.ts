import * as z from 'zod/mini';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import { isLeadFound } from '../../../domain/lead/terms.ts';
import { type LeadFilter, sourceCode } from '../../entities/lead/lead.ts';
import { listSearch } from '../../records/list/list-search.ts';
import type { Range } from '../../records/list/ranges.tsx';
import { flag, text } from '../../ui/search.ts';

/** The page's URL parameters: filters and the open lead. */
export const leadsSearch = z.object({
  ...listSearch,
  /** By its label. */
  source: text,
  /** Only those that came by this campaign. */
  campaign: text,
  /** Only the columns with work left: New, Contacted, Quoting. */
  active: flag,
  /** Only new leads whose answer is overdue. */
  waiting: flag,
  /** The first and last day on which they came in. */
  from: text,
  to: text,
  lead: text,
  /** The dialog with the visitors of the public forms is open. */
  forms: flag,
});
export type LeadsSearch = z.output<typeof leadsSearch>;

/** The range without an input of its own. */
export const LEAD_RANGES: readonly Range[] = [{ what: 'Came in', keys: ['from', 'to'], kind: 'days' }];

/** The URL parameters as filters of the lists. */
export function filterOf({
  q,
  source,
  campaign,
  waiting,
  from,
  to,
}: Pick<LeadsSearch, 'q' | 'source' | 'campaign' | 'waiting' | 'from' | 'to'>): LeadFilter {
  const asked = { search: q ?? '', source: source && sourceCode(source), campaignId: campaign, from, to };
  return { ...asked, ...(waiting && { waiting }) };
}

/** Whether a filter hides a lead, for what the page says about it; the server filters the list itself. */
export function isHiddenBy({ search, source, campaignId, waiting, to }: LeadFilter, lead: LeadRecord): boolean {
  // It has just come in.
  if (to !== undefined && lead.createdAt.slice(0, to.length) > to) return true;
  // A new lead cannot be overdue yet.
  if (waiting === true || (source !== undefined && lead.leadSource !== source)) return true;
  return (campaignId !== undefined && lead.campaignId !== campaignId) || !isLeadFound(search, lead);
}
