import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type PersonalField, saysPersonal } from '../domain/kit/event.ts';
import type { EventToAppend } from './event-store.ts';
import { type SubjectKey, SubjectKeyMissing } from './subject-keys.ts';

// How an event's personal fields are kept: together in one AES-256-GCM blob under the person's key.

export type Fields = Record<string, unknown>;

/** The field of the stored data that holds the sealed fields. */
export const SEALED = '$sealed';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The data with its personal fields sealed; unchanged if their key was destroyed and the personal fields are empty.
 * @throws if there is no subject, or there is personal text to seal and its key was destroyed
 */
export function seal(
  data: Fields,
  personal: readonly PersonalField[],
  keys: Map<string, SubjectKey>,
  stream: string,
  event: EventToAppend,
): Fields {
  const present = personal.map(({ name }) => name).filter((name) => data[name] !== undefined);
  if (present.length === 0) return data;
  const subject = event.metadata.subject;
  if (subject === undefined) throw new Error(`The event ${event.type} holds personal fields but names no subject.`);
  const key = keys.get(subject);
  if (key && 'erasedAt' in key && !saysPersonal(personal, data)) return data;
  if (!key || 'erasedAt' in key)
    throw new Error(`The key of the subject ${subject} was destroyed: nothing can be sealed for them.`);

  const open: Fields = { ...data };
  const secret: Fields = {};
  for (const name of present) {
    secret[name] = data[name];
    delete open[name];
  }
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.key, iv).setAAD(boundTo(stream, event.id));
  const sealed = Buffer.concat([
    iv,
    cipher.update(JSON.stringify(secret), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  open[SEALED] = sealed.toString('base64');
  return open;
}

/** Seals a text under a key, bound to one use. @param boundTo that use */
export function sealText(text: string, key: Buffer, boundTo: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo));
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

/** @returns null if the key or the use it was bound to is a different one */
export function openText(sealed: string, key: Buffer, boundTo: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

/** A sealed blob opens only in the event and stream it was made for. */
export function boundTo(stream: string, eventId: string): Buffer {
  return Buffer.from(`${eventId}\n${stream}`);
}

/**
 * Opens the sealed fields; under a tombstone they become `[erased]`, null or empty. Modifies the data it is given.
 * @throws SubjectKeyMissing
 */
export function unseal(
  data: Fields,
  personal: readonly PersonalField[],
  keys: Map<string, SubjectKey>,
  subject: string | undefined,
  aad: Buffer,
): Fields {
  const sealed = data[SEALED];
  if (sealed === undefined) return data;
  if (subject === undefined || typeof sealed !== 'string') throw new Error('Sealed fields without a subject.');
  const key = keys.get(subject);
  if (!key) throw new SubjectKeyMissing(subject);
  delete data[SEALED];
  if ('erasedAt' in key) {
    for (const { name, erased } of personal) data[name] = erased;
    return data;
  }
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key.key, bytes.subarray(0, IV_BYTES)).setAAD(aad);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const secret = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  return Object.assign(data, JSON.parse(secret));
}

/** Whether a person's key was destroyed. */
export function isErased(keys: Map<string, SubjectKey>, subject: string | undefined): boolean {
  const key = subject === undefined ? undefined : keys.get(subject);
  return key !== undefined && 'erasedAt' in key;
}
