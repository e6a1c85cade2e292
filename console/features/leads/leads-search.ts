import type { LeadFilter } from '../../data/get-leads.ts';
import type { DrawerTab } from '../../ui/record-drawer.tsx';

/** What of the page is in its address. */
export interface LeadsSearch {
  q?: string | undefined;
  source?: string | undefined;
  /** The deleted ones, instead of those that are there. */
  removed?: boolean | undefined;
  lead?: string | undefined;
  tab?: DrawerTab | undefined;
  new?: boolean | undefined;
}

/** What of the address the lists are asked for. */
export function filterOf({ q, source }: LeadsSearch): LeadFilter {
  return { search: q ?? '', source };
}
