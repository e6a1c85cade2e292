// A phone number is a text that a person typed: often two numbers, or one with a remark. What is dialed is the first one
// that is complete, as dialing a remark's digits reaches a stranger.

import { withPlainDigits } from './digits.ts';

/** The letters on a phone's keys, from 2 on. */
const KEYS = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/** Between the parts of a number: `(217) 555-0142`. */
const GAP = String.raw`[\s().\-/]{0,3}`;
const COUNTRY = String.raw`(?:\+?1${GAP})?`;
/** `1 (217) 555-0142` */
const TEN = String.raw`${COUNTRY}\d{3}${GAP}\d{3}${GAP}\d{4}(?!\d)`;
/** `555-0142` */
const SEVEN = String.raw`[2-9]\d\d${GAP}\d{4}(?!\d)`;
/** With a letter among the next seven. */
const SPELLED = String.raw`(?=(?:[\s.\-]?\d){0,6}[\s.\-]?[A-Za-z])`;
/** `1-800-flowers` and `413 555 TREE`; after an area code that is not toll-free, a word in small letters is a remark. */
const LETTERS = String.raw`${COUNTRY}(?:8(?:00|33|44|55|66|77|88)\)?${SPELLED}(?:[\s.\-]?[A-Za-z\d]){7}|[2-9]\d\d\)?${SPELLED}(?:[.\-]?[A-Za-z\d]|\s[A-Z\d]){7})(?!\d)|[2-9]\d\d-[A-Z]{4}(?![A-Za-z\d])`;
/** The digits of other countries' numbers, in any groups; not those of a remark's time: `8am`. */
const DIGITS = String.raw`\d(?:${GAP}\d){6,14}(?!\d|(?![xX]|[eE]xt)[A-Za-z])`;
/** Not in the midst of a longer number, or of a remark's time: `8am`. */
const END = String.raw`(?!${GAP}\d|(?![xX]|[eE]xt)[A-Za-z])`;
/** `0049 30 1234567`, `011 49 30 1234567` */
const ABROAD = String.raw`(?:00(?=[1-9])|011${GAP}(?=[1-9]))(?:${GAP}\d){6,13}${END}`;
/** Within another country: `(0)30 1234567`, `0171 555 0142`. A ZIP code before a number makes more digits than that. */
const TRUNK = String.raw`\(?0(?=[\s()]{0,2}[1-9])(?:${GAP}\d){6,10}${END}`;
/** Not what stands before a number: `after 5 217 555 0142`. */
const ELSEWHERE = String.raw`(?!(?:[1-9]\d?[\s().\-/]{1,3})+(?:${TEN}|${SEVEN}))${DIGITS}`;
/** Also in browsers without lookbehind, as customers' pages make such links. */
const COMPLETE = new RegExp(String.raw`(?:^|\D)(${TEN}|${SEVEN}|${LETTERS}|\+[\s(]*${DIGITS}|${ABROAD}|${TRUNK})`);
/** Where there is none of these, as a year or a ZIP code may stand before one. */
const ANY = new RegExp(String.raw`(?:^|\D)(${ELSEWHERE})`);

/** Right after the number, at most with a word in parentheses between: `x12`, `(office) #12`; a typed pause: `,12`. */
const EXTENSION_SIGN =
  /^[\s,;:)\-/]*(?:\([^()\d]*\)\s*)?\(?(?:x[\s.:]*(\d{1,7})(?!\d)|#[\s.:]*(\d{1,7})(?=[\s)]*(?:$|[,;(])))|^[,;]+(\d{1,7})\s*$/i;
/** Anywhere before the next number: `ext. 12`, `extension 12`. */
const EXTENSION_WORD = /(?:^|[^a-z])ext(?:ensio)?n?[\s.:#=-]*(\d{1,7})(?!\d)/i;

/** Calls the first complete number of a text, and then its extension after a pause; undefined if there is none. */
export function phoneLink(text: string): string | undefined {
  const found = numberIn(text);
  return found && `tel:${found.number}${found.extension ? `,${found.extension}` : ''}`;
}

/**
 * Starts a text message to the first complete number of a text, or to one that is yet to be chosen.
 * @param message what it says
 */
export function textLink(text: string, message?: string): string {
  // iPhones ask for the ampersand, others for the question mark: both read this.
  return `sms:${numberIn(text)?.number ?? ''}${message === undefined ? '' : `?&body=${encodeURIComponent(message)}`}`;
}

/** The digits of the first complete number of a text, with the plus of a country code; undefined if there is none. */
export function firstNumber(text: string): string | undefined {
  return numberIn(text)?.number;
}

function numberIn(text: string): { number: string; extension?: string | undefined } | undefined {
  const plain = plainly(text);
  const found = COMPLETE.exec(plain) ?? ANY.exec(plain);
  if (!found) {
    // A short number, such as 911.
    const number = /\p{L}/u.test(plain) ? '' : plain.replaceAll(/\D/g, '');
    return number === '' ? undefined : { number };
  }
  const [whole, number = ''] = found;
  const after = plain.slice(found.index + whole.length);
  const own = after.slice(0, COMPLETE.exec(after)?.index);
  const [, ...signed] = EXTENSION_SIGN.exec(own) ?? [];
  return { number: dialed(number), extension: signed.find(Boolean) ?? EXTENSION_WORD.exec(own)?.[1] };
}

/** The digits, letters by their keys, and the plus of a country code; behind one the zero of `(0)30` is not dialed. */
function dialed(number: string): string {
  return number
    .replace(/^(\+|00|011)(.*?)\(0\)/, '$1$2')
    .replaceAll(/[A-Za-z]/g, (letter) => String(KEYS.findIndex((on) => on.includes(letter.toUpperCase())) + 2))
    .replaceAll(/[^\d+]/g, '');
}

/** In plain digits, dashes and spaces: of any script, without what is invisible. */
function plainly(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\u00b7\u2022]/g, '.');
  return withPlainDigits(plain);
}
