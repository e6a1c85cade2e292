import { APOSTROPHES, foldText, withoutInitials } from './fold-text.ts';

/**
 * Put twice before each word, so that even a term of one character makes a trigram that finds words beginning with it.
 */
const WORD = '\u0001\u0001';

/** A number as people write it: digits and the separators between them. */
const NUMBER = /^[\d().+\-/]*\d[\d().+\-/]*$/;

/** Most words: they take a shortcut, because a rebuild looks at all words there are. */
const PLAIN_WORD = /^[a-z]+$/;
const LETTERS = /^\p{L}+$/u;

/** A dash between words, and after a number before one (`16-inch`). Any other belongs to a code (`J-1001`). */
const DASHED = /^(?:\d+-)?\D+$/;

/** Punctuation at the end of a word, which people may or may not type. */
const STOP = /(?<=[^.,;:])[.,;:]+$/;

/** The longest words that people also write as one with the next: particles and initials. */
const SHORT = 3;
/** Up to this many words, a text may be a name, which is also found by all of it as one word: Smith Jones. */
const MOST_IN_NAME = 4;
/** In a longer text, short words are those of sentences. */
const MOST_WITH_PARTICLES = 40;

interface Piece {
  /** Folded, without apostrophes and the periods of initials; a number is its digits. */
  text: string;
  /** The same with the periods of initials, where there are any. */
  dotted: string | null;
  kind: 'letters' | 'digits' | 'other';
  /** Letters without the punctuation after them; anything else as it is. */
  bare: string;
  /** Whether a dash is between it and the next one. */
  isDashed: boolean;
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const word of foldText(text).split(/\s+/)) {
    if (PLAIN_WORD.test(word)) pieces.push(lettersOf(word));
    else if (word !== '') pieces.push(...piecesOfWord(word));
  }
  return pieces;
}

function lettersOf(text: string): Piece {
  return { text, dotted: null, kind: 'letters', bare: text, isDashed: false };
}

function piecesOfWord(word: string): Piece[] {
  const plain = word.replace(APOSTROPHES, '');
  if (NUMBER.test(plain)) {
    const digits = plain.replace(/\D/g, '');
    return [{ text: digits, dotted: null, kind: 'digits', bare: digits, isDashed: false }];
  }
  if (!plain.includes('-')) return [pieceOf(plain)];
  if (!DASHED.test(plain)) return [pieceOf(plain.replaceAll('-', ''))];
  const parts = plain.split('-').filter((part) => part !== '');
  return parts.map((part, at) => ({ ...pieceOf(part), isDashed: at < parts.length - 1 }));
}

function pieceOf(part: string): Piece {
  const text = withoutInitials(part);
  const bare = text.replace(STOP, '');
  const dotted = text === part ? null : part;
  if (LETTERS.test(bare)) return { text, dotted, kind: 'letters', bare, isDashed: false };
  return { text, dotted, kind: /^\d+$/.test(text) ? 'digits' : 'other', bare: text, isDashed: false };
}

/** Whether people also write the piece as one word with the next. A comma is between names. */
function leadsOn(piece: Piece | undefined, next: Piece | undefined): boolean {
  return isShort(piece) && next?.kind === 'letters' && !/[,;:]$/.test(piece?.text ?? '');
}

function isShort(piece: Piece | undefined): boolean {
  return piece?.kind === 'letters' && piece.bare.length <= SHORT;
}

/** Where the word ends that begins with a piece, written as one with all that people may write it with. */
function endOfWord(pieces: readonly Piece[], start: number): number {
  let end = start + 1;
  while (pieces[end - 1]?.isDashed) end += 1;
  if (pieces.length > MOST_WITH_PARTICLES) return end;
  // A short word after another is within the word that begins with the first of them.
  if (leadsOn(pieces[start - 1], pieces[start])) return end;
  while (leadsOn(pieces[end - 1], pieces[end])) end += 1;
  return end;
}

function isOneWord(pieces: readonly Piece[]): boolean {
  if (pieces.every(({ kind }) => kind === 'digits')) return true;
  return pieces.length <= MOST_IN_NAME && pieces.every(({ kind }) => kind === 'letters');
}

/**
 * The text indexed for a document: the folded, marked words of its fields. A word that people also write as one with the
 * next (`van der Berg`, `J. R.`, `Smith-Jones`, a short name, a number split by spaces) is there as that one.
 */
