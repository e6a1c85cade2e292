/**
 * The characters of a class of a regular expression (`u`) of which nothing is seen: spaces, ends of lines, controls, and those
 * without a shape, such as the zero-width space that is pasted from a page, or the blank letters of Hangul and Braille.
 */
export const UNSEEN = String.raw`\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800`;

/** Matches a text of which something is seen: one of nothing but spaces could not be clicked, read or found. */
export const SEEN = new RegExp(`[^${UNSEEN}]`, 'u');

/** Whether something is seen of a text. */
export function isSeen(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && SEEN.test(text);
}

/** A text without the spaces around it; null where nothing of it is seen. */
export function seenText(text: string | null | undefined): string | null {
  return isSeen(text) ? text.trim() : null;
}
