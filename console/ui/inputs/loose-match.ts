import { foldText, wordsOf } from '../../../domain/kit/fold-text.ts';
import { isFound } from '../../../domain/kit/search-text.ts';

/**
 * How well typed words match a name: 0 if the name starts with them, 1 if each starts one of its words, 2 if each is
 * somewhere in it or is one letter off the start of a word; null for no match.
 * @param typed what a person typed; blank matches everything
 * @param also other words for it
 */
export function looseMatch(typed: string, name: string, also = ''): 0 | 1 | 2 | null {
  const wanted = wordsOf(typed);
  const title = wordsOf(name);
  if (foldText(name).startsWith(foldText(typed).trim())) return 0;
  if (wanted.length === 0) return null;
  if (title.join('').startsWith(wanted.join(''))) return 0;
  const words = [...title, ...wordsOf(also)];
  if (wanted.every((one) => words.some((word) => word.startsWith(one)))) return 1;
  const isNear = (one: string) => words.some((word) => word.includes(one) || isOneOff(one, word));
  return wanted.every(isNear) || isFound(typed, { name, also }) ? 2 : null;
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
