import { foldText } from '../../domain/kit/search-text.ts';
import type { Json, StateStore } from '../../store/state.ts';
import type { Clock } from '../runtime/clock.ts';

/**
 * A name that somebody signs in with, in the state store under `login/<folded name>`. The key is personal data: it goes
 * with an erased person, and with a name that is no longer used.
 */
interface Claim {
  userId: string;
  /** Milliseconds since 1970. */
  claimedAt: number;
  [key: string]: string | number;
}

const PREFIX = 'login/';

/** A claim this young may still be on its way to its event. */
const PENDING_MS = 60_000;

export interface LoginNames {
  userIdOf(name: string): Promise<string | null>;
  /** Of everybody who has a name, or is about to. */
  userIds(): Promise<Set<string>>;
  /** The names of a user, folded, without those that may still be on their way to their event. */
  settledOf(userId: string): Promise<string[]>;
  /**
   * Takes a name for a user. It is theirs where nobody has it, or where somebody claimed it and it never became theirs
   * (a crash between the claim and the event).
   * @param isNamed whether that user's account has the name
   * @returns false where another user has it
   */
  claim(name: string, userId: string, isNamed: (userId: string) => Promise<boolean>): Promise<boolean>;
  /** Releases a user's name; a name of another user stays. */
  release(name: string, userId: string): Promise<void>;
}

/**
 * Unique names over all accounts, by compare-and-set in the state store (docs/design.md#unique-names). An abandoned
 * claim is taken over only after a minute, longer than a command tries. A process that was paused for longer than that
 * between claim and event may leave a second account with the name; the record here says who signs in with it.
 */
export function createLoginNames(state: StateStore, clock: Clock): LoginNames {
  async function claimOf(name: string): Promise<{ key: string; version: string; claim: Claim } | null> {
    const record = await state.get(keyOf(name));
    return record && { key: record.key, version: record.version, claim: toClaim(record.value) };
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
        const mayTake =
          !found ||
          found.claim.userId === userId ||
          (clock() - found.claim.claimedAt >= PENDING_MS && !(await isNamed(found.claim.userId)));
        if (!mayTake) return false;
        const claim: Claim = { userId, claimedAt: clock() };
        if (await state.put(keyOf(name), claim, { expected: found?.version ?? 'none' })) return true;
      }
    },
    async release(name, userId) {
      const found = await claimOf(name);
      if (found?.claim.userId === userId) await state.delete(found.key);
    },
  };
}

/** The form in which names are compared: a different case or accent is the same name. */
export function foldName(name: string): string {
  return foldText(name.trim());
}

/** Folders from before 0.1.0 may hold the user id alone. */
function toClaim(value: Json): Claim {
  return typeof value === 'string' ? { userId: value, claimedAt: 0 } : (value as unknown as Claim);
}

function keyOf(name: string): string {
  return PREFIX + foldName(name);
}
