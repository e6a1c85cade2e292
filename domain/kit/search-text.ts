/** Put twice before each word, so that a term of one or two characters is found at the start of a word by its trigram. */
const WORD = '\u0001\u0001';

/** A number as people write it: digits, and what parts them. */
const NUMBER = /^[\d().+\-/]*\d[\d().+\-/]*$/;

/** Most texts are such, and a rebuild folds all of them. */
const PLAIN = /^[ -~]*$/;

/** Lower case without accents and control characters. The one folding of documents and searches alike. */
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

/** What is indexed of a document: the folded words of its fields, each marked; a number in several words also as one. */
export function searchText(document: Readonly<Record<string, unknown>>, fields: readonly string[]): string {
  const marked: string[] = [];
  for (const field of fields) {
    const value = document[field];
    if (typeof value !== 'string') continue;
    const words = foldWords(value);
    for (const word of words) marked.push(WORD + word);
    if (words.length > 1 && words.every((word) => /^\d+$/.test(word))) marked.push(WORD + words.join(''));
  }
  // Nothing else parts them: no term reaches over a mark, and each character costs an entry in the index.
  return marked.join('');
}

/** What ends a word in a sentence or an address, and is written there or not. */
const STOP = /(?<=[^\s.,;:])[.,;:]+(?=\s|$)/g;

/**
 * The substrings of `searchText` that all must be there for a search to match. An address that was copied, as in
 * "3 Elm St., Hadley, MA 01035", finds the place that is written without its commas.
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
