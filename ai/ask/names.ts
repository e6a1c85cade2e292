import { type AskQuery, type Given, metaOf } from './query.ts';
import { isIdle, ownPhraseOf, phraseOf, placesOf } from './tokens.ts';

// Names of records in a question. A name may be made of our own words: then it is taken for neither, unless the question
// says which it is.

/** A record that a question may name. */
export interface Named {
  kind: 'customer' | 'crew' | 'city' | 'tag';
  id: string;
  name: string;
}

/** What a query makes of a question. */
export interface Reading {
  words: readonly string[];
  /** The places of words that have a meaning. */
  explained: Set<number>;
  /** The places of names. */
  names: Set<number>;
  given: Record<string, string>;
  trouble: string | null;
  /** A record whose name is one of our words too. */
  or: { name: string; id: string } | null;
}

/** Finds the names that stand in a question, the longest first, before any other word is read. */
export function readNames(query: AskQuery, reading: Reading, named: readonly Named[]): void {
  const ownWords = new Set([...query.core.flat(), ...(query.more ?? [])].flatMap(ownPhraseOf));
  for (const each of named.toSorted((one, other) => other.name.length - one.name.length)) {
    const parts = phraseOf(each.name);
    const places = placesOf(parts, reading.words, (place) => !reading.names.has(place));
    const called = places.find((place) => isCalled(each.kind, place, parts.length, reading.words));
    const at = called ?? places[0];
    if (at === undefined) continue;
    // “Stump grinding” is no crew named Stumps; “pruning” may be one, unless it says so.
    const meaning = called === undefined ? longestChoice(query, at, parts.length, reading) : 0;
    if (meaning > parts.length) continue;
    if (meaning === parts.length && each.kind in query.parameters.shape) {
      reading.trouble ??= `“${each.name}” is the name of a ${each.kind} too.`;
      reading.or ??= { name: each.kind, id: each.id };
      continue;
    }
    // Named like one of our own words, it may as well be that word.
    const isVague = parts.every((part) => ownWords.has(part) || isIdle(part));
    readName(query, each, { at, parts, isVague }, reading);
  }
}

function readName(
  query: AskQuery,
  { kind, id, name }: Named,
  { at, parts, isVague }: { at: number; parts: readonly string[]; isVague: boolean },
  reading: Reading,
): void {
  const isOther = !(kind in query.parameters.shape) || (reading.given[kind] ?? id) !== id;
  if (isOther || isVague) reading.trouble ??= `“${name}” may be the name of a ${kind}.`;
  else reading.given[kind] = id;
  for (const n of parts.keys()) {
    reading.names.add(at + n);
    reading.explained.add(at + n);
  }
  // Said or not, it is a crew.
  for (const [place, word] of reading.words.entries()) if (word === kind) reading.explained.add(place);
}

/** Whether a word beside a name says what it is: “crew Pruning”, “the pruning crew”. */
export function isCalled(kind: string, at: number, length: number, words: readonly string[]): boolean {
  return words[at - 1] === kind || words[at + length] === kind;
}

/** How many words the longest phrase has that means a value of a choice and covers these words; 0 without one. */
function longestChoice(query: AskQuery, at: number, length: number, { words }: Reading): number {
  const phrases = metaOf(query).flatMap(({ name, ...meta }) => [
    ...Object.values(meta['x-labels'] ?? {}),
    ...Object.values(query.choices?.[name] ?? {}).flat(),
  ]);
  return phrases.map(ownPhraseOf).reduce((longest, parts) => {
    const covers = placesOf(parts, words, () => true).some((from) => from <= at && from + parts.length >= at + length);
    return covers ? Math.max(longest, parts.length) : longest;
  }, 0);
}

/** What was understood, with the name that one of our words is too instead of what it means. */
export function otherOf(given: Given, { or }: Reading): Given | null {
  if (or === null) return null;
  const { service: _, ...others } = given;
  return { ...others, [or.name]: or.id };
}
