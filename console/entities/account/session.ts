import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { accountRecord } from '../../../api/accounts/schema.ts';
import { ApiError, call } from '../../data/api.ts';
import type { OnSearch } from '../../ui/search.ts';

/** The signed-in person. */
export type Account = z.output<typeof accountRecord>;

/** Who is signed in; null for nobody. A failure of another kind is an error: it does not sign anybody out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  meta: { collections: ['users'] },
  async queryFn(): Promise<Account | null> {
    try {
      return (await call<Account>('GET', '/api/auth/user-working')).data;
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 401) return null;
      throw cause;
    }
  },
});

/** What a person is called on the screen. */
export function nameOf(account: Pick<Account, 'firstName' | 'lastName' | 'username'>): string {
  return [account.firstName, account.lastName].filter(Boolean).join(' ') || account.username || 'Unnamed';
}

/** What a page gets of its route. */
export interface PageProps<Search> {
  account: Account;
  /** What the address holds. */
  search: Search;
  onSearch: OnSearch<Search>;
}
