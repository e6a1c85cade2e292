import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { StoreUnavailable } from '../../store/event-store.ts';
import type { StateStore } from '../../store/state.ts';
import type { Clock } from '../runtime/clock.ts';
import { sha256 } from '../runtime/ids.ts';

const IDLE_MS = 12 * 60 * 60 * 1000;
const LONGEST_MS = 30 * 24 * 60 * 60 * 1000;
/** Use is recorded at most this often. */
const NOTE_USE_EVERY_MS = 5 * 60 * 1000;

/** How long a lookup stays valid, so that a busy session is not looked up for each of its requests. */
const LOOK_UP_EVERY_MS = 1_000;
const MOST_LOOKED_UP = 10_000;

interface SessionRecord {
  startedAt: number;
  usedAt: number;
  /** The browser in a few words, for the person to recognize. */
  userAgent: string | null;
  /** Whether the person signed in with the identity provider. */
  isExternal: boolean;
  [key: string]: number | string | boolean | null;
}

/** A session as its person sees it. */
export interface SessionSummary {
  /** Identifies it but signs nobody in: the hash of its secret. */
  id: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Milliseconds since 1970, exact to a few minutes. */
  usedAt: number;
  userAgent: string | null;
}

export interface Session {
  userId: string;
  /** As in {@link SessionSummary}. */
  id: string;
  /** Whether the person signed in with the identity provider. */
  isExternal: boolean;
}

export interface Sessions {
  /**
   * @param how `userAgent`: the browser in a few words; `isExternal`: signed in with the identity provider
   * @returns the secret for the cookie: user id and 256 random bits; only its hash is stored
   */
  open(userId: string, how?: { userAgent?: string | null; isExternal?: boolean }): Promise<string>;
  /**
   * Who the secret belongs to; null if it is unknown, revoked or expired.
   * @param use false: this does not count as use, and the session's idle time goes on (a heartbeat)
   */
  find(secret: string, use: boolean): Promise<Session | null>;
  /** A user's sessions, most recently used first. */
  list(userId: string): Promise<SessionSummary[]>;
  close(secret: string): Promise<void>;
  /** Ends one by its id; one that has already ended is fine. */
  closeOne(userId: string, id: string): Promise<void>;
  /** @param exceptId the session that stays open */
  closeAll(userId: string, exceptId?: string): Promise<void>;
  /**
   * Calls the listener once, when this process closes the session; not when another process closes it or it expires.
   * @returns stops listening
   */
  onClosed(secret: string, listener: () => void): () => void;
  /** Makes the user's sessions look up their person again, because what that person may do has changed. */
  forget(userId: string): void;
  /** The same for all sessions, because what people may do has changed for everybody. */
  forgetAll(): void;
}

/**
 * Sessions end after 12 hours idle or 30 days in all (docs/design/calls.md#sign-in-and-sessions); they are in the state
 * store. One that this process closes ends at once; one that another process closes ends here within a second.
 */
export function createSessions(state: StateStore, clock: Clock): Sessions {
  const lookedUp = new Map<string, { session: Session; until: number }>();
  /** Lookups under way. */
  const looking = new Map<string, Promise<Session | null>>();
  /** Incremented by every change that outdates lookups, so that a lookup under way is then not remembered. */
  let outdated = 0;
  /** By key; each open stream listens. */
  const closed = new EventEmitter().setMaxListeners(0);

  function remember(key: string, session: Session): void {
    if (lookedUp.size >= MOST_LOOKED_UP) lookedUp.clear();
    lookedUp.set(key, { session, until: clock() + LOOK_UP_EVERY_MS });
  }

  async function remove(key: string): Promise<void> {
    await state.delete(key);
    lookedUp.delete(key);
    outdated++;
    closed.emit(key);
  }

  async function lookUp(key: string, secret: string, use: boolean): Promise<Session | null> {
    const asked = outdated;
    const record = await state.get(key);
    if (!record) return null;
    const kept = record.value as unknown as SessionRecord;
    const now = clock();
    const left = kept.startedAt + LONGEST_MS - now;
    if (left <= 0) return null;
    if (use && now - kept.usedAt >= NOTE_USE_EVERY_MS) {
      const ttlMs = Math.min(IDLE_MS, left);
      // Another request recorded the use first, or the session was signed out: both are fine.
      await state.put(key, { ...kept, usedAt: now }, { expected: record.version, ttlMs }).catch(stayAsItIs);
    }
    const session = { userId: userIdOf(secret), id: sha256(secret), isExternal: kept.isExternal ?? false };
    if (asked === outdated) remember(key, session);
    return session;
  }

  return {
    async open(userId, { userAgent = null, isExternal = false } = {}) {
      const secret = `${userId}.${randomBytes(32).toString('base64url')}`;
      const now = clock();
      const record: SessionRecord = { startedAt: now, usedAt: now, userAgent, isExternal };
      await state.put(keyOf(userId, sha256(secret)), record, { expected: 'none', ttlMs: IDLE_MS });
      return secret;
    },

    async find(secret, use) {
      const key = keyOf(userIdOf(secret), sha256(secret));
      const known = lookedUp.get(key);
      if (known && clock() < known.until) return known.session;
      // Requests that arrive meanwhile share this lookup, unless something has changed since it began.
      const name = `${key} ${use} ${outdated}`;
      const look = looking.get(name) ?? lookUp(key, secret, use).finally(() => looking.delete(name));
      looking.set(name, look);
      return look;
    },

    async list(userId) {
      const records = await state.list(prefixOf(userId));
      const sessions = records.map(({ key, value }) => {
        const { startedAt, usedAt, userAgent } = value as unknown as SessionRecord;
        return { id: key.slice(prefixOf(userId).length), startedAt, usedAt, userAgent: userAgent ?? null };
      });
      return sessions.sort((one, other) => other.usedAt - one.usedAt || other.startedAt - one.startedAt);
    },

    async close(secret) {
      await remove(keyOf(userIdOf(secret), sha256(secret)));
    },

    async closeOne(userId, id) {
      await remove(keyOf(userId, id));
    },

    async closeAll(userId, exceptId) {
      for (const { key } of await state.list(prefixOf(userId))) {
        if (exceptId === undefined || key !== keyOf(userId, exceptId)) await remove(key);
      }
    },

    onClosed(secret, listener) {
      const key = keyOf(userIdOf(secret), sha256(secret));
      closed.once(key, listener);
      return () => void closed.off(key, listener);
    },

    forget(userId) {
      outdated++;
      for (const key of lookedUp.keys()) {
        if (key.startsWith(prefixOf(userId))) lookedUp.delete(key);
      }
    },

    forgetAll() {
      outdated++;
      lookedUp.clear();
    },
  };
}

/** A use that cannot be noted, as on a full disk, ends no session: a later one will be. */
function stayAsItIs(cause: unknown): void {
  if (!(cause instanceof StoreUnavailable)) throw cause;
}

function userIdOf(secret: string): string {
  return secret.slice(0, Math.max(0, secret.lastIndexOf('.')));
}

function prefixOf(userId: string): string {
  return `session/${userId}/`;
}

function keyOf(userId: string, id: string): string {
  return prefixOf(userId) + id;
}
