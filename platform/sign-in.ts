import type { StateStore } from '../store/state.ts';
import type { Clock } from './clock.ts';
import { createDeviceTokens } from './device-tokens.ts';
import { sha256 } from './ids.ts';
import { createLoginNames, foldName } from './login-names.ts';
import type { PasswordHash, Passwords } from './passwords.ts';
import { createTries, type Try } from './tries.ts';

export interface SignIn {
  /** Takes a sign-in name or e-mail for a user. @returns false where another user has it */
  claimName(name: string, userId: string): Promise<boolean>;
  /** Sets the first password. @returns false where there is one already */
  setFirstPassword(userId: string, password: string): Promise<boolean>;
  /** Replaces the password, or sets the first one; no browser is known as one that the user has signed in from. */
  replacePassword(userId: string, password: string): Promise<void>;
  hasPassword(userId: string): Promise<boolean>;
  /** Which password a user has: another text with each one that they set; null where they have none. */
  passwordVersion(userId: string): Promise<string | null>;
  /** The ids of all users who have a password. */
  withPassword(): Promise<Set<string>>;
  verifyPassword(userId: string, password: string): Promise<boolean>;
  userIdOf(name: string): Promise<string | null>;
  /**
   * Checks a name and password. The try is counted first, and cleared where it was right; all names of an account count
   * together.
   * @param kept what the browser keeps of earlier sign-ins: one that the person has used is counted apart
   * @returns the user id, or null, which does not say what was wrong
   * @throws TooManyTries after five tries in a row, for longer each time
   */
  check(name: string, password: string, kept?: string): Promise<string | null>;
  /** As {@link check}, of somebody who is known. @throws TooManyTries */
  checkOf(userId: string, password: string, kept?: string): Promise<boolean>;
}

const CREDENTIAL = 'credential/';

/** Names, passwords and failed tries, all in the state store: no secret and no failed try is ever an event. */
export function createSignIn(state: StateStore, passwords: Passwords, clock: Clock): SignIn {
  const names = createLoginNames(state, clock);
  const tries = createTries(state, clock);
  const devices = createDeviceTokens(state);

  async function credential(userId: string): Promise<{ hash: PasswordHash; version: string } | null> {
    const record = await state.get(CREDENTIAL + userId);
    return record && { hash: record.value as PasswordHash, version: record.version };
  }

  async function verify(userId: string | null, password: string): Promise<boolean> {
    const stored = userId === null ? null : await credential(userId);
    return passwords.verify(password, stored?.hash ?? null);
  }

  async function takeTry(userId: string, kept: string | undefined): Promise<Try> {
    return tries.take(`user/${userId}`, await devices.deviceOf(kept, userId));
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
        if (await state.put(CREDENTIAL + userId, hash, { expected: version, scrub: true })) break;
      }
      await devices.forgetAll(userId);
    },
    hasPassword: async (userId) => (await credential(userId)) !== null,
    passwordVersion: async (userId) => (await credential(userId))?.version ?? null,
    async withPassword() {
      const credentials = await state.list(CREDENTIAL);
      return new Set(credentials.map(({ key }) => key.slice(CREDENTIAL.length)));
    },
    verifyPassword: verify,
    async check(name, password, kept) {
      const userId = await names.userIdOf(name);
      const attempt = await (userId === null ? tries.take(`name/${sha256(foldName(name))}`) : takeTry(userId, kept));
      if (!(await verify(userId, password))) return null;
      await attempt.succeed();
      return userId;
    },
    async checkOf(userId, password, kept) {
      const attempt = await takeTry(userId, kept);
      const isRight = await verify(userId, password);
      if (isRight) await attempt.succeed();
      return isRight;
    },
  };
}
