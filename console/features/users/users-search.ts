import * as z from 'zod/mini';
import { listSearch } from '../../records/list/list-search.ts';
import { text } from '../../ui/search.ts';

/** The page's URL parameters: search, sorting and the open account. */
export const usersSearch = z.object({
  ...listSearch,
  user: text,
  /** The person on the staff whom a new account is for. */
  person: text,
});
export type UsersSearch = z.output<typeof usersSearch>;
