import type { CustomerFilter } from '../../data/get-customers.ts';

/** What of the page is in its address. */
export interface CustomersSearch {
  q?: string | undefined;
  sort?: string | undefined;
  removed?: boolean | undefined;
  new?: boolean | undefined;
}

/** What of the address the list is asked for. */
export function filterOf({ q, sort, removed }: CustomersSearch): CustomerFilter {
  return { search: q ?? '', sort, removed };
}
