// Signs that a stranger's request for work is spam. No rule is certain: a suspected request waits for a person to look
// at it, and is never dropped automatically.

/** Nobody can fill in a form faster than this. */
export const LEAST_FILL_MS = 3_000;

/** From this score on, a text counts as an advertisement. */
const SUSPECT = 3;
const LINK = /\b(?:https?:\/\/|www\.)\S/giu;
/** Link markup of forums and web pages; nobody who asks for work writes links like this. */
const MARKED_LINK = /<a\s[^>]{0,200}href|\[(?:url|link)[=\]]/iu;
/** In a text of at least this many words, one word making up more than half of them is suspicious. */
const MANY_WORDS = 20;

/** Whether a text reads like an advertisement, by its links and by words repeated over and over. */
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
