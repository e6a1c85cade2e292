import { vocabulary } from './matcher.ts';
import type { Named } from './names.ts';
import { PLAIN } from './plain-words.ts';
import { foldedOf, isIdle, phraseOf, saidIn, stem } from './tokens.ts';

// Words that are nearly ours: a typing error is never read as what it may have been, but it can be asked back.

/** What times are said with, which is in no query. */
const OF_TIMES =
  'january february march april june july august september october november december monday tuesday wednesday thursday ' +
  'friday saturday sunday weekend week month quarter year today tomorrow yesterday last next this since';

/** A shorter word is near too many others. */
const SHORTEST = 4;
/** From how many letters on a word may have two errors. */
const LONG = 8;
/** The most words of one question that may be mistyped, ways to read each, and questions that are tried. */
const MOST_WRONG = 2;
const MOST_WORDS = 3;

/**
 * A question with its words that no query knows as they may have been meant, the nearest first.
 * @param named records by the names that may stand in it
 */
export function respelled(question: string, named: readonly Named[]): string[] {
  const known = new Set([...vocabulary(), ...OF_TIMES.split(' '), ...named.flatMap(({ name }) => phraseOf(name))]);
  const said = [...new Set(saidIn(foldedOf(question)))];
  const isRight = (word: string) => known.has(word) || isIdle(word) || PLAIN.has(word);
  const wrong = said.filter((word) => !isRight(word) && !isRight(stem(word)));
  if (wrong.length === 0 || wrong.length > MOST_WRONG || !wrong.every((word) => /^\p{L}+$/u.test(word))) return [];
  const ways = wrong.map((word) => nearest(word, known).map((right) => [word, right] as const));
  const asked = foldedOf(question).replace(/[?.! ]+$/, '');
  const whole = (word: string) => new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'gu');
  return combined(ways).map((changes) =>
    changes.reduce((text, [word, right]) => text.replaceAll(whole(word), right), asked),
  );
}

function combined<Of>(ways: readonly (readonly Of[])[]): Of[][] {
  return ways.reduce<Of[][]>((all, each) => all.flatMap((before) => each.map((one) => [...before, one])), [[]]);
}

/** The known words that are near enough to one, in its plural if it ends like one. */
function nearest(word: string, known: ReadonlySet<string>): string[] {
  if (word.length < SHORTEST) return [];
  const most = word.length < LONG ? 1 : 2;
  const near = [...known].flatMap((right) => {
    if (right.length < SHORTEST - 1) return [];
    const [one, distance = most + 1] = [right, pluralOf(right)]
      .map((form) => [form, distanceOf(word, form, most)] as const)
      .reduce((best, each) => (each[1] < best[1] ? each : best));
    return distance <= most ? [{ right: one, distance }] : [];
  });
  near.sort((one, other) => one.distance - other.distance);
  return near.slice(0, MOST_WORDS).map(({ right }) => right);
}

function pluralOf(word: string): string {
  return word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/**
 * How many letters have to be put in, left out, changed or swapped with the next one to make one word of another
 * (Damerau and Levenshtein, each letter once).
 * @param most what is more is as good as that
 */
export function distanceOf(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + Number(!isSame),
        isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[other.length] ?? most + 1;
}
