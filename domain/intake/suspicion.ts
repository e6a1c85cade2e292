// What speaks against a request for work that a stranger sent. No rule is sure: what is suspected waits for a person to
// look at it, and is never thrown away by itself.

/** A form takes longer to fill in, whoever does it. */
export const LEAST_FILL_MS = 3_000;

/** From this score on a text counts as an advertisement. */
const SUSPECT = 3;
const LINK = /\b(?:https?:\/\/|www\.)\S/giu;
/** How links are written in forums and pages; nobody who asks for work writes them so. */
const MARKED_LINK = /<a\s[^>]{0,200}href|\[(?:url|link)[=\]]/iu;
/** So many words say little when more than half of them are one and the same. */
const MANY_WORDS = 20;

/** Whether what was written reads like an advertisement: by its links, and by words that are said again and again. */
export function readsLikeAdvertisement({ name, description }: { name: string; description: string | null }): boolean {
  const text = description ?? '';
  const marked = MARKED_LINK.test(text) ? SUSPECT : 0;
  const inName = name.match(LINK) ? SUSPECT : 0;
  return marked + inName + (text.match(LINK)?.length ?? 0) + (isRepetitive(text) ? 2 : 0) >= SUSPECT;
}

function isRepetitive(text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length < MANY_WORDS) return false;
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Math.max(...counts.values()) > words.length / 2;
}
