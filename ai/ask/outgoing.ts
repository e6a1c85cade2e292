import { isOurs, readAs } from './matcher.ts';
import type { Named } from './names.ts';
import { timeIn } from './periods.ts';
import { PLAIN, TURNING } from './plain-words.ts';
import type { AskQuery } from './query.ts';
import { foldedOf, isIdle, phraseOf, placesOf, saidIn, stem } from './tokens.ts';

// What of a question may go to a model: everyday words, and placeholders for all else that is understood. A question
// with anything that is not understood stays here: it may be a name, or what matters most.

/** A question as it may go out; or why it stays here, in a sentence. */
export type Outgoing = { text: string } | { held: string };

/**
 * @param queries that may be chosen
 * @param today in the company's zone
 * @param named records by the names that may stand in it
 * @returns null where it asks nothing
 */
export function outgoingOf(
  question: string,
  queries: readonly AskQuery[],
  today: string,
  named: readonly Named[],
): Outgoing | null {
  const { time, isSeveral, rest } = timeIn(foldedOf(question).replaceAll('|', ' '), today);
  const said = saidIn(rest);
  const words = said.map(stem);
  if (words.every((word) => word === '|' || isIdle(word))) return null;
  if (isSeveral) return { held: 'The question names more than one time.' };
  const placeholders = new Map<number, string>();
  if (time !== null) placeholders.set(words.indexOf('|'), '[time]');
  const taken = new Set<number>();
  for (const { kind, name } of named.toSorted((one, other) => other.name.length - one.name.length)) {
    const parts = phraseOf(name);
    for (const at of placesOf(parts, words, (place) => !taken.has(place))) {
      for (const n of parts.keys()) taken.add(at + n);
      placeholders.set(at, `[${kind}]`);
    }
  }
  const turned = queries.map((query) => turningIn(readAs(query, question, today, named).left));
  const [fewest = []] = turned.toSorted((one, other) => one.length - other.length);
  if (fewest.length > 0) return { held: turnedText(question, fewest) };
  const large = largeIn(question);
  const isUnknown = (word: string) => !(isOurs(word) || PLAIN.has(word) || isNumber(word)) || mayName(word, large);
  const unknown = words.filter((word, at) => word !== '|' && !taken.has(at) && isUnknown(word));
  if (unknown.length > 0) return { held: `${listed(question, unknown)} may be a name.` };
  const text = said.flatMap((word, at) => {
    const placeholder = placeholders.get(at);
    if (placeholder !== undefined) return placeholder;
    if (taken.has(at)) return [];
    return isNumber(word) ? '[number]' : word;
  });
  return { text: text.join(' ') };
}

/**
 * What of the words that a query leaves unexplained may change what the question means: “not”, a sign, a number.
 * @param left as a candidate has them
 */
export function turningIn(left: readonly string[]): string[] {
  return left
    .flatMap((run) => run.split(' '))
    .filter((word) => TURNING.has(word) || !/\p{L}/u.test(word) || isNumber(word));
}

function isNumber(word: string): boolean {
  return /\p{N}/u.test(word);
}

/** Why a question with such words is not answered. */
export function turnedText(question: string, words: readonly string[]): string {
  return `${listed(question, words)} may change what the question means.`;
}

/** Words of a question as it says them. @param words as `stem` makes them */
export function listed(question: string, words: readonly string[]): string {
  const said = new Map(saidIn(foldedOf(question)).map((word) => [stem(word), word]));
  return [...new Set(words)].map((word) => `“${said.get(word) ?? word}”`).join(', ');
}

/** Whether a word that is written large may be a name: one that means nothing to a query. */
function mayName(word: string, large: ReadonlySet<string>): boolean {
  return large.has(word) && word !== 'i' && (isIdle(word) || !isOurs(word));
}

/** The words that are written large although no sentence begins with them. */
function largeIn(question: string): ReadonlySet<string> {
  const large = new Set<string>();
  for (const { 0: word, index } of question.matchAll(/[\p{L}\p{M}\p{N}'’]+/gu)) {
    const before = question.slice(0, index).trimEnd();
    const isFirst = before === '' || /[.?!:]["”’')]*$/.test(before);
    if (!isFirst && word.charAt(0) !== word.charAt(0).toLowerCase()) for (const each of phraseOf(word)) large.add(each);
  }
  return large;
}
