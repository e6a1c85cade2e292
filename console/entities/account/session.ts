import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { accountRecord } from '../../../api/accounts/schema.ts';
import { type Area, may, OWNER_LOOKING_BACK } from '../../../domain/user/terms.ts';
import { ApiError, call } from '../../data/api.ts';
import { shownMoment } from '../../data/as-of.ts';
import { isReachable } from '../../data/connection.ts';
import { forgetKept, KEPT_DAYS } from '../../data/device/kept.ts';
import { sendNow, unsentCount } from '../../data/device/queue.ts';
import { dropAllDrafts, keepDraftsOf, unsavedTexts } from '../../data/drafts.ts';
import { dropRecents } from '../../data/recents.ts';
import { dropScrollPlaces } from '../../data/scroll-places.ts';
import { giveUpUnsent, isAnythingUnsent } from '../../data/unsent.ts';
import type { OnSearch } from '../../ui/search.ts';
import { showToast, type Toast } from '../../ui/status/toaster.tsx';
import { SESSION_KEY } from './rights.ts';

/** The signed-in person. */
export type Account = z.output<typeof accountRecord>;

/** For a network that barely works: the person last seen here need not wait longer. */
const PATIENCE_MS = 5_000;

/**
 * Who is signed in; null for nobody, which any refusal means. If there is no response, it is the person this browser
 * last saw: the connection says nothing about the session.
 * @throws ApiError if there is no response, and this browser has seen nobody
 */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
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
      return asOfMoment(data);
    } catch (cause) {
      if (cause instanceof ApiError && !cause.isOffline) {
        lastSeen.drop();
        // Whoever found a device must not go on reading what its owner locked them out of.
        void forgetKept();
        return null;
      }
      if (!seen) throw cause;
      return asOfMoment(seen);
    }
  },
});

/** Nothing can be changed at an earlier moment: an owner who looks at one sees all of it, with no act. */
function asOfMoment(account: Account): Account {
  if (shownMoment === null || account.role !== 'owner') return account;
  return { ...account, role: OWNER_LOOKING_BACK as Account['role'] };
}

/** True from signing out until the next page loads: a response still under way must not store the person again. */
let isLeaving = false;

const LAST_SEEN = 'heartwood.last-seen';

/**
 * The person this browser last saw signed in, kept as long as their data here: a page opened offline recognizes them by
 * it. It is forgotten with the session.
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
      // Full or turned off: offline, a reloaded page then knows nobody.
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
 * Removes everything about a person from this browser except their display settings and the acts not sent yet: the next
 * person at this desk may be somebody else.
 */
export function forgetPerson(): void {
  lastSeen.drop();
  void forgetKept();
  dropAllDrafts();
  dropRecents();
  dropScrollPlaces();
}

/**
 * Ends the session in this browser and goes to the sign-in screen. The server must know, so when offline it says so and
 * changes nothing, drafts included. Unsent acts are sent first; if any remain, they stay here for this person, who is
 * asked first, as of drafts and of photos that are not stored yet, which do not stay.
 */
export async function signOut(isSure = false): Promise<void> {
  if (!(await isReachable())) {
    const text = 'Signing out needs the network. You are still signed in; try again when you are back online.';
    return showToast({ title: 'Offline', text, intent: 'warning' });
  }
  if (!isSure) {
    if (unsentCount() > 0) await Promise.race([sendNow(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    const left = whatIsLeft();
    const action = { text: 'Sign out anyway', run: () => void signOut(true) };
    if (left) return showToast({ ...left, intent: 'warning', action });
  }
  isLeaving = true;
  giveUpUnsent();
  forgetPerson();
  // The page is about to go: finish this first.
  await forgetKept();
  // Again as the page goes: the router writes then.
  window.addEventListener('pagehide', forgetPerson, { once: true });
  window.addEventListener('pageshow', () => (isLeaving = false), { once: true });
  location.assign('/api/logout');
}

/** What signing out now leaves behind or discards, in words; null for nothing. */
function whatIsLeft(): Pick<Toast, 'title' | 'text'> | null {
  const [acts, forms, isPhotoUnsent] = [unsentCount(), unsavedTexts(), isAnythingUnsent()];
  const left = [
    ...(acts > 0 ? [unsentText(acts)] : []),
    ...(forms.length > 0 ? [unsavedText(forms)] : []),
    ...(isPhotoUnsent ? ['Not every photo you added has been sent. Signing out discards the rest.'] : []),
  ];
  if (left.length === 0) return null;
  const title = acts > 0 || isPhotoUnsent ? 'Not everything has been sent' : 'Not everything is saved';
  return { title, text: left.join(' ') };
}

function unsentText(acts: number): string {
  const [things, they, go] = acts === 1 ? ['One thing', 'it stays', 'goes'] : [`${acts} things`, 'they stay', 'go'];
  return `${things} you did here did not reach the office. If you sign out, ${they} on this device and ${go} out when you sign in here again.`;
}

/** How many texts are told, the longest first, and how much of each: the toast is read in a few seconds. */
const MOST_TOLD = 3;
const MOST_LETTERS = 50;

/** With their words: what was typed for something that cannot be done by now, such as holding a finished job, is in no form. */
function unsavedText(forms: readonly string[]): string {
  const what = forms.length === 1 ? 'A form has text that is' : `${forms.length} forms have text that is`;
  const told = forms.filter(Boolean).sort((a, b) => b.length - a.length);
  const words = told
    .slice(0, MOST_TOLD)
    .map((text) => `“${text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text}”`);
  return `${what} not saved${words.length > 0 ? `: ${words.join(', ')}` : ''}. Signing out discards it.`;
}

/** Id of the signed-in account; '' for nobody. */
export function useAccountId(): string {
  return useQuery(sessionQuery).data?.id ?? '';
}

/** A person's display name. */
export function nameOf(account: Pick<Account, 'firstName' | 'lastName' | 'username'>): string {
  return [account.firstName, account.lastName].filter(Boolean).join(' ') || account.username || 'Unnamed';
}

/** The props a route gives its page. */
export interface PageProps<Search> {
  account: Account;
  /** The URL's search parameters. */
  search: Search;
  onSearch: OnSearch<Search>;
}

/** The props a list page passes on unchanged. @param area that its records are of */
export function listOf<Search>({ account, search, onSearch }: PageProps<Search>, area: Area) {
  const canExport = may(account.role, 'exports:read');
  return { search, onSearch, canChange: may(account.role, `${area}:change`), canExport };
}
