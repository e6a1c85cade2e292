import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Json, StateStore } from '../../store/state.ts';
import type { Clock } from '../runtime/clock.ts';
import type { PasswordHash, Passwords } from './passwords.ts';

const ISSUER = 'Heartwood';
/** How long a code of an app is shown. */
export const STEP_SECONDS = 30;
/** A code is accepted one step early and late: clocks differ, and people take their time. */
const WINDOW = 1;
const SECRET_BYTES = 20;
/** How long somebody may take to scan the QR code and type the first code. */
const PENDING_MS = 15 * 60_000;

const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
/** Without I, O, 0 and 1, which look alike on paper. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A second factor in the state store; never in an event. */
interface Factor {
  /** Base32. */
  secret: string;
  /** The latest time step whose code was used: no code up to it is accepted again. */
  lastStep: number;
  /** The hashes of the unused codes, all with the same salt, so that one hash of what was typed finds the code. */
  recovery: PasswordHash[];
  [key: string]: Json;
}

/** A secret waiting for its first code. */
interface Pending {
  /** Base32. */
  secret: string;
  mayReplace: boolean;
  [key: string]: Json;
}

/** A second factor as it was at some moment. */
export interface FoundFactor {
  factor: Factor;
  version: string;
}

/** Which kind a code was. */
export type CodeKind = 'code' | 'recovery_code';

export interface SecondFactor {
  isOn(userId: string): Promise<boolean>;
  /** The second factor as it is now. */
  find(userId: string): Promise<FoundFactor | null>;
  /** The ids of all users who have one. */
  users(): Promise<Set<string>>;
  /**
   * Makes a secret that is not in force yet, replacing an earlier one that is not; valid for 15 minutes.
   * @param label what the person's app calls the account
   * @param mayReplace whether a code was proved: otherwise the secret never replaces one that is in force
   */
  begin(userId: string, label: string, mayReplace: boolean): Promise<{ secret: string; uri: string }>;
  /**
   * If the code is the app's, puts the secret in force, replacing an earlier one if it may.
   * @returns the recovery codes, this once; or why not
   */
  confirm(userId: string, code: string): Promise<string[] | 'wrong_code' | 'expired'>;
  /** Uses up a code: six digits from the app, or a recovery code. @returns null for a wrong or already used one */
  use(userId: string, code: string): Promise<CodeKind | null>;
  /** Whether a code that is not accepted was right at an earlier moment: it has been used up since. */
  wasRight(userId: string, code: string, before: FoundFactor): Promise<boolean>;
  /** Makes new recovery codes; the earlier ones stop working. @returns null if there is no second factor */
  renewRecoveryCodes(userId: string): Promise<string[] | null>;
  recoveryCodesLeft(userId: string): Promise<number>;
  /** Leaves no copy of the secret. @returns whether there was one */
  remove(userId: string): Promise<boolean>;
}

/**
 * Time-based codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds, which every app supports) with
 * one-time recovery codes. The caller counts the tries.
 * @param switched called with each user whose second factor came into force or was removed here
 */
