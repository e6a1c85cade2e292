/** Negates what follows in the same part of a sentence: "no stump grinding". */
const NEGATION =
  /\b(no|nor|not|never|neither|without|don['’]?t|do not|doesn['’]?t|isn['’]?t|no need)\b[^.,;:!?]{0,30}$/i;

/** Whether a text negates what stands at a place in it. */
export function isNegated(text: string, index: number): boolean {
  return NEGATION.test(text.slice(0, index));
}

/**
 * The words matching a pattern that a text does not negate, each once, in lower case.
 * @param pattern with the flag `g`
 */
export function meantWords(text: string, pattern: RegExp): string[] {
  const found = [...text.matchAll(pattern)].filter(({ index }) => !isNegated(text, index));
  return [...new Set(found.map(([words]) => words.toLowerCase()))];
}