export function searchText(document: Readonly<Record<string, unknown>>, fields: readonly string[]): string {
  const marked: string[] = [];
  for (const field of fields) {
    const value = document[field];
    if (typeof value === 'string') marked.push(...markedWords(piecesOf(value)));
  }
  // No separator is needed: no term matches across a mark, and each character costs an entry in the index.
  return marked.join('');
}

function markedWords(pieces: readonly Piece[]): string[] {
  const marked: string[] = [];
  const isOne = isOneWord(pieces);
  for (const [start, { text, dotted }] of pieces.entries()) {
    const end = isOne && start === 0 ? pieces.length : endOfWord(pieces, start);
    marked.push(WORD + (end === start + 1 ? text : joined(pieces.slice(start, end))));
    if (dotted !== null) marked.push(WORD + dotted);
  }
  return marked;
}

function joined(pieces: readonly Piece[]): string {
  return pieces.map(({ bare }) => bare).join('');
}

/**
 * The substrings that `searchText` must all contain for a search to match, as it was typed. A pasted address such as
 * "3 Elm St., Hadley, MA 01035" finds the place even if it was entered without the commas.
 */
export function searchTerms(search: string): string[] {
  return typed(search).map(withoutStop).map(termOf);
}

/**
 * The ways in which a search matches: by all terms of any of them. Short words also match where they were written as one
 * with the short word before them: J. R. as JR, and De La Cruz as Delacruz; a number also without the # before it. None for a
 * search without a word.
 */
export function searchWays(search: string): string[][] {
  const pieces = typed(search);
  if (pieces.length === 0) return [];
  const terms = pieces.map(withoutStop);
  const together: string[] = [];
  for (const [at, piece] of pieces.entries()) {
    const isWithin = isShort(pieces[at - 1]) && piece.kind === 'letters' && piece.bare.length < SHORT;
    together.push((isWithin ? (together.pop() ?? '') : '') + (terms[at] ?? ''));
  }
  const ways = together.length < terms.length ? [terms, together] : [terms];
  const unsigned = terms.map((term) => term.replace(NUMBER_SIGN, ''));
  if (unsigned.some((term, at) => term !== terms[at])) ways.push(unsigned);
  return ways.map((way) => way.map(termOf));
}

/** As people write it before the number of a job or an invoice; in an address it is part of the text (`Apt #4`). */
const NUMBER_SIGN = /^#(?=\d)/;

/**
 * A phone number without its country code, as the same number was stored with it or not: `+1 413 555 0142` or
 * `001 413 555 0142`, also divided by spaces. It is a part of the other.
 */
function withoutCountry(pieces: readonly Piece[]): readonly Piece[] {
  const isNumber = pieces.length === 1 || COUNTRY.test(pieces[0]?.bare ?? '');
  if (!isNumber || !isOneWord(pieces) || pieces.some(({ kind }) => kind !== 'digits')) return pieces;
  const digits = joined(pieces);
  const country = digits.slice(0, -US_LENGTH);
  const own = COUNTRY.test(country) ? digits.slice(country.length) : digits;
  return own === digits ? pieces : [{ text: own, dotted: null, kind: 'digits', bare: own, isDashed: false }];
}

/** Of a phone number of the USA, with its area code. */
const US_LENGTH = 10;
/** Of the USA, with what is dialed before it abroad. */
const COUNTRY = /^(?:00)?1$/;

/** The pieces of a search as it was typed. */
function typed(search: string): readonly Piece[] {
  return withoutCountry(piecesOf(search));
}

function withoutStop({ text }: Piece): string {
  return text.replace(STOP, '');
}

function termOf(text: string): string {
  return [...text].length < 3 ? WORD + text : text;
}

/** Whether a search finds a document by its fields, as the read models would. One without a word finds everything. */
export function isFound(
  search: string,
  document: Readonly<Record<string, unknown>>,
  fields: readonly string[] = Object.keys(document),
): boolean {
  const ways = searchWays(search);
  return ways.length === 0 || holdsAny(searchText(document, fields), ways);
}

/** How many terms of a search are in a text. */
export function wordsFound(search: string, text: string): number {
  const found = searchText({ text }, ['text']);
  return searchTerms(search).filter((term) => found.includes(term)).length;
}

/** Whether the text of a document holds all terms of one of the ways. */
export function holdsAny(text: string, ways: readonly (readonly string[])[]): boolean {
  return ways.some((terms) => terms.every((term) => text.includes(term)));
}
