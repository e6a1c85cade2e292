import type { StateStore } from '../../store/state.ts';
import type { Clock } from '../runtime/clock.ts';
import { sha256 } from '../runtime/ids.ts';
import type { Turn } from '../runtime/slots.ts';
import { createDeviceTokens } from './device-tokens.ts';
import { createLoginNames, foldName } from './login-names.ts';
import type { PasswordHash, Passwords } from './passwords.ts';
import { type CodeKind, createSecondFactor, type FoundFactor } from './second-factor.ts';
import { createTries, type Try } from './tries.ts';

/** The result of checking a sign-in; a name without an account gives no user. */
export type SignInOutcome =
  | { kind: 'signed_in'; userId: string; by: 'password' | CodeKind }
  | { kind: 'wrong_password'; userId: string | null }
  | { kind: 'not_allowed'; userId: string }
  | { kind: 'second_factor_required'; userId: string }
  | { kind: 'wrong_code'; userId: string }
  /** The code was right when it came; meanwhile another sign-in at the same moment used it. */
  | { kind: 'code_taken'; userId: string };

/** What somebody signs in with. */
export interface SignInTry {
  name: string;
  password: string;
  /** From the second factor. */
  code?: string | undefined;
  /** What the browser keeps from earlier sign-ins: a browser the person has used is counted separately. */
  kept?: string | undefined;
  /** Whether the account may be used; by default, every account may. */
  mayEnter?: (userId: string) => Promise<boolean>;
  /** Aborted once nobody waits for the answer anymore. */
  signal?: AbortSignal | undefined;
}

/** How a signed-in person proves again who they are. */
export interface Proof {
  password?: string | undefined;
  /** From the second factor. */
  code?: string | undefined;
  /** As in {@link SignInTry}. */
  kept?: string | undefined;
}

export interface SignIn {
  /** Takes a sign-in name or email address for a user. @returns false if another user has it */
  claimName(name: string, userId: string): Promise<boolean>;
  /** Sets the first password. @returns false if there already is one */
  setFirstPassword(userId: string, password: string): Promise<boolean>;
  /** Replaces the password, or sets the first one, and forgets every browser the user has signed in from. */
  replacePassword(userId: string, password: string): Promise<void>;
  /** Leaves no copy of the password. */
  removePassword(userId: string): Promise<void>;
  hasPassword(userId: string): Promise<boolean>;
  /** Identifies a user's current password: a different text each time they set one; null if they have none. */
  passwordVersion(userId: string): Promise<string | null>;
  /** The ids of all users who have a password. */
  withPassword(): Promise<Set<string>>;
  verifyPassword(userId: string, password: string): Promise<boolean>;
  userIdOf(name: string): Promise<string | null>;
  /**
   * Checks a name and password, and the second factor if the account has one. The try is counted first, and cleared if
   * all of it was right. All names of an account share five checks, but from outside each seems to have its own.
   * @throws TooManyTries after five tries in a row, longer each time; NoTurn if it was neither looked at nor counted
   */
  check(given: SignInTry): Promise<SignInOutcome>;
  /**
   * Checks the password or the code of a known person, counted like a sign-in: if there is a second factor, the
   * password alone neither counts as a try nor clears the count.
   * @returns which of them was right, or null
   * @throws TooManyTries
   */
  prove(userId: string, proof: Proof): Promise<'password' | CodeKind | null>;
}

const CREDENTIAL = 'credential/';

