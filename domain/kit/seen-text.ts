/**
 * Invisible characters, for a character class of a regular expression with flag `u`: spaces, line ends, controls, and
 * characters without a shape, such as a zero-width space pasted from a page or the Hangul and Braille blanks.
 */
export const UNSEEN = String.raw`\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800`;

/** Matches a text with something visible in it: a text of nothing but spaces could not be clicked, read or found. */
export const SEEN = new RegExp(`[^${UNSEEN}]`, 'u');

/** Whether a text has anything visible in it. */
export function isSeen(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && SEEN.test(text);
}

/** A text, trimmed; null if nothing of it is visible. */
export function seenText(text: string | null | undefined): string | null {
  return isSeen(text) ? text.trim() : null;
}
