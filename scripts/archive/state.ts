import type { Json, StateStore } from '../../store/state.ts';
import type { ArchivedPlace, ArchivedState } from './format.ts';

// Of the state store, what is neither derived nor a secret (docs/archive.md#what-is-not-in-it).

const DAY_MS = 24 * 60 * 60_000;

/** A kind of record of the state store, by what its key begins with. */
interface Kept {
  prefix: string;
  /** When one ends, in milliseconds since 1970; without it one stays. */
  endsAt?(key: string, value: Json): number;
}

const field = (value: Json, name: string) => (value as Record<string, Json>)[name];

/** What an archive takes along as it is. */
export const KEPT: readonly Kept[] = [
  // Who signs in by which name, and by which account of a provider.
  { prefix: 'login/' },
  { prefix: 'oidc/' },
  { prefix: 'oidc-user/' },
  // Which mailboxes get no marketing, or were asked for a review: without the key nobody could tell.
  { prefix: 'mailbox-key' },
  { prefix: 'erased-mailbox/' },
  { prefix: 'review-request/', endsAt: (_, value) => Date.parse(String(field(value, 'at'))) + 180 * DAY_MS },
  // Who got in, and how far visitors came.
  { prefix: 'security-event/', endsAt: (_, value) => Number(field(value, 'at')) + 90 * DAY_MS },
  { prefix: 'funnel/', endsAt: (key) => Date.parse(key.slice('funnel/'.length)) + 800 * DAY_MS },
  { prefix: 'content-ideas' },
];

/** What names a place in the log: how far each reactor is, and which steps it left. */
export const PLACED: readonly string[] = ['reactor/', 'dead-step/'];

/** What waits for somebody and is lost, as its text is sealed: requests that were held back. */
const HELD_BACK = 'quarantine/';

const PAGE = 500;

async function* pagesOf(state: Pick<StateStore, 'list'>, prefix: string) {
  for (let after: string | undefined; ; ) {
    const page = await state.list(prefix, { after, limit: PAGE });
    if (page.length > 0) yield page;
    after = page.at(-1)?.key;
    if (page.length < PAGE) return;
  }
}

/** The records that are taken along, a page at a time. */
export async function* keptState(state: Pick<StateStore, 'list'>): AsyncGenerator<ArchivedState[]> {
  for (const { prefix, endsAt } of KEPT)
    for await (const page of pagesOf(state, prefix))
      yield page.map(({ key, value }) => ({ key, value, ...(endsAt && { expiresAt: endsAt(key, value) }) }));
}

/** The records that name a place in the log. */
export async function placesIn(state: Pick<StateStore, 'list'>): Promise<ArchivedPlace[]> {
  const found: ArchivedPlace[] = [];
  for (const prefix of PLACED)
    for await (const page of pagesOf(state, prefix))
      found.push(...page.map(({ key, value }) => ({ key, value }) as ArchivedPlace));
  return found;
}

/** How many requests were held back and are not taken along. */
export async function heldBack(state: Pick<StateStore, 'list'>): Promise<number> {
  let count = 0;
  for await (const page of pagesOf(state, HELD_BACK)) count += page.length;
  return count;
}
