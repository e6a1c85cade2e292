import { emailKey, phoneKey } from '../kit/contact-keys.ts';
import { ERASED } from '../kit/event.ts';
import { wordsOf } from '../kit/fold-text.ts';
import { nameWords } from '../kit/sort-text.ts';
import { splitAddress } from './from-lead.ts';
import type { AddressParts } from './properties.ts';
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
  const street = plainly(said(address));
  return {
    phone: longPhone(said(phone)),
    email: emailKey(said(email)),
    nameAndAddress: name && street ? `${name} | ${street}` : null,
    // One word is half a name, and would match everybody called Smith.
    name: name.includes(' ') ? name : null,
  };
}

/** What somebody is known by who asks again, the same however it is written. A null equals nothing. */
export function contactKeys({ email, phone, address }: Pick<Likable, 'email' | 'phone' | 'address'>) {
  return { phone: longPhone(said(phone)), email: emailKey(said(email)), street: streetKey(address) };
}

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  avenue: 'ave',
  boulevard: 'blvd',
  circle: 'cir',
  court: 'ct',
  drive: 'dr',
  highway: 'hwy',
  lane: 'ln',
  parkway: 'pkwy',
  place: 'pl',
  road: 'rd',
  street: 'st',
  terrace: 'ter',
  trail: 'trl',
  north: 'n',
  east: 'e',
  south: 's',
  west: 'w',
};

/** Number and street without town and apartment, as `3-elm-st`; null for less than a number and a name. */
export function streetKey(address: string | null): string | null {
  const [first = '', second = ''] = (splitAddress(said(address)).address ?? '').split(/[,\n]/);
  const street = plainly(/\p{L}/u.test(first) ? first : `${first} ${second}`).replace(
    / (apt|apartment|unit|suite|ste)\b.*/,
    '',
  );
  const words = street.split(' ').map((word) => ABBREVIATIONS[word] ?? word);
  return /^\d/.test(street) && words.length > 1 ? words.join('-') : null;
}

/** Whether two addresses can be in one town: the ZIP codes tell, or else the names, as far as both are known. */
export function mayBeSameTown(one: AddressParts, other: AddressParts): boolean {
  const zips = [one.zipCode, other.zipCode].map((zip) => said(zip).slice(0, 5));
  const towns = [one.city, other.city].map((city) => plainly(said(city)));
  const [a, b] = zips.every(Boolean) ? zips : towns;
  return !a || !b || a === b;
}

function longPhone(phone: string): string | null {
  const digits = phoneKey(phone);
  return digits !== null && digits.length >= LEAST_PHONE_DIGITS ? digits : null;
}

function plainly(text: string): string {
  return wordsOf(text).join(' ');
}

/** All erased people look equal, but none is a duplicate. */
function said(text: string | null): string {
  return text === null || text === ERASED ? '' : text;
}
