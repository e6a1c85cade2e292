import * as z from 'zod/mini';
import { listSearch } from '../../records/list/list-search.ts';
import { flag, oneOf, text } from '../../ui/search.ts';

/** The page's URL parameters: search, filter, sorting and the open person. */
export const peopleSearch = z.object({
  ...listSearch,
  /** Defaults to those who work here; of them `renew` has those whose certificates end soon. */
  status: oneOf(['left', 'all', 'renew']),
  person: text,
});
export type PeopleSearch = z.output<typeof peopleSearch>;

/** The URL parameters of one person's page. */
export const personSearch = z.object({
  edit: flag,
  /** Whether the dialog to erase them is open. */
  erase: flag,
});
export type PersonSearch = z.output<typeof personSearch>;
