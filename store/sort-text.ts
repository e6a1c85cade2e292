import { foldText } from '../domain/kit/search-text.ts';

/** More digits than any number that people count by; a longer one sorts by its text. */
const MOST_DIGITS = 12;

/** What a text is sorted by: without case and accents, and numbers in it by their size, so that Saw 2 is before Saw 10. */
export function sortText(text: string): string {
  return foldText(text)
    .trim()
    .replace(/\d+/g, (digits) => digits.padStart(MOST_DIGITS, '0'));
}
