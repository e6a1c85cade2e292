import * as z from 'zod/mini';
import { listSearch } from '../../records/list-search.ts';
import { text } from '../../ui/search.ts';

/** What of the page is in its address: search, sort and the open account. */
export const usersSearch = z.object({
  ...listSearch,
  user: text,
  /** Of the staff, whom a new account is for. */
  person: text,
});
export type UsersSearch = z.output<typeof usersSearch>;
