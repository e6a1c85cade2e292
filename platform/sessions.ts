import { randomBytes } from 'node:crypto';
import type { StateStore } from '../store/state.ts';
import type { Clock } from './clock.ts';
import { sha256 } from './ids.ts';

const IDLE_MS = 12 * 60 * 60 * 1000;
const LONGEST_MS = 30 * 24 * 60 * 60 * 1000;
/** A use is noted at most this often. */
const NOTE_USE_EVERY_MS = 5 * 60 * 1000;

/** What was looked up is good for this long, so that a busy session is not looked up for each of its requests. */
const LOOK_UP_EVERY_MS = 1_000;
const MOST_LOOKED_UP = 10_000;

interface SessionRecord {
  startedAt: number;
  usedAt: number;
}

export interface Session {
  userId: string;
  /** Of the state record. */
  key: string;
}

export interface Sessions {
  /** @returns the secret for the cookie: user id and 256 random bits; only its hash is stored */
  open(userId: string): Promise<string>;
  /**
   * Who the secret belongs to, or null where it is unknown, revoked or expired.
   * @param use false: looking is not a use, the session's idle time goes on (a heartbeat)
   */
  find(secret: string, use: boolean): Promise<Session | null>;
  close(secret: string): Promise<void>;
  closeAll(userId: string): Promise<void>;
}

/**
 * Sessions of 12 idle hours and 30 days in all (design §7), in the state store. One that this process closes ends at
 * once; one that another process closes ends here within a second.
 */
export function createSessions(state: StateStore, clock: Clock): Sessions {
  const lookedUp = new Map<string, { session: Session; until: number }>();

  function remember(session: Session): Session {
    if (lookedUp.size >= MOST_LOOKED_UP) lookedUp.clear();
    lookedUp.set(session.key, { session, until: clock() + LOOK_UP_EVERY_MS });
    return session;
  }

  async function remove(key: string): Promise<void> {
    lookedUp.delete(key);
    await state.delete(key);
    lookedUp.delete(key); // a request that was looking it up meanwhile
  }

  return {
    async open(userId) {
      const secret = `${userId}.${randomBytes(32).toString('base64url')}`;
      const now = clock();
      await state.put(keyOf(secret), { startedAt: now, usedAt: now }, { expected: 'none', ttlMs: IDLE_MS });
      return secret;
    },

    async find(secret, use) {
      const key = keyOf(secret);
      const known = lookedUp.get(key);
      if (known && clock() < known.until) return known.session;
      const record = await state.get(key);
      if (!record) return null;
      const { startedAt, usedAt } = record.value as unknown as SessionRecord;
      const now = clock();
      const left = startedAt + LONGEST_MS - now;
      if (left <= 0) return null;
      if (use && now - usedAt >= NOTE_USE_EVERY_MS) {
        // Lost to a concurrent request's note or to a sign-out: both are fine.
        await state.put(key, { startedAt, usedAt: now }, { expected: record.version, ttlMs: Math.min(IDLE_MS, left) });
      }
      return remember({ userId: userIdOf(secret), key });
    },

    async close(secret) {
      await remove(keyOf(secret));
    },

    async closeAll(userId) {
      for (const record of await state.list(`session/${userId}/`)) await remove(record.key);
    },
  };
}

function userIdOf(secret: string): string {
  return secret.slice(0, Math.max(0, secret.lastIndexOf('.')));
}

function keyOf(secret: string): string {
  return `session/${userIdOf(secret)}/${sha256(secret)}`;
}
