import { NUMBER_WORDS } from './number-words.ts';

// How many of a sorted list a question asks for: “top 5 customers”, “the ten biggest jobs”.

export interface FoundCount {
  /** Null where the question says none. */
  first: number | null;
  /** The question with the words that say the order, without the number. */
  rest: string;
}

/** The most rows that are told at once. */
export const MOST_FIRST = 100;

const NUMBERS: Readonly<Record<string, number>> = {
  ...NUMBER_WORDS,
  fifteen: 15,
  twenty: 20,
};
const NUMBER = `(\\d{1,3}|${Object.keys(NUMBERS).join('|')})`;
const ORDER = '(top|best|biggest|largest|highest|most expensive|most profitable|most valuable)';
const END = '(?![\\p{L}\\p{N}%.,]| ?(?:%|percent|k|grand|thousand|dollars)(?!\\p{L}))';
const START = '(?<![\\p{L}\\p{N}$])';
const AFTER = new RegExp(`${START}${ORDER} ${NUMBER}${END}`, 'u');
const BEFORE = new RegExp(`${START}${NUMBER} ${ORDER}${END}`, 'u');

/**
 * How many a question asks for.
 * @param text folded
 */
export function countIn(text: string): FoundCount {
  const after = AFTER.exec(text);
  const [said, order = '', count = ''] = after ?? inOrder(BEFORE.exec(text));
  const first = NUMBERS[count] ?? Number(count);
  if (said === undefined || first < 1 || first > MOST_FIRST) return { first: null, rest: text };
  return { first, rest: text.replace(said, order) };
}

/** With the order first. */
function inOrder(found: RegExpExecArray | null): readonly (string | undefined)[] {
  return found ? [found[0], found[2], found[1]] : [];
}
