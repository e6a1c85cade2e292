import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText, isFound, searchTerms, searchText } from '../../domain/kit/search-text.ts';
import { runs } from '../support/depth.ts';

/** Whether a search finds a text, the way every adapter must: each term as a substring. */
function finds(search: string, text: string): boolean {
  return isFound(search, { text }, ['text']);
}

describe('the text of a search', () => {
  test('The text of a search is folded: lower case, without accents and control characters', () => {
    expect(foldText('ÁLVAREZ Groß\tÅngström')).toBe('alvarez gross angstrom');
    expect(foldText('ﬁne')).toBe('fine');
  });

  test('The text of a search marks each word', () => {
    // And nothing else, since each character costs an entry in the index.
    expect(searchText({ name: 'Ada  Lovelace', age: 36 }, ['name', 'age', 'missing'])).toBe(
      '\u0001\u0001ada\u0001\u0001lovelace',
    );
  });

  test('The text of a search holds a number in several words also as one', () => {
    expect(searchText({ phone: '(555) 123-4567' }, ['phone'])).toBe(
      '\u0001\u0001555\u0001\u00011234567\u0001\u00015551234567',
    );
  });
});

describe('the terms of a search', () => {
  test('The terms of a search are its words, those of one or two characters marked as the start of one', () => {
    expect(searchTerms('  Ada lo\u00e9 x 李小 ')).toEqual(['ada', 'loe', '\u0001\u0001x', '\u0001\u0001李小']);
    expect(searchTerms('')).toEqual([]);
    expect(searchTerms(' \n\t ')).toEqual([]);
  });

  test('The terms of a search cannot hold the mark themselves', () => {
    expect(searchTerms('\u0001\u0001a')).toEqual(['\u0001\u0001a']);
    expect(searchTerms('abc\u0001def')).toEqual(['abc', 'def']);
  });

  test.each([
    ['love', 'Ada Lovelace', true],
    ['ove', 'Ada Lovelace', true],
    ['ov', 'Ada Lovelace', false],
    ['lo', 'Ada Lovelace', true],
    ['lovelace ada', 'Ada Lovelace', true],
    ['555-123-4567', '(555) 123 4567', true],
    ['5551234', '555.123.4567', true],
    ['%', 'Ada', false],
    ['a_a', 'Ada', false],
    ['3 Elm St., Hadley, MA 01035', '3 Elm St Hadley MA 01035', true],
    ['3 elm st', '3, Elm St.; Hadley', true],
    ['...', 'Ada', false],
    ['ada@example.com,', 'ada@example.com', true],
    ['a.b', 'ab', false],
  ])('A search for %j in %j finds it: %s', (search, text, found) => {
    expect(finds(search, text)).toBe(found);
  });

  test('A search finds every word of a text, and every piece of three characters of one', { tags: ['more'] }, () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-zA-ZÀ-ÿ]{1,12}$/), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        (words, start) => {
          const text = words.join(' ');
          for (const word of words) {
            expect(finds(word, text)).toBe(true);
            const folded = foldText(word);
            const from = start % folded.length;
            const piece = folded.slice(from, from + 3);
            if (piece.length === 3) expect(finds(piece, text)).toBe(true);
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });
});
