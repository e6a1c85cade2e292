import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText } from '../../../../domain/kit/fold-text.ts';
import { isFound, searchTerms, searchText, searchWays } from '../../../../domain/kit/search-text.ts';
import { runs } from '../../../support/depth.ts';

/** Whether a search finds a text, the way every adapter must: each term as a substring. */
function finds(search: string, text: string): boolean {
  return isFound(search, { text }, ['text']);
}

describe('the text of a search', () => {
  test('The text of a search marks each word', () => {
    // As the word that people also write it in, and nothing else, since each character costs an entry in the index.
    expect(searchText({ name: 'Ada  Lovelace', age: 36 }, ['name', 'age', 'missing'])).toBe(
      '\u0001\u0001adalovelace\u0001\u0001lovelace',
    );
    expect(searchText({ notes: 'the old oak behind the barn' }, ['notes'])).toBe(
      ['theoldoakbehind', 'old', 'oak', 'behind', 'thebarn', 'barn'].map((word) => `\u0001\u0001${word}`).join(''),
    );
  });

  test('The text of a search holds a number in several words also as one', () => {
    expect(searchText({ phone: '(555) 123-4567' }, ['phone'])).toBe('\u0001\u00015551234567\u0001\u00011234567');
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

  test('Short words of a search also match as one word with a short one before them', () => {
    const [typed, joined] = searchWays('Juan de la Cruz');
    expect(typed).toEqual(['juan', '\u0001\u0001de', '\u0001\u0001la', 'cruz']);
    expect(joined).toEqual(['juan', 'dela', 'cruz']);
    expect(searchWays('Smith Jo')).toHaveLength(1);
    expect(searchWays(' ')).toEqual([]);
  });

  /** Each of these is found by all others of its line. */
  test.each([
    [['Łukasz', 'lukasz', 'LUKASZ']],
    [['Ørsted', 'orsted']],
    [['Groß', 'gross', 'GROẞ']],
    [['Æsir', 'aesir']],
    [['Đorđe Ħaż', 'dorde haz']],
    [['Yıldız İnci', 'yildiz inci', 'YILDIZ INCI']],
    [['O’Brien', "O'Brien", 'O‘Brien', 'Oʼbrien', 'O´Brien', 'O`Brien', 'OBrien', 'O Brien', 'obrien']],
    [['Smith-Jones', 'Smith–Jones', 'Smith‑Jones', 'Smith—Jones', 'Smith Jones', 'SmithJones', 'smithjones']],
    [['J. R. Miller', 'J.R. Miller', 'JR Miller', 'J R Miller', 'J.R.Miller', 'jr miller']],
    [['van der Berg', 'Vanderberg', 'Van Der Berg', 'vander berg', 'VanDer Berg']],
    [['De La Cruz', 'DeLaCruz', 'Delacruz', 'de la cruz', 'Dela Cruz']],
    [['McDonald', 'Mc Donald', 'MCDONALD', 'Mc-Donald']],
    [['Li Na', 'Li-Na', 'Lina']],
    [['P.O. Box 12', 'PO Box 12', 'P. O. Box 12', 'po box ١٢', 'PO Box １２']],
    [['555-123-4567', '(555) 123 4567', '٥٥٥-١٢٣-٤٥٦٧', '５５５．１２３．４５６７', '५५५ १२३ ४५६७', '555–123–4567']],
    [['413-555-0505', '+1 413 555 0505', '+14135550505', '1-413-555-0505', '1 (413) 555-0505', '4135550505']],
    [['413-555-0505', '001 413 555 0505', '0014135550505']],
    [['16-inch bar', '16–inch bar', '16 inch bar']],
    [['“Big Oak”', '"Big Oak"']],
    [['Paral·lel', 'parallel']],
  ])('All of %j find one another', (written) => {
    const missed = written.flatMap((text) => written.filter((search) => !finds(search, text)).map((by) => [text, by]));
    expect(missed).toEqual([]);
  });

  test('A number is found with the # that people write before it, and with the one that is part of it', () => {
    expect(finds('#1053', 'J-1053')).toBe(true);
    expect(finds('#1053 oak', 'J-1053 Oak Street')).toBe(true);
    expect(finds('#4', '12 Elm St #4')).toBe(true);
    expect(finds('#4', '12 Elm St 5')).toBe(false);
  });

  test('A person is found by initials and particles, whatever their names are divided into', () => {
    const fields = ['firstName', 'lastName'];
    const found = (search: string, firstName: string, lastName: string) =>
      isFound(search, { firstName, lastName }, fields);
    for (const search of ['JR', 'J.R.', 'J. R.', 'J. R. Miller', 'jr miller', 'Miller, J. R.', 'Miller, J.R.'])
      expect([search, found(search, 'J. R.', 'Miller'), found(search, 'JR', 'Miller')]).toEqual([search, true, true]);
    expect(found('J R Miller', 'John Robert', 'Miller')).toBe(true);
    expect(found('Juan de la Cruz', 'Juan', 'Delacruz')).toBe(true);
    expect(found('Berg', 'Ann', 'van der Berg')).toBe(true);
    expect(found('OBrien', 'Ann', 'O’Brien')).toBe(true);
    expect(found('JR', 'Miller', 'Jones')).toBe(false);
  });

  test.each([
    ['jrmiller', 'Miller, J. R.'],
    ['j-1001', 'J 21001'],
    ['sn-12-b', 'sn 12 b'],
    ['thebig', 'big the'],
    ['1001 1002 103', 'J-0011002103'],
  ])('A search for %j does not find %j', (search, text) => {
    expect(finds(search, text)).toBe(false);
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
