import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { StateStore } from '../../store/state.ts';

/** The key that signs every token; durable before the first one is signed. */
const KEY = 'device-token-key';

/** How many people one browser may be known for: office computers are shared. */
const MOST_PEOPLE = 5;
const SEPARATOR = '~';

/**
 * What a browser keeps from earlier sign-ins, so that its person is not mistaken for a stranger guessing their password
 * (the "device cookies" of OWASP). A token signs nobody in: it names a device and is valid for one user, until they get
 * a new password or sign out everywhere. A browser keeps those of several people, the latest first.
 */
export interface DeviceTokens {
  /** @param kept what the browser keeps so far @returns what it keeps from now on, including this user */
  remember(kept: string | undefined, userId: string): Promise<string>;
  /** The browser's id if the user has signed in from it before; otherwise null. */
  deviceOf(kept: string | undefined, userId: string): Promise<string | null>;
  /** Forgets all browsers the user has signed in from. */
  forgetAll(userId: string): Promise<void>;
}

/**
 * Tokens are signed, not stored. The state store holds the key, and for each user what invalidates their earlier
 * tokens.
 */
export function createDeviceTokens(state: StateStore): DeviceTokens {
  let known: string | null = null;

  async function key(): Promise<string> {
    const fresh = randomBytes(32).toString('base64');
    known ??= ((await state.get(KEY))?.value as string | undefined) ?? null;
    if (known === null && (await state.put(KEY, fresh, { expected: 'none' }))) known = fresh;
    return known ?? key(); // another process was first
  }

  async function sign(userId: string, device: string): Promise<Buffer> {
    const era = (await state.get(eraKey(userId)))?.value ?? '';
    return createHmac('sha256', await key())
      .update(`${userId}\n${device}\n${era}`)
      .digest();
  }

  return {
    async remember(kept, userId) {
      const device = randomBytes(16).toString('base64url');
      const token = `${userId}.${device}.${(await sign(userId, device)).toString('base64url')}`;
      const others = tokensIn(kept).filter((other) => parse(other)?.userId !== userId);
      return [token, ...others].slice(0, MOST_PEOPLE).join(SEPARATOR);
    },

    async deviceOf(kept, userId) {
      const token = tokensIn(kept)
        .map(parse)
        .find((each) => each?.userId === userId);
      if (!token) return null;
      const expected = await sign(userId, token.device);
      const isSigned = token.signature.length === expected.length && timingSafeEqual(token.signature, expected);
      return isSigned ? token.device : null;
    },

    async forgetAll(userId) {
      const era = randomBytes(16).toString('base64url');
      for (;;) {
        const expected = (await state.get(eraKey(userId)))?.version ?? 'none';
        if (await state.put(eraKey(userId), era, { expected })) return;
      }
    },
  };
}

function tokensIn(kept: string | undefined): string[] {
  return kept ? kept.split(SEPARATOR).slice(0, MOST_PEOPLE) : [];
}

/** User id, device and signature; a user id may hold dots. */
function parse(token: string): { userId: string; device: string; signature: Buffer } | null {
  const [, userId, device, signature] = /^(.+)\.([\w-]{22})\.([\w-]{43})$/.exec(token) ?? [];
  if (userId === undefined || device === undefined || signature === undefined) return null;
  return { userId, device, signature: Buffer.from(signature, 'base64url') };
}

function eraKey(userId: string): string {
  return `device-era/${userId}`;
}
