/**
 * How well typed words match a name: 0 if the name starts with them, 1 if each starts one of its words, 2 if each is
 * somewhere in it or is one letter off the start of a word; null for no match.
 * @param typed what a person typed; blank matches everything
 * @param also other words for it
 */
export function looseMatch(typed: string, name: string, also = ''): 0 | 1 | 2 | null {
  const text = typed.trim().toLowerCase();
  const title = name.toLowerCase();
  if (title.startsWith(text)) return 0;
  const words = wordsOf(`${title} ${also}`.toLowerCase());
  const wanted = wordsOf(text);
  if (wanted.every((one) => words.some((word) => word.startsWith(one)))) return 1;
  const isNear = (one: string) => words.some((word) => word.includes(one) || isOneOff(one, word));
  return wanted.every(isNear) ? 2 : null;
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** In anything shorter, one letter off is another word. */
const SHORTEST = 4;

/** Whether one letter is missing, extra, wrong or swapped, as far as the person has typed. */
function isOneOff(typed: string, word: string): boolean {
  if (typed.length < SHORTEST) return false;
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const [rest, meant] = [typed.slice(at), word.slice(at)];
  const tooMany = meant.startsWith(rest.slice(1));
  const wrong = meant.slice(1).startsWith(rest.slice(1));
  const missing = meant.slice(1).startsWith(rest);
  const swapped = rest[0] === meant[1] && rest[1] === meant[0] && meant.slice(2).startsWith(rest.slice(2));
  return tooMany || wrong || missing || swapped;
}
