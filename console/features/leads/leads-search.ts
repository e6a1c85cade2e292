import * as z from 'zod/mini';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import { isLeadFound } from '../../../domain/lead/terms.ts';
import { type LeadFilter, sourceCode } from '../../entities/lead/lead.ts';
import { listSearch } from '../../records/list/list-search.ts';
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
  lead: text,
  /** The dialog with the visitors of the public forms is open. */
  forms: flag,
});
export type LeadsSearch = z.output<typeof leadsSearch>;

/** The URL parameters as filters of the lists. */
export function filterOf({
  q,
  source,
  campaign,
  waiting,
}: Pick<LeadsSearch, 'q' | 'source' | 'campaign' | 'waiting'>): LeadFilter {
  return { search: q ?? '', source: source && sourceCode(source), campaignId: campaign, ...(waiting && { waiting }) };
}

/** Whether a filter hides a lead, for what the page says about it; the server filters the list itself. */
export function isHiddenBy({ search, source, campaignId, waiting }: LeadFilter, lead: LeadRecord): boolean {
  // A new lead cannot be overdue yet.
  if (waiting === true || (source !== undefined && lead.leadSource !== source)) return true;
  return (campaignId !== undefined && lead.campaignId !== campaignId) || !isLeadFound(search, lead);
}
