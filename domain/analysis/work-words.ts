const SENTENCES = /(?<=[.!?])\s+|[\r\n]+/;

/** What an analysis says of itself: what it looked at or was told, and what is still to be found out. */
const ABOUT_ITSELF =
  /\b(photos?|pictures?|images?|pictured|asked for|the text|on[- ]site|site visit|visible|visibly|seen|appears?|seems?|looks like|judging|unknown|unclear|uncertain|whether|(can ?not|can['’]t|could not|couldn['’]t) be|(check|verify|confirm|determine|assess) (if|that|how)|confidence)\b/i;

/**
 * What of a suggested service's description a customer or a crew may read: the work, in its sentences, and nothing of
 * the analysis about itself; '' if nothing is left.
 */
export function workWords(description: string | null): string {
  const sentences = (description ?? '').split(SENTENCES).map((sentence) => sentence.trim());
  return sentences.filter((sentence) => sentence !== '' && !ABOUT_ITSELF.test(sentence)).join(' ');
}
