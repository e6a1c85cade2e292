import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { accountRecord } from '../../../api/accounts/schema.ts';
import { ApiError, call } from '../../data/api.ts';
import { isReachable } from '../../data/connection.ts';
import { dropAllDrafts, keepDraftsOf } from '../../data/drafts.ts';
import { dropRecents } from '../../data/recents.ts';
import { dropScrollPlaces } from '../../data/scroll-places.ts';
import type { OnSearch } from '../../ui/search.ts';
import { showToast } from '../../ui/toaster.tsx';

/** The signed-in person. */
export type Account = z.output<typeof accountRecord>;

/**
 * Who is signed in; null for nobody, which any refusal means. Where nothing answers it is whom this tab saw last: the
 * connection says nothing about the session.
 * @throws ApiError where nothing answers, and this tab has seen nobody
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  meta: { collections: ['users'] },
  async queryFn(): Promise<Account | null> {
    try {
      const { data } = await call<Account>('GET', '/api/auth/user-working');
      if (!isLeaving) {
        lastSeen.write(data);
        keepDraftsOf(data.id);
      }
      return data;
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      const account = cause.isOffline ? lastSeen.read() : null;
      if (cause.isOffline && !account) throw cause;
      if (!cause.isOffline) lastSeen.drop();
      return account;
    }
  },
});

/** From signing out until the next page is there: an answer that was under way does not write the person back. */
let isLeaving = false;

const LAST_SEEN = 'heartwood.last-seen';

/** Whom this tab saw signed in last; it is forgotten with the session. */
const lastSeen = {
  read(): Account | null {
    try {
      return JSON.parse(sessionStorage.getItem(LAST_SEEN) ?? 'null') as Account | null;
    } catch {
      return null;
    }
  },
  write(account: Account): void {
    try {
      sessionStorage.setItem(LAST_SEEN, JSON.stringify(account));
    } catch {
      // Full or switched off: without the network a page that is loaded anew then knows nobody.
    }
  },
  drop(): void {
    try {
      sessionStorage.removeItem(LAST_SEEN);
    } catch {
      // As above.
    }
  },
};

/** Leaves nothing of a person on this browser but their way to look at it: the next one at this desk is another one. */
export function forgetPerson(): void {
  lastSeen.drop();
  dropAllDrafts();
  dropRecents();
  dropScrollPlaces();
}

/**
 * Ends the session on this browser and leads to the sign-in screen. The server has to know, so without the network it
 * says so, and all stays as it is: what was typed too.
 */
export async function signOut(): Promise<void> {
  if (!(await isReachable())) {
    const text = 'Signing out needs the network. You are still signed in; try again when you are back online.';
    return showToast({ title: 'Offline', text, intent: 'warning' });
  }
  isLeaving = true;
  forgetPerson();
  // Once more as the page goes: the router writes then.
  window.addEventListener('pagehide', forgetPerson, { once: true });
  window.addEventListener('pageshow', () => (isLeaving = false), { once: true });
  location.assign('/api/logout');
}

/** Of the signed-in person; '' for nobody. */
export function useAccountId(): string {
  return useQuery(sessionQuery).data?.id ?? '';
}

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

/** What a page of a list takes of its route as it is. Whoever only reads changes nothing. */
export function listOf<Search>({ account, search, onSearch }: PageProps<Search>) {
  return { search, onSearch, canChange: account.role !== 'auditor' };
}
