import { foldText } from '../domain/kit/search-text.ts';

/** More digits than any number people count by; a longer one sorts as text. */
const MOST_DIGITS = 12;

/** What a text sorts by: ignoring case and accents, with numbers by size, so that Saw 2 comes before Saw 10. */
export function sortText(text: string): string {
  return foldText(text)
    .trim()
    .replace(/\d+/g, (digits) => digits.padStart(MOST_DIGITS, '0'));
}
