import { foldText } from '../../domain/kit/fold-text.ts';
import type { Json, StateStore } from '../../store/state.ts';
import type { Clock } from '../runtime/clock.ts';

/**
 * A sign-in name, in the state store under `login/<folded name>`. The key is personal data: it is deleted along with an
 * erased person, and with a name that is no longer used.
 */
interface Claim {
  userId: string;
  /** Milliseconds since 1970. */
  claimedAt: number;
  [key: string]: string | number;
}

const PREFIX = 'login/';

/** The event of a claim this recent may still be on its way. */
const PENDING_MS = 60_000;

export interface LoginNames {
  userIdOf(name: string): Promise<string | null>;
  /** Everybody who has a name, or is about to. */
  userIds(): Promise<Set<string>>;
  /** A user's names, folded, without those whose event may still be on its way. */
  settledOf(userId: string): Promise<string[]>;
  /**
   * Takes a name for a user: if nobody has it, or if whoever claimed it never got it (a crash between the claim and the
   * event).
   * @param isNamed whether that user's account has the name
   * @returns false if another user has it
   */
  claim(name: string, userId: string, isNamed: (userId: string) => Promise<boolean>): Promise<boolean>;
  /** Whether a user could take a name now, as `claim` does. */
  isFree(name: string, userId: string, isNamed: (userId: string) => Promise<boolean>): Promise<boolean>;
  /** Releases a user's name; a name of another user stays. */
  release(name: string, userId: string): Promise<void>;
  /** Releases all of a user's names. */
  releaseAll(userId: string): Promise<void>;
  /**
   * Moves the names that an earlier version folded by another rule to where this one looks for them. A name that is then
   * another user's stays where it is, and its user goes on signing in with it. For the start; can be repeated.
   */
  refold(): Promise<void>;
}

/**
 * Keeps names unique over all accounts, by compare-and-set in the state store (docs/design/commands.md#unique-names). An
 * abandoned claim is taken over only after a minute, longer than a command keeps trying. A process paused for longer
 * between claim and event may leave a second account with the name; this record says who signs in with it.
 */
export function createLoginNames(state: StateStore, clock: Clock): LoginNames {
  async function claimOf(name: string): Promise<{ key: string; version: string; claim: Claim } | null> {
    const [key, keyBefore] = [keyOf(name), PREFIX + foldedBefore(name)];
    const record = (key !== keyBefore && (await state.get(keyBefore))) || (await state.get(key));
    return record && { key: record.key, version: record.version, claim: toClaim(record.value) };
  }

  type IsNamed = (userId: string) => Promise<boolean>;

  async function mayTake(found: { claim: Claim } | null, userId: string, isNamed: IsNamed): Promise<boolean> {
    if (!found || found.claim.userId === userId) return true;
    return clock() - found.claim.claimedAt >= PENDING_MS && !(await isNamed(found.claim.userId));
  }

  return {
    async userIdOf(name) {
      return (await claimOf(name))?.claim.userId ?? null;
    },
    async userIds() {
      return new Set((await state.list(PREFIX)).map(({ value }) => toClaim(value).userId));
    },
    async settledOf(userId) {
      const before = clock() - PENDING_MS;
      const claims = (await state.list(PREFIX)).map(({ key, value }) => ({ key, ...toClaim(value) }));
      const settled = claims.filter((claim) => claim.userId === userId && claim.claimedAt < before);
      return settled.map(({ key }) => key.slice(PREFIX.length));
    },
    async claim(name, userId, isNamed) {
      for (;;) {
        const found = await claimOf(name);
        if (!(await mayTake(found, userId, isNamed))) return false;
        const claim: Claim = { userId, claimedAt: clock() };
        if (await state.put(found?.key ?? keyOf(name), claim, { expected: found?.version ?? 'none' })) return true;
      }
    },
    isFree: async (name, userId, isNamed) => mayTake(await claimOf(name), userId, isNamed),
    async release(name, userId) {
      const found = await claimOf(name);
      if (found?.claim.userId === userId) await state.delete(found.key);
    },
    async releaseAll(userId) {
      for (const { key, value } of await state.list(PREFIX)) {
        if (toClaim(value).userId === userId) await state.delete(key);
      }
    },
    async refold() {
      for (const { key, value } of await state.list(PREFIX)) {
        const folded = keyOf(key.slice(PREFIX.length));
        if (folded === key) continue;
        await state.put(folded, value, { expected: 'none' });
        const holder = await state.get(folded);
        if (holder && toClaim(holder.value).userId === toClaim(value).userId) await state.delete(key);
      }
    },
  };
}

/** The form in which names are compared: names that people type alike, without case and accents, are the same. */
export function foldName(name: string): string {
  return foldText(name.trim());
}

/** How earlier versions folded a name. */
function foldedBefore(name: string): string {
  const plain = name.trim().normalize('NFKD').replace(/\p{M}/gu, '');
  return plain
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/\p{Cc}/gu, ' ');
}

/** Data folders from before 0.1.0 may hold the user id alone. */
function toClaim(value: Json): Claim {
  return typeof value === 'string' ? { userId: value, claimedAt: 0 } : (value as unknown as Claim);
}

function keyOf(name: string): string {
  return PREFIX + foldName(name);
}
