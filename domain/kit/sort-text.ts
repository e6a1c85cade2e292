import { foldText, wordsOf } from './fold-text.ts';

/** More digits than any number people count by; a longer one sorts as text. */
const MOST_DIGITS = 12;

/** What is a part of the name that follows it: De La Cruz and Delacruz are in the same place of a list. */
const PARTICLES: ReadonlySet<string> = new Set(
  'af da das de del della den der des di do dos du el ibn la las le les lo los mc o st ste te ten ter van vander vom von zu zum zur'.split(
    ' ',
  ),
);

/**
 * What a text sorts by: its words as `nameWords` has them, with numbers by size, so that Saw 2 comes before Saw 10. A
 * text without a word sorts by its signs.
 */
export function sortText(text: string): string {
  const words = nameWords(text).join(' ') || foldText(text).trim();
  return words.replace(/\d+/g, (digits) => digits.padStart(MOST_DIGITS, '0'));
}

/** The words of a text, folded: particles with the word after them, and initials with each other. */
export function nameWords(text: string): string[] {
  const words = wordsOf(text);
  return words
    .map((word, at) => word + (belongs(word, words[at + 1]) ? '' : ' '))
    .join('')
    .split(' ')
    .filter((word) => word !== '');
}

function belongs(word: string, next: string | undefined): boolean {
  if (next === undefined || !/^\p{L}/u.test(next)) return false;
  return PARTICLES.has(word) || (isInitial(word) && isInitial(next));
}

function isInitial(word: string): boolean {
  return /^\p{L}$/u.test(word);
}

/**
 * The last name, then the first. Within either a dash divides the words, which comes after the space between the two: all
 * of one last name come before the longer ones that begin with it.
 */
export function sortName(lastName: string | null, firstName: string | null): string {
  const names = [lastName, firstName].map((name) => sortText(name ?? '').replaceAll(' ', '-'));
  return names.filter((name) => name !== '').join(' ');
}

/** The order of two texts in every list: that of the read models. For `sort`. */
export function compareTexts(one: string, other: string): number {
  const [a, b] = [sortText(one), sortText(other)];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
