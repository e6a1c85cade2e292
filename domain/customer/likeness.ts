import { emailKey, phoneKey } from '../kit/contact-keys.ts';
import { ERASED } from '../kit/event.ts';
import { wordsOf } from '../kit/fold-text.ts';
import { nameWords } from '../kit/sort-text.ts';
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
 * A customer's keys, the same however they are written: case, accents, spaces, punctuation, the way in which a name is
 * divided after its first word, and US country code are ignored.
 */
export function likenessKeys({ firstName, lastName, email, phone, address }: Likable): LikenessKeys {
  const [first = '', ...others] = nameWords(`${said(firstName)} ${said(lastName)}`);
  const name = [first, others.join('')].join(' ').trim();
  const street = wordsOf(said(address)).join(' ');
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

/** All erased people look equal, but none is a duplicate. */
function said(text: string | null): string {
  return text === null || text === ERASED ? '' : text;
}
