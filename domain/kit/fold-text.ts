// What people do not type: one rule for everything that is searched, sorted or compared as a text, on the server and in
// the console.

import { withPlainDigits } from './digits.ts';

/**
 * The version of the rule of how texts are folded, searched and sorted. Raised with every change of what `foldText`,
 * `searchText` or `sortText` make of a text: all read models, which hold such texts, are then built again
 * (docs/design/read-models.md#generations).
 */
export const TEXT_RULE = 2;

/** Plain ASCII. Most texts are, and a rebuild folds them all, so these take a shortcut. */
const PLAIN = /^[ -~]*$/;

/** Signs that look like those of a keyboard, some of which Unicode would decompose into something else. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[´ʹʻʼʽʾʿˈˊˋ՚׳‘’‚‛′‵＇ꞌ]/g, "'"],
  [/[“”„‟«»″‶]/g, '"'],
  [/[\p{Pd}−⁃]/gu, '-'],
  [/[⁄∕]/g, '/'],
  [/ŉ/g, "'n"],
];

/** Lower-case letters that Unicode does not decompose, by what people type instead. */
const TYPED_AS: Readonly<Record<string, string>> = {
  a: 'ɑⱥ',
  ae: 'æ',
  b: 'ƀƃɓ',
  c: 'ƈȼɕ',
  d: 'đðƌɖɗȡ',
  e: 'ǝəɇɛ',
  f: 'ƒ',
  g: 'ǥɠɡɣ',
  h: 'ħɦⱨ',
  hv: 'ƕ',
  i: 'ıɨɩ',
  j: 'ȷɉʝ',
  k: 'ƙⱪ',
  l: 'łƚȴɫɬɭⱡ',
  m: 'ɱ',
  n: 'ŋƞɲȵɳ',
  o: 'øɔɵⱺ',
  oe: 'œ',
  ou: 'ȣ',
  p: 'ƥᵽ',
  q: 'ĸɋ',
  r: 'ɍɼɽɾʀ',
  s: 'ȿʂ',
  ss: 'ß',
  t: 'ŧƫƭȶʈⱦ',
  th: 'þ',
  u: 'ʉʊ',
  v: 'ʋⱱⱴ',
  w: 'ⱳ',
  y: 'ƴɏỿ',
  z: 'ƶȥɀʐʑʒⱬ',
  // The same letter in another place of a word, or as another keyboard writes it.
  σ: 'ς',
  г: 'ґ',
  ي: 'ىی',
  ك: 'ک',
};
const LETTERS = new Map(
  Object.entries(TYPED_AS).flatMap(([typed, letters]) => [...letters].map((each) => [each, typed])),
);
const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gu');

/** Seen by nobody, or only between two letters: the dot of Catalan, the stroke that draws Arabic words out. */
const UNTYPED = /[\p{Default_Ignorable_Code_Point}·‧ـ]/gu;

/**
 * A text as people type it: lower case, without accents or control characters, with the letters, digits, apostrophes,
 * quotes and dashes of a plain keyboard.
 */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const letters = withTypedSigns(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS.get(letter) ?? letter);
  return withPlainDigits(letters)
    .replace(UNTYPED, '')
    .replace(/\p{Cc}/gu, ' ');
}

/** With the apostrophes, quotes and dashes of a plain keyboard. */
export function withTypedSigns(text: string): string {
  return SIGNS.reduce((plain, [signs, sign]) => plain.replace(signs, sign), text);
}

/** Signs that people leave out within a folded word. */
export const APOSTROPHES = /['`]/g;

/** The period of an initial (`J.R.`, `J.Miller`), which people may or may not type. `x.y` has none. */
const INITIAL = /(?<![\p{L}\p{N}])(\p{L})\.(?=\p{L}{2}|\p{L}\.|[,;:]*$)/gu;

/** A folded word without the periods of its initials. */
export function withoutInitials(word: string): string {
  return word.includes('.') ? word.replace(INITIAL, '$1') : word;
}

/** The words of a text, folded: letters and digits alone. O'Brien is one word, Smith-Jones two. */
export function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/\s+/)
    .flatMap((word) => withoutInitials(word.replace(APOSTROPHES, '')).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word !== '');
}

/** What a name is compared by: its letters and digits, however it is divided into words; '' if there are none. */
export function nameKey(text: string): string {
  return wordsOf(text).join('');
}
