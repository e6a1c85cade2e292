import type { StateStore } from '../store/state.ts';
import type { Clock } from './clock.ts';
import { createLoginNames, foldName } from './login-names.ts';
import type { PasswordHash, Passwords } from './passwords.ts';

/** Too many failed tries for one name: this one was not looked at. */
export class TooManyTries extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`Too many failed attempts. Try again in ${retryAfterSeconds} seconds.`);
    this.name = 'TooManyTries';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface SignIn {
  /** Takes a sign-in name or e-mail for a user. @returns false where another user has it */
  claimName(name: string, userId: string): Promise<boolean>;
  /** Sets the first password. @returns false where there is one already */
  setFirstPassword(userId: string, password: string): Promise<boolean>;
  /** Replaces the password, or sets the first one. */
  replacePassword(userId: string, password: string): Promise<void>;
  hasPassword(userId: string): Promise<boolean>;
  /** The ids of all users who have a password. */
  withPassword(): Promise<Set<string>>;
  verifyPassword(userId: string, password: string): Promise<boolean>;
  userIdOf(name: string): Promise<string | null>;
  /**
   * Checks a name and password.
   * @returns the user id, or null, which does not say what was wrong
   * @throws TooManyTries after five failures, for longer each time
   */
  check(name: string, password: string): Promise<string | null>;
}

const FREE_TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;
const FORGET_AFTER_MS = 60 * 60_000;

const CREDENTIAL = 'credential/';

interface Failures {
  count: number;
  until: number;
}

/** Names, passwords and failed tries, all in the state store: no secret and no failed try is ever an event. */
export function createSignIn(state: StateStore, passwords: Passwords, clock: Clock): SignIn {
  const names = createLoginNames(state, clock);

  async function credential(userId: string): Promise<{ hash: PasswordHash; version: string } | null> {
    const record = await state.get(CREDENTIAL + userId);
    return record && { hash: record.value as PasswordHash, version: record.version };
  }

  async function countFailure(name: string): Promise<void> {
    const key = `sign-in-failures/${foldName(name)}`;
    for (;;) {
      const record = await state.get(key);
      const count = ((record?.value as unknown as Failures | undefined)?.count ?? 0) + 1;
      const over = count - FREE_TRIES;
      const wait = over < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** over, LONGEST_WAIT_MS);
      const value = { count, until: clock() + wait };
      if (await state.put(key, value, { expected: record?.version ?? 'none', ttlMs: FORGET_AFTER_MS })) return;
    }
  }

  return {
    userIdOf: names.userIdOf,
    claimName: (name, userId) => names.claim(name, userId, async () => true),
    async setFirstPassword(userId, password) {
      if (await credential(userId)) return false;
      const hash = await passwords.hash(password);
      return (await state.put(CREDENTIAL + userId, hash, { expected: 'none' })) !== null;
    },
    async replacePassword(userId, password) {
      const hash = await passwords.hash(password);
      for (;;) {
        const version = (await credential(userId))?.version ?? 'none';
        if (await state.put(CREDENTIAL + userId, hash, { expected: version, scrub: true })) return;
      }
    },
    hasPassword: async (userId) => (await credential(userId)) !== null,
    async withPassword() {
      const credentials = await state.list(CREDENTIAL);
      return new Set(credentials.map(({ key }) => key.slice(CREDENTIAL.length)));
    },
    verifyPassword: async (userId, password) => passwords.verify(password, (await credential(userId))?.hash ?? null),
    async check(name, password) {
      const failures = await state.get(`sign-in-failures/${foldName(name)}`);
      const until = (failures?.value as unknown as Failures | undefined)?.until ?? 0;
      if (until > clock()) throw new TooManyTries(Math.ceil((until - clock()) / 1000));
      const userId = await names.userIdOf(name);
      const stored = userId === null ? null : await credential(userId);
      if (!(await passwords.verify(password, stored?.hash ?? null))) {
        await countFailure(name);
        return null;
      }
      if (failures) await state.delete(failures.key);
      return userId;
    },
  };
}
