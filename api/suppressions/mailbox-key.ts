import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { mailboxKey } from '../../domain/mail/mailbox.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { uuidOf } from '../../platform/runtime/ids.ts';
import { suppressions } from '../../projections/suppressions.ts';
import { DamagedReadModels } from '../../store/read-models.ts';
import type { StateStore } from '../../store/state.ts';
import type { ApiContext } from '../kit/context.ts';

/** The key is one record of the state store. It is never rotated: what was suppressed would be forgotten. */
const KEY = 'mailbox-key';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** What the id of a suppression needs. */
export type KeyContext = Pick<ApiContext, 'state' | 'readModels'>;

/** Says that the key is not the one with which the known suppressions were made. */
export const MAILBOX_KEY_LOST =
  'The key of the suppressed addresses is missing, so nobody can tell who unsubscribed, and no marketing is sent. ' +
  'Put back the state store of a backup that has it: npm run restore makes its state.db (docs/design/marketing.md#suppressed-addresses).';

/** The key with which the ids of mailboxes are made, and its check. */
export interface MailboxKey {
  key: Buffer;
  /** The one for ids alone, derived once: a campaign asks for those of all customers. */
  ofIds: Buffer;
  /** Tells this key from another one, and nothing else. */
  check: string;
}

/**
 * Fails where suppressions are known that were made with another key, or the key is gone.
 * @throws HttpError 503 `mailbox_key_lost`; Rebuilding while the read models are being built
 */
export async function currentMailboxKey(context: KeyContext): Promise<MailboxKey> {
  const known = await knownMailboxKey(context);
  if (known) return known;
  await ensureMailboxKey(context.state);
  return currentMailboxKey(context);
}

/**
 * Makes the key if there is none: at the first start, so that each backup of the state store has it. The links in mails
 * that were sent work with no other.
 */
export async function ensureMailboxKey(state: Pick<StateStore, 'get' | 'put'>): Promise<void> {
  if ((await state.get(KEY)) === null) await keepMailboxKey(state, randomBytes(KEY_BYTES));
}

/** Keeps the key of new stores. If another process made it first, that one counts. */
export async function keepMailboxKey(state: Pick<StateStore, 'put'>, key: Buffer): Promise<void> {
  await state.put(KEY, key.toString('base64'), { expected: 'none' });
}

/**
 * The same, but null as long as none was made: what a stranger sends makes none.
 * @throws HttpError 503 `mailbox_key_lost`; Rebuilding while the read models are being built
 */
export async function knownMailboxKey({ state, readModels }: KeyContext): Promise<MailboxKey | null> {
  const made = await storedMailboxKey(state);
  const { documents } = await readModels.current().find(suppressions.collection, { limit: 1 });
  const [known] = documents;
  if (known && known.keyCheck !== made?.check) {
    throw new HttpError(503, { message: MAILBOX_KEY_LOST, code: 'mailbox_key_lost' });
  }
  return made;
}

/** Why nobody can tell who gets no marketing; null where that is known, and while the read models cannot say. */
export async function suppressionProblem(context: KeyContext): Promise<string | null> {
  const { readModels } = context;
  if (readModels.peek() === null || !readModels.isAsDeclared()) return null;
  try {
    await knownMailboxKey(context);
    return null;
  } catch (cause) {
    if (cause instanceof HttpError) return cause.message;
    if (cause instanceof DamagedReadModels) return null;
    throw cause;
  }
}

/** The key that is there, whether or not it is that of the known suppressions; null if there is none. */
export async function storedMailboxKey(state: Pick<StateStore, 'get'>): Promise<MailboxKey | null> {
  const found = await state.get(KEY);
  return found && mailboxKeyOf(Buffer.from(found.value as string, 'base64'));
}

/** @param key 256 bits */
export function mailboxKeyOf(key: Buffer): MailboxKey {
  return { key, ofIds: derived(key, 'id'), check: derived(key, 'check').toString('hex', 0, 8) };
}

/**
 * The id of the suppression of a mailbox, the same for all spellings of its address: a keyed hash (UUID, version 8), so
 * that nobody without the key can test a guess, and it holds when the address itself is erased.
 */
export function mailboxId({ ofIds }: MailboxKey, address: string): string {
  const bytes = createHmac('sha256', ofIds).update(mailboxKey(address)).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return uuidOf(bytes.toString('hex'));
}

/**
 * The token of the link with which a recipient unsubscribes: their address, sealed. Nothing is stored for it, it works
 * as long as the key does, and the same address gets the same one.
 */
export function unsubscribeToken({ key }: MailboxKey, address: string): string {
  const nonce = createHmac('sha256', derived(key, 'nonce')).update(address).digest().subarray(0, NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, derived(key, 'unsubscribe'), nonce);
  const sealed = Buffer.concat([cipher.update(address, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
}

/** The address that a token was made for; null if we did not make it. */
export function addressOfToken({ key }: MailboxKey, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  // Only one spelling: the decoder skips characters it does not know.
  if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return null;
  const opening = createDecipheriv(CIPHER, derived(key, 'unsubscribe'), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  opening.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([opening.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), opening.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** A key of its own for each use. */
function derived(key: Buffer, use: string): Buffer {
  return createHmac('sha256', key).update(`mailbox ${use}`).digest();
}