export function createSecondFactor(
  state: StateStore,
  passwords: Passwords,
  clock: Clock,
  switched: (userId: string) => void = () => {},
): SecondFactor {
  async function find(userId: string): Promise<FoundFactor | null> {
    const record = await state.get(keyOf(userId));
    return record && { factor: record.value as Factor, version: record.version };
  }

  /** @returns the time step of a code; null for a wrong one */
  function stepOf(secret: string, code: string): number | null {
    const delta = totpOf(secret).validate({ token: code, timestamp: clock(), window: WINDOW });
    return delta === null ? null : Math.floor(clock() / 1000 / STEP_SECONDS) + delta;
  }

  async function makeRecoveryCodes(): Promise<{ codes: string[]; recovery: PasswordHash[] }> {
    const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
    const first = await passwords.hash(plain(codes[0] ?? ''));
    const rest = await Promise.all(codes.slice(1).map((code) => passwords.hash(plain(code), first)));
    return { codes, recovery: [first, ...rest] };
  }

  /** The factor after using up a code; null for a wrong one. */
  async function without(factor: Factor, code: string): Promise<{ kind: CodeKind; factor: Factor } | null> {
    const typed = plain(code);
    if (/^\d{6}$/.test(typed)) {
      const step = stepOf(factor.secret, typed);
      return step === null || step <= factor.lastStep ? null : { kind: 'code', factor: { ...factor, lastStep: step } };
    }
    const [first] = factor.recovery;
    if (typed.length !== RECOVERY_LENGTH || !first) return null;
    const { hash } = await passwords.hash(typed, first);
    const left = factor.recovery.filter((each) => each.hash !== hash);
    if (left.length === factor.recovery.length) return null;
    return { kind: 'recovery_code', factor: { ...factor, recovery: left } };
  }

  async function replace(userId: string, next: (before: Factor | null) => Factor | null): Promise<boolean> {
    for (;;) {
      const found = await find(userId);
      const factor = next(found?.factor ?? null);
      if (factor === null) return false;
      const expected = found?.version ?? 'none';
      if (await state.put(keyOf(userId), factor, { expected, scrub: true })) return true;
    }
  }

  return {
    isOn: async (userId) => (await find(userId)) !== null,
    find,

    async users() {
      return new Set((await state.list(PREFIX)).map(({ key }) => key.slice(PREFIX.length)));
    },

    async begin(userId, label, mayReplace) {
      const secret = new Secret({ size: SECRET_BYTES }).base32;
      const pending: Pending = { secret, mayReplace };
      for (;;) {
        const expected = (await state.get(pendingKey(userId)))?.version ?? 'none';
        if (await state.put(pendingKey(userId), pending, { expected, ttlMs: PENDING_MS, scrub: true })) break;
      }
      return { secret, uri: totpOf(secret, label).toString() };
    },

    async confirm(userId, code) {
      const record = await state.get(pendingKey(userId));
      if (!record) return 'expired';
      const { secret, mayReplace } = record.value as Pending;
      const lastStep = stepOf(secret, plain(code));
      if (lastStep === null) return 'wrong_code';
      // If two requests confirm at once, only one of them deletes it and continues.
      if (!(await state.delete(pendingKey(userId)))) return 'expired';
      const { codes, recovery } = await makeRecoveryCodes();
      // Another one may have been turned on since this setup was started with the password alone.
      const isOn = await replace(userId, (before) => (before && !mayReplace ? null : { secret, lastStep, recovery }));
      switched(userId);
      return isOn ? codes : 'expired';
    },

    async use(userId, code) {
      for (;;) {
        const found = await find(userId);
        const used = found && (await without(found.factor, code));
        if (!used) return null;
        const scrub = used.kind === 'recovery_code';
        if (await state.put(keyOf(userId), used.factor, { expected: found.version, scrub })) return used.kind;
      }
    },

    async wasRight(userId, code, before) {
      // Most codes that are not accepted were never right, and nothing has changed: a recovery code is slow to look at.
      if ((await find(userId))?.version === before.version) return false;
      return (await without(before.factor, code)) !== null;
    },

    async renewRecoveryCodes(userId) {
      const { codes, recovery } = await makeRecoveryCodes();
      return (await replace(userId, (before) => before && { ...before, recovery })) ? codes : null;
    },

    async recoveryCodesLeft(userId) {
      return (await find(userId))?.factor.recovery.length ?? 0;
    },

    async remove(userId) {
      await state.delete(pendingKey(userId));
      const wasOn = await state.delete(keyOf(userId));
      switched(userId);
      return wasOn;
    },
  };
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: ISSUER, label, period: STEP_SECONDS, secret: Secret.fromBase32(secret) });
}

function recoveryCode(): string {
  const letters = Array.from({ length: RECOVERY_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, RECOVERY_LENGTH / 2)}-${letters.slice(RECOVERY_LENGTH / 2)}`;
}

/** A code in one form, however it was typed. */
function plain(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}

const PREFIX = 'second-factor/';

function keyOf(userId: string): string {
  return PREFIX + userId;
}

function pendingKey(userId: string): string {
  return `second-factor-pending/${userId}`;
}
