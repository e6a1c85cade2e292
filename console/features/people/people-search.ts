import * as z from 'zod/mini';
import { listSearch } from '../../records/list-search.ts';
import { oneOf, text } from '../../ui/search.ts';

/** What of the page is in its address: search, filter, sort and the open person. */
export const peopleSearch = z.object({
  ...listSearch,
  /** Without it those who work here. */
  status: oneOf(['left', 'all']),
  person: text,
});
export type PeopleSearch = z.output<typeof peopleSearch>;
