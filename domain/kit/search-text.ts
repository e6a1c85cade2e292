/**
 * Put twice before each word, so that even a term of one character makes a trigram that finds words beginning with it.
 */
const WORD = '\u0001\u0001';

/** A number as people write it: digits and the separators between them. */
const NUMBER = /^[\d().+\-/]*\d[\d().+\-/]*$/;

/** Plain ASCII. Most texts are, and a rebuild folds them all, so these take a shortcut. */
const PLAIN = /^[ -~]*$/;

/** Lower case, without accents or control characters. Documents and searches are both folded by this. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/\p{Cc}/gu, ' ');
}

function foldWords(text: string): string[] {
  const words = foldText(text).split(/\s+/);
  return words.map((word) => (NUMBER.test(word) ? digits(word) : word)).filter((word) => word !== '');
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}

/**
 * The text indexed for a document: the folded, marked words of its fields; a number split by spaces also as one word.
 */
export function searchText(document: Readonly<Record<string, unknown>>, fields: readonly string[]): string {
  const marked: string[] = [];
  for (const field of fields) {
    const value = document[field];
    if (typeof value !== 'string') continue;
    const words = foldWords(value);
    for (const word of words) marked.push(WORD + word);
    if (words.length > 1 && words.every((word) => /^\d+$/.test(word))) marked.push(WORD + words.join(''));
  }
  // No separator is needed: no term matches across a mark, and each character costs an entry in the index.
  return marked.join('');
}

/** Punctuation at the end of a word, which people may or may not type. */
const STOP = /(?<=[^\s.,;:])[.,;:]+(?=\s|$)/g;

/**
 * The substrings that `searchText` must all contain for a search to match. A pasted address such as "3 Elm St., Hadley,
 * MA 01035" finds the place even if it was entered without the commas.
 */
export function searchTerms(search: string): string[] {
  return foldWords(search.replace(STOP, '')).map((term) => ([...term].length < 3 ? WORD + term : term));
}

/** Whether a search finds a document by its fields, as the read models would. */
export function isFound(
  search: string,
  document: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): boolean {
  const text = searchText(document, fields);
  return searchTerms(search).every((term) => text.includes(term));
}
