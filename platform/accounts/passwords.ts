import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { slots, type Turn } from '../runtime/slots.ts';

/** The cost of a hash, stored with it so that it can be raised later. */
export interface PasswordCost {
  /** KiB. */
  memory: number;
  passes: number;
}

/** OWASP's minimum for argon2id: 19 MiB, two passes (docs/design/calls.md#sign-in-and-sessions). */
export const PASSWORD_COST: PasswordCost = { memory: 19 * 1024, passes: 2 };

/** A stored password. */
export interface PasswordHash extends PasswordCost {
  /** Base64. */
  salt: string;
  /** Base64. */
  hash: string;
  [key: string]: string | number;
}

export interface Passwords {
  /** @param as another hash whose salt and cost to use, so that equal passwords get equal hashes */
  hash(password: string, as?: PasswordHash): Promise<PasswordHash>;
  /**
   * With null it takes as long and returns false, so that an unknown name cannot be told from a wrong password.
   * @param turn ahead of strangers by default
   * @throws NoTurn if it is a stranger's and too many are waiting, or nobody waits for the answer anymore
   */
  verify(password: string, stored: PasswordHash | null, turn?: Turn): Promise<boolean>;
}

const argon2id = promisify(argon2);
const HASH_BYTES = 32;
const AT_ONCE = 2;
/** The most strangers that may wait: the last one waits about two seconds. */
const MOST_WAITING = 40;
/** Known people come first: their sessions, links and tries limit how many there are. */
const FIRST: Turn = { isFirst: true };

/**
 * Hashing with argon2id, two at a time: more would take memory and threads that others need. Strangers wait behind
 * known people, and only so many of them.
 */
export function createPasswords(cost: PasswordCost = PASSWORD_COST): Passwords {
  const withSlot = slots(AT_ONCE, MOST_WAITING);

  async function derive(password: string, salt: Buffer, cost: PasswordCost, turn = FIRST): Promise<Buffer> {
    const { memory, passes } = cost;
    const message = Buffer.from(password.normalize('NFKC'));
    const parameters = { message, nonce: salt, parallelism: 1, tagLength: HASH_BYTES, memory, passes };
    return withSlot(() => argon2id('argon2id', parameters), turn);
  }

  return {
    async hash(password, as) {
      const salt = as ? Buffer.from(as.salt, 'base64') : randomBytes(16);
      const { memory, passes } = as ?? cost;
      const hash = await derive(password, salt, { memory, passes });
      return { memory, passes, salt: salt.toString('base64'), hash: hash.toString('base64') };
    },
    async verify(password, stored, turn) {
      const salt = stored ? Buffer.from(stored.salt, 'base64') : Buffer.alloc(16);
      const derived = await derive(password, salt, stored ?? cost, turn);
      return stored !== null && timingSafeEqual(derived, Buffer.from(stored.hash, 'base64'));
    },
  };
}
