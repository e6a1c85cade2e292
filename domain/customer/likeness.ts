import { emailKey, phoneKey } from '../kit/contact-keys.ts';
import { ERASED } from '../kit/event.ts';
import type { Likeness } from './terms.ts';

/**
 * The keys that customers are compared by: equal keys mean the same phone, email, name with address, or full name. A
 * null equals nothing.
 */
export type LikenessKeys = Record<Likeness, string | null>;

export interface Likable {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
}

/** A shorter number is an extension or a typo, and would match strangers. */
const LEAST_PHONE_DIGITS = 7;

/**
 * A customer's keys, the same however they are written: case, accents, spaces, punctuation and US country code are
 * ignored.
 */
export function likenessKeys({ firstName, lastName, email, phone, address }: Likable): LikenessKeys {
  const name = letters(`${said(firstName)} ${said(lastName)}`);
  const street = letters(said(address));
  return {
    phone: longPhone(said(phone)),
    email: emailKey(said(email)),
    nameAndAddress: name && street ? `${name} | ${street}` : null,
    // One word is half a name, and would match everybody called Smith.
    name: name.includes(' ') ? name : null,
  };
}

function longPhone(phone: string): string | null {
  const digits = phoneKey(phone);
  return digits !== null && digits.length >= LEAST_PHONE_DIGITS ? digits : null;
}

function letters(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** All erased people look equal, but none is a duplicate. */
function said(text: string | null): string {
  return text === null || text === ERASED ? '' : text;
}
