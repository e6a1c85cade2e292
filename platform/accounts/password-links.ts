import { randomBytes } from 'node:crypto';
import type { StateStore } from '../../store/state.ts';
import { type Clock, isoNow } from '../runtime/clock.ts';
import { sha256 } from '../runtime/ids.ts';

const VALID_MS = 7 * 24 * 60 * 60 * 1000;

/** A one-time link, stored as its hash; null once it has been used. */
interface LinkRecord {
  hash: string | null;
  [key: string]: string | null;
}

export interface PasswordLinks {
  /**
   * Makes the user's one link; an earlier one stops working.
   * @returns the token: user id and 256 random bits; and when it expires, as ISO UTC
   */
  issue(userId: string): Promise<{ token: string; expiresAt: string }>;
  /** Whose link it is; null if it is unknown, used, revoked or expired. */
  userIdOf(token: string): Promise<string | null>;
  /** Uses up the link; if two try at once, one succeeds. @returns whose it was, or null as in {@link userIdOf} */
  use(token: string): Promise<string | null>;
  revoke(userId: string): Promise<void>;
}

/** One-time links to set a password, valid for seven days; only a hash is stored, and never in an event. */
export function createPasswordLinks(state: StateStore, clock: Clock): PasswordLinks {
  async function find(token: string): Promise<{ userId: string; version: string } | null> {
    const userId = token.slice(0, Math.max(0, token.lastIndexOf('.')));
    const record = await state.get(keyOf(userId));
    const hash = (record?.value as LinkRecord | undefined)?.hash;
    return record && hash === sha256(token) ? { userId, version: record.version } : null;
  }

  return {
    async issue(userId) {
      const token = `${userId}.${randomBytes(32).toString('base64url')}`;
      const value: LinkRecord = { hash: sha256(token) };
      for (;;) {
        const expected = (await state.get(keyOf(userId)))?.version ?? 'none';
        if (await state.put(keyOf(userId), value, { expected, ttlMs: VALID_MS, scrub: true })) break;
      }
      return { token, expiresAt: isoNow(() => clock() + VALID_MS) };
    },
    async userIdOf(token) {
      return (await find(token))?.userId ?? null;
    },
    async use(token) {
      const found = await find(token);
      if (!found) return null;
      const used: LinkRecord = { hash: null };
      const options = { expected: found.version, ttlMs: VALID_MS, scrub: true };
      return (await state.put(keyOf(found.userId), used, options)) === null ? null : found.userId;
    },
    async revoke(userId) {
      await state.delete(keyOf(userId));
    },
  };
}

function keyOf(userId: string): string {
  return `password-link/${userId}`;
}
