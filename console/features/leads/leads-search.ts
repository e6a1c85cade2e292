import * as z from 'zod/mini';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import type { LeadFilter } from '../../entities/lead/lead.ts';
import { listSearch } from '../../records/list-search.ts';
import { flag, text } from '../../ui/search.ts';

/** What of the page is in its address: filters and the open lead. */
export const leadsSearch = z.object({
  ...listSearch,
  source: text,
  /** Only the columns in which work is left: New, Contacted, Quoting. */
  active: flag,
  lead: text,
});
export type LeadsSearch = z.output<typeof leadsSearch>;

/** What of the address the lists are asked for. */
export function filterOf({ q, source }: LeadsSearch): LeadFilter {
  return { search: q ?? '', source };
}

/**
 * Whether a filter leaves a lead out, for what is said of it. The list itself is the server's; this tells the same of
 * words without their accents, and of numbers however they are written.
 */
export function isHiddenBy({ search, source }: LeadFilter, lead: LeadRecord): boolean {
  if (source !== undefined && lead.leadSource !== source) return true;
  const { name, email, phone, address, description, notes } = lead;
  const text = folded([name, email, phone, address, description, notes].join(' '));
  const numbers = text.replaceAll(/\D/gu, '');
  return !folded(search)
    .split(/\s+/u)
    .every(
      (word) => text.includes(word) || (/^[\d().+\-/]+$/u.test(word) && numbers.includes(word.replaceAll(/\D/gu, ''))),
    );
}

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
