import { foldText } from '../../domain/kit/fold-text.ts';

// The words of a question, as they are compared with those of the catalog.

/** What says nothing about what is asked. */
const IDLE = new Set(
  (
    'a about all an and any anybody anyone are as at be been by can could current currently did do does each every ever for ' +
    'from get give got had has have how i in is it its kind list many me much my now number of on or our ours out per please ' +
    'right see show so some still sum tell that the their them there these they this those to total up us was we were what ' +
    'which who whom whose with would you your far whats whos hows'
  )
    .split(' ')
    .map(stem),
);

/** Whether a word says nothing about what is asked. @param word as {@link stem} makes it */
export function isIdle(word: string): boolean {
  return IDLE.has(word);
}

/** A question as it is read. */
export function foldedOf(question: string): string {
  return foldText(question).replace(/\s+/g, ' ').trim();
}

/** What may turn a meaning around as a word does: “≠ paid”, “!paid”, “-pruning”. */
const SIGN = /[\p{Sm}\p{So}]|(?<![\p{L}\p{N}\p{P}])[!-](?=[\p{L}\p{N}=])/u;
const TOKEN = new RegExp(`[\\p{L}\\p{N}|]+|${SIGN.source}`, 'gu');

/** Its words and signs; the gap of a time is one. @param text folded */
export function saidIn(text: string): string[] {
  const plain = text
    .replaceAll(/(?<![\p{L}\p{N}])(have|has|had|did|do|does|is|are|was|were)n['`]?t(?![\p{L}\p{N}])/gu, '$1 not')
    .replaceAll(/['`]s(?![\p{L}\p{N}])/gu, '')
    .replaceAll(/['`]/g, '');
  return plain.match(TOKEN) ?? [];
}

/** The same as they are compared; nothing matches the gap of a time. */
export function tokensOf(text: string): string[] {
  return saidIn(text).map(stem);
}

/** A word without the ending of a plural. */
export function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !/(?:ss|us)$/.test(word) ? word.slice(0, -1) : word;
}

/** The words of a phrase, as those of a question are compared. */
export function phraseOf(text: string): readonly string[] {
  return tokensOf(foldText(text));
}

const stemmed = new Map<string, readonly string[]>();

/** The same of a phrase of the catalog, which each question is read for. Of names nothing is kept. */
export function ownPhraseOf(text: string): readonly string[] {
  const known = stemmed.get(text) ?? phraseOf(text);
  stemmed.set(text, known);
  return known;
}

/** Where the words of a phrase stand among words that are free. */
export function placesOf(
  parts: readonly string[],
  words: readonly string[],
  isFree: (at: number) => boolean,
): number[] {
  if (parts.length === 0) return [];
  return words.flatMap((_, at) => (parts.every((part, n) => words[at + n] === part && isFree(at + n)) ? [at] : []));
}
