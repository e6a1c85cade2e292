import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { accountRecord } from '../../../api/accounts/schema.ts';
import { ApiError, call } from '../../data/api.ts';
import { isReachable } from '../../data/connection.ts';
import { forgetKept, KEPT_DAYS } from '../../data/device/kept.ts';
import { sendNow, unsentCount } from '../../data/device/queue.ts';
import { dropAllDrafts, keepDraftsOf } from '../../data/drafts.ts';
import { dropRecents } from '../../data/recents.ts';
import { dropScrollPlaces } from '../../data/scroll-places.ts';
import type { OnSearch } from '../../ui/search.ts';
import { showToast } from '../../ui/toaster.tsx';

/** The signed-in person. */
export type Account = z.output<typeof accountRecord>;

/** Where the network is as good as none: who was seen here last need not wait for longer. */
const PATIENCE_MS = 5_000;

/**
 * Who is signed in; null for nobody, which any refusal means. Where nothing answers it is whom this browser saw last: the
 * connection says nothing about the session.
 * @throws ApiError where nothing answers, and this browser has seen nobody
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  meta: { collections: ['users'] },
  async queryFn(): Promise<Account | null> {
    const seen = lastSeen.read();
    try {
      const patience = seen && { signal: AbortSignal.timeout(PATIENCE_MS) };
      const { data } = await call<Account>('GET', '/api/auth/user-working', { ...patience });
      if (!isLeaving) {
        lastSeen.write(data);
        keepDraftsOf(data.id);
      }
      return data;
    } catch (cause) {
      if (cause instanceof ApiError && !cause.isOffline) {
        lastSeen.drop();
        // Whoever has found a device cannot go on reading what its owner has locked them out of.
        void forgetKept();
        return null;
      }
      if (!seen) throw cause;
      return seen;
    }
  },
});

/** From signing out until the next page is there: an answer that was under way does not write the person back. */
let isLeaving = false;

const LAST_SEEN = 'heartwood.last-seen';

/**
 * Whom this browser saw signed in last, for as long as what it keeps of their work: a page that is opened without the network
 * knows them by it. It is forgotten with the session.
 */
const lastSeen = {
  read(): Account | null {
    try {
      const { at = 0, account = null } = JSON.parse(localStorage.getItem(LAST_SEEN) ?? '{}') as Partial<Seen>;
      return at > Date.now() - KEPT_DAYS * 86_400_000 ? account : null;
    } catch {
      return null;
    }
  },
  write(account: Account): void {
    try {
      localStorage.setItem(LAST_SEEN, JSON.stringify({ at: Date.now(), account } satisfies Seen));
    } catch {
      // Full or switched off: without the network a page that is loaded anew then knows nobody.
    }
  },
  drop(): void {
    try {
      localStorage.removeItem(LAST_SEEN);
    } catch {
      // As above.
    }
  },
};

interface Seen {
  /** Milliseconds, by the device's clock. */
  at: number;
  account: Account;
}

/**
 * Leaves nothing of a person on this browser but their way to look at it, and what they did that is not sent yet: the next one
 * at this desk is another one.
 */
export function forgetPerson(): void {
  lastSeen.drop();
  void forgetKept();
  dropAllDrafts();
  dropRecents();
  dropScrollPlaces();
}

/**
 * Ends the session on this browser and leads to the sign-in screen. The server has to know, so without the network it
 * says so, and all stays as it is: what was typed too. What waits to be sent is sent first; what cannot be stays here for
 * this person, who is asked.
 */
export async function signOut(isSure = false): Promise<void> {
  if (!(await isReachable())) {
    const text = 'Signing out needs the network. You are still signed in; try again when you are back online.';
    return showToast({ title: 'Offline', text, intent: 'warning' });
  }
  if (!isSure) {
    if (unsentCount() > 0) await Promise.race([sendNow(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    const left = unsentCount();
    if (left > 0) return askBeforeSigningOut(left);
  }
  isLeaving = true;
  forgetPerson();
  // The page goes with it: it is to be gone before that.
  await forgetKept();
  // Once more as the page goes: the router writes then.
  window.addEventListener('pagehide', forgetPerson, { once: true });
  window.addEventListener('pageshow', () => (isLeaving = false), { once: true });
  location.assign('/api/logout');
}

function askBeforeSigningOut(left: number): Promise<void> {
  const [things, stay, are] = left === 1 ? ['One thing', 'stays', 'is'] : [`${left} things`, 'stay', 'are'];
  return showToast({
    title: 'Not everything is sent',
    text: `${things} you did here did not get to the office. What is left ${stay} on this device for you, and ${are} sent when you sign in here again.`,
    intent: 'warning',
    action: { text: 'Sign out anyway', run: () => void signOut(true) },
  });
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