/** Names, passwords and failed tries, all in the state store: no secret and no failed try is ever an event. */
export function createSignIn(state: StateStore, passwords: Passwords, clock: Clock): SignIn {
  const names = createLoginNames(state, clock);
  const tries = createTries(state, clock);
  const devices = createDeviceTokens(state);
  const secondFactor = createSecondFactor(state, passwords, clock);

  async function credential(userId: string): Promise<{ hash: PasswordHash; version: string } | null> {
    const record = await state.get(CREDENTIAL + userId);
    return record && { hash: record.value as PasswordHash, version: record.version };
  }

  async function verify(userId: string | null, password: string, turn?: Turn): Promise<boolean> {
    const stored = userId === null ? null : await credential(userId);
    return passwords.verify(password, stored?.hash ?? null, turn);
  }

  /** Like verify, but a try that could not be looked at does not count. */
  async function verifyTry(attempt: Try, userId: string | null, password: string, turn?: Turn): Promise<boolean> {
    try {
      return await verify(userId, password, turn);
    } catch (err) {
      await attempt.giveBack();
      throw err;
    }
  }

  /** What a counted try at an account is, or at a name that no account has. @param how.before as in `provenBy` */
  async function lookAt(
    attempt: Try,
    userId: string | null,
    { password, code, mayEnter = async () => true }: SignInTry,
    { turn, before }: { turn: Turn; before: FoundFactor | null },
  ): Promise<SignInOutcome> {
    const isPassword = await verifyTry(attempt, userId, password, turn);
    const isRight = (await attempt.mayTell()) && isPassword;
    if (!isRight || userId === null) return { kind: 'wrong_password', userId };
    if (!(await mayEnter(userId))) return { kind: 'not_allowed', userId };
    const by = await provenBy(userId, code, before);
    if (by === null) return { kind: 'wrong_code', userId };
    if (by === 'missing' || by === 'taken') {
      // Not cleared; otherwise somebody who knows only the password could try any number of codes.
      await attempt.giveBack();
      return { kind: by === 'taken' ? 'code_taken' : 'second_factor_required', userId };
    }
    await attempt.succeed();
    return { kind: 'signed_in', userId, by };
  }

  /** What proves more than the password does. @param before the second factor when the try came */
  async function provenBy(
    userId: string,
    code: string | undefined,
    before: FoundFactor | null,
  ): Promise<'password' | CodeKind | 'missing' | 'taken' | null> {
    if (!(await secondFactor.isOn(userId))) return 'password';
    if (code === undefined) return 'missing';
    const kind = await secondFactor.use(userId, code);
    return kind === null && before && (await secondFactor.wasRight(userId, code, before)) ? 'taken' : kind;
  }

  /** Which part of a counted proof was right, or null. */
  async function proofOf(
    attempt: Try,
    userId: string,
    { password, code }: Proof,
  ): Promise<'password' | CodeKind | null> {
    let by: 'password' | CodeKind | null = null;
    if (password !== undefined) by = (await verifyTry(attempt, userId, password)) ? 'password' : null;
    else if (code !== undefined) by = await secondFactor.use(userId, code);
    // Not cleared; otherwise somebody who knows only the password could try any number of codes.
    if (by === 'password' && (await secondFactor.isOn(userId))) await attempt.giveBack();
    else if (by !== null) await attempt.succeed();
    return by;
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
    async removePassword(userId) {
      await state.delete(CREDENTIAL + userId);
    },
    hasPassword: async (userId) => (await credential(userId)) !== null,
    passwordVersion: async (userId) => (await credential(userId))?.version ?? null,
    async withPassword() {
      const credentials = await state.list(CREDENTIAL);
      return new Set(credentials.map(({ key }) => key.slice(CREDENTIAL.length)));
    },
    verifyPassword: verify,
    async check(given) {
      const { name, kept, signal } = given;
      const typed = `name/${sha256(foldName(name))}`;
      const userId = await names.userIdOf(name);
      const device = userId === null ? null : await devices.deviceOf(kept, userId);
      const [account, by] = userId === null ? [typed, {}] : [`user/${userId}`, { device, name: typed }];
      const before = userId === null ? null : await secondFactor.find(userId);
      const how = { turn: { isFirst: device !== null, signal }, before };
      return tries.attempt(account, by, (attempt) => lookAt(attempt, userId, given, how));
    },
    async prove(userId, { password, code, kept }) {
      const device = await devices.deviceOf(kept, userId);
      return tries.attempt(`user/${userId}`, { device }, (attempt) => proofOf(attempt, userId, { password, code }));
    },
  };
}
