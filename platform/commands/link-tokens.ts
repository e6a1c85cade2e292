import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { StateStore } from '../../store/state.ts';
import { uuidOf } from '../runtime/ids.ts';

/** What a public link opens. */
export interface LinkTarget {
  /** The record's id: a UUID. */
  id: string;
  /** The record's version, from 1. */
  version: number;
}

/** Signs tokens of one kind. */
export interface Signer {
  /** Of the key that it was made from. */
  number: number;
  /** 256 bits, of no use for anything else. */
  key: Uint8Array;
}

/**
 * Links that open one version of a record to whoever has them, without a session. Nothing is stored for a link: its
 * token says which version it is for, and proves that we made it. Whether it is still valid (not revoked or expired) is
 * up to the record. A token is never in an event and never in the log.
 */
export interface LinkTokens {
  /**
   * The same token each time as long as the key is the same.
   * @param kind of link, so that a token of another kind does not fit
   * @param eventId of the event that made the version: in another history, the same record id has another
   */
  make(kind: string, target: LinkTarget, eventId: string): Promise<string>;
  /**
   * What a token leads to; null if we did not make it.
   * @param eventIdOf the event that made that version; null if there is no such version
   */
  verify(
    kind: string,
    token: string,
    eventIdOf: (target: LinkTarget) => Promise<string | null>,
  ): Promise<LinkTarget | null>;
  /** What signs many short tokens without asking the store for each, and verifies them before anything is looked up. */
  signer(kind: string): Promise<Signer>;
  /** The same with the key of an earlier number; null once that key is removed. */
  signerOf(number: number, kind: string): Promise<Signer | null>;
  /** Signs tokens with a new key from now on; those of earlier keys stay valid until their key is removed. */
  rotate(): Promise<void>;
  /** Ends all tokens of the retired keys except the newest. @param keep how many; @returns how many are left */
  removeRetired(keep: number): Promise<number>;
}

/** Keys are records of the state store with increasing numbers: `link-key/0000000001`. */
const KEYS = 'link-key/';
const KEY_BYTES = 32;

const UUID_BYTES = 16;
const NUMBER_BYTES = 4;
const MAC_BYTES = 16;
const TOKEN_BYTES = UUID_BYTES + 2 * NUMBER_BYTES + MAC_BYTES;

/** Reads the keys each time, so that a key that another process removed stops working at once. */
export function createLinkTokens(state: StateStore): LinkTokens {
  /** @returns the numbers of all keys, ascending */
  async function numbers(): Promise<number[]> {
    return (await state.list(KEYS)).map(({ key }) => Number(key.slice(KEYS.length)));
  }

  /** If another process made the key of this number first, that one counts. */
  async function makeKey(number: number): Promise<void> {
    await state.put(keyName(number), randomBytes(KEY_BYTES).toString('base64'), { expected: 'none' });
  }

  async function keyOf(number: number): Promise<Buffer | null> {
    const record = await state.get(keyName(number));
    return record ? Buffer.from(record.value as string, 'base64') : null;
  }

  async function newest(): Promise<{ number: number; key: Buffer }> {
    const number = (await numbers()).at(-1);
    if (number === undefined) await makeKey(1);
    const found = number ?? 1;
    const key = await keyOf(found);
    return key ? { number: found, key } : newest(); // another process removed it
  }

  return {
    async make(kind, { id, version }, eventId) {
      const { number, key } = await newest();
      const head = Buffer.concat([uuidBytes(id), numberBytes(version), numberBytes(number)]);
      return Buffer.concat([head, mac(key, kind, eventId)]).toString('base64url');
    },

    async verify(kind, token, eventIdOf) {
      const named = parse(token);
      if (!named) return null;
      const { target, number, signature } = named;
      const key = await keyOf(number);
      const eventId = await eventIdOf(target);
      // A missing key or version takes the same computation, so that the time reveals nothing.
      const expected = mac(key ?? Buffer.alloc(KEY_BYTES), kind, eventId ?? '');
      const isSigned = timingSafeEqual(signature, expected);
      return isSigned && key !== null && eventId !== null ? target : null;
    },

    async signer(kind) {
      const { number, key } = await newest();
      return { number, key: signingKey(key, kind) };
    },

    async signerOf(number, kind) {
      const key = await keyOf(number);
      return key && { number, key: signingKey(key, kind) };
    },

    async rotate() {
      await makeKey(((await numbers()).at(-1) ?? 0) + 1);
    },

    async removeRetired(keep) {
      const retired = (await numbers()).slice(0, -1);
      const ended = retired.slice(0, Math.max(0, retired.length - keep));
      for (const number of ended) await state.delete(keyName(number));
      return retired.length - ended.length;
    },
  };
}

function keyName(number: number): string {
  return `${KEYS}${String(number).padStart(10, '0')}`;
}

function mac(key: Buffer, kind: string, eventId: string): Buffer {
  return createHmac('sha256', key).update(`${kind}\n${eventId}`).digest().subarray(0, MAC_BYTES);
}

function signingKey(key: Buffer, kind: string): Uint8Array {
  return createHmac('sha256', key).update(`signer\n${kind}`).digest();
}

function parse(token: string): { target: LinkTarget; number: number; signature: Buffer } | null {
  const bytes = Buffer.from(token, 'base64url');
  // Only one spelling: the decoder skips characters it does not know.
  if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return null;
  const id = uuidOf(bytes.toString('hex', 0, UUID_BYTES));
  const version = bytes.readUInt32BE(UUID_BYTES);
  const number = bytes.readUInt32BE(UUID_BYTES + NUMBER_BYTES);
  return { target: { id, version }, number, signature: bytes.subarray(TOKEN_BYTES - MAC_BYTES) };
}

function uuidBytes(id: string): Buffer {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  if (bytes.length !== UUID_BYTES || id.length !== 36) throw new Error(`A link needs a UUID, not ${id}.`);
  return bytes;
}

function numberBytes(number: number): Buffer {
  const bytes = Buffer.alloc(NUMBER_BYTES);
  bytes.writeUInt32BE(number);
  return bytes;
}
