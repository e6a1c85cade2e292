import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { foldText, nameKey, TEXT_RULE, wordsOf } from '../../../../domain/kit/fold-text.ts';
import { searchText, searchWays } from '../../../../domain/kit/search-text.ts';
import { sortText } from '../../../../domain/kit/sort-text.ts';

describe('what people do not type', () => {
  test('A text is folded to lower case, without accents and control characters', () => {
    expect(foldText('ÁLVAREZ Groß\tÅngström')).toBe('alvarez gross angstrom');
    expect(foldText('ﬁne')).toBe('fine');
  });

  test('Letters that Unicode does not decompose are folded to those that people type', () => {
    expect(foldText('Łódź Ørsted STRAẞE Æsir Œuvre Đorđe Þór Ħaż Ŋ')).toBe(
      'lodz orsted strasse aesir oeuvre dorde thor haz n',
    );
    expect(foldText('Yıldız İnci Əliyev Ƙasim')).toBe('yildiz inci eliyev kasim');
  });

  test('No letter of a European alphabet is left that a plain keyboard lacks', () => {
    const letters = Array.from({ length: 0x250 - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at));
    const left = letters.filter((letter) => /\p{L}/u.test(letter) && !/^['a-z]+$/.test(foldText(letter)));
    // Signs of tones and clicks, and what phonetics and Old English wrote.
    expect(left.join('')).toBe('ƄƅƍƛƜƢƣƧƨƩƪƸƹƺƻƼƽƾƿǀǁǂǃǷȜȝȸȹɁɂɅ');
  });

  test('Apostrophes, quotes, dashes and spaces are those of a keyboard, and what has no shape is gone', () => {
    expect(foldText('‘’ʼʻ′´')).toBe("''''''");
    expect(foldText('“Oak” «Elm»')).toBe('"oak" "elm"');
    expect(foldText('a‐b‑c–d—e−f')).toBe('a-b-c-d-e-f');
    expect(foldText('Smith\u00adJones\u200b\u00a0\u2009x')).toBe('smithjones  x');
  });

  test('Digits of every script are those of a keyboard', () => {
    expect(foldText('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789');
    expect(foldText('۰۹ ०९ ০৯ ๐๙ ０９ 𝟎𝟗 ①')).toBe('09 09 09 09 09 09 1');
    const digits = Array.from({ length: 0x1fbf0 }, (_, code) => code).filter((code) =>
      /\p{Nd}/u.test(String.fromCodePoint(code)),
    );
    expect(digits.map((code) => foldText(String.fromCodePoint(code))).join('')).toMatch(/^(?:0123456789)+$/);
  });

  test('The words of a text are its letters and digits, without what is left out within a word', () => {
    expect(wordsOf('O’Brien & Smith–Jones, J.R. (Oak #2)')).toEqual(['obrien', 'smith', 'jones', 'jr', 'oak', '2']);
    expect(nameKey('Smith–Jones')).toBe(nameKey('smith JONES'));
    expect(wordsOf('— …')).toEqual([]);
  });
});

test('A change of how texts are searched or sorted raises TEXT_RULE, by which all read models are built again', () => {
  const texts = [
    'Łukasz O’Brien–Smith',
    'J. R. van der Berg',
    '16-inch J-1001 ٣',
    'x.y@example.com',
    '12 De La Cruz Ave.',
  ];
  const made = texts.map((text) => [foldText(text), searchText({ text }, ['text']), searchWays(text), sortText(text)]);
  const hash = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 12);
  expect({ rule: TEXT_RULE, hash }).toEqual({ rule: 2, hash: '09fe761a2b24' });
});
