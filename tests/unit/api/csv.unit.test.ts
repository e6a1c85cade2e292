import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from '../../../api/kit/lists/csv.ts';
import { runs } from '../../support/depth.ts';

test.each([
  [['a', 'b'], 'a,b'],
  [['one, two', 'say "yes"', 'two\nlines'], '"one, two","say ""yes""","two\nlines"'],
  [[null, undefined, '', 0, false], ',,,0,false'],
  [[{ city: 'Granby' }, [1, 2]], '"{""city"":""Granby""}","[1,2]"'],
])('The values %j are written as a line of CSV', (values, line) => {
  expect(csvLine(values)).toBe(`${line}\r\n`);
});

test.each([
  ['=1+1', `'=1+1`],
  ['+1 555 0100', `'+1 555 0100`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['-2+3', `'-2+3`],
  ['\t=1', `"'\t'=1"`],
  [';=1', `";'=1"`],
  ['x;\u200b+1', `"x;'\u200b+1"`],
  ['x\t=1\t\t-1', `"x\t'=1\t\t'-1"`],
  ['x\r\n@A1', `"x\r\n'@A1"`],
  ['5;-12', `"5;'-12"`],
  ['a;b', `"a;b"`],
  ['-12.50', '-12.50'],
])('The text %j is no formula in a spreadsheet', (value, shown) => {
  expect(csvLine([value])).toBe(`${shown}\r\n`);
});

test.each(['＝1+1', '＋1', '－1+1', '＠SUM(A1)', '−1', '"=1+1', '\n=1'])(
  'The text %j, whose sign only looks like one or stands behind something, is no formula in a spreadsheet',
  (value) => {
    expect(csvLine([value]).replace(/^"/, '').startsWith("'")).toBe(true);
  },
);

/** By number, since none of them would be visible here. */
const UNSEEN = [
  0x00, 0x09, 0x0a, 0x0d, 0x1b, 0x20, 0x7f, 0x85, 0xa0, 0xad, 0x34f, 0x61c, 0x115f, 0x1680, 0x180e, 0x2003, 0x200b,
  0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x202e, 0x202f, 0x205f, 0x2060, 0x2066, 0x2800, 0x3000, 0x3164, 0xfe0f,
  0xfeff, 0xffa0, 0xfff9, 0x1d173, 0xe0001, 0xe0020, 0xe0100,
].map((code) => String.fromCodePoint(code));

test.each(UNSEEN.map((unseen) => [unseen.codePointAt(0)?.toString(16), unseen]))(
  'The unseen character U+%s hides no sign of a formula',
  (_, unseen) => {
    expect(
      csvLine([`${unseen}=1+1`])
        .replace(/^"/, '')
        .startsWith("'"),
    ).toBe(true);
  },
);

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

test('No text begins a cell as a formula, once what is unseen is taken away, unless it is a plain number', {
  tags: ['more'],
}, () => {
  const pieces = fc.array(fc.constantFrom(...UNSEEN, ...SIGNS, '"', "'", '1', '.', ','), { maxLength: 8 });
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.tuple(pieces, fc.string()).map(([before, after]) => before.join('') + after),
    fc.integer().map(String),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const written = csvLine([text]).slice(0, -2);
      const shown = [...written].find((each) => each !== '"' && !UNSEEN.includes(each)) ?? '';
      if (SIGNS.includes(shown)) expect(written).toMatch(/^-\d+(\.\d+)?$/);
    }),
    { numRuns: runs(500) },
  );
});

/** The cells as a spreadsheet reads them: quotes matter only at the start of a cell. */
function split(file: string, separator: string): string[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)(?:"|$))?([^${separator}\r\n]*)(?:[${separator}\r\n]|$)`, 'gy');
  return [...file.matchAll(cell)].map(([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest);
}

test.each([',', ';', '\t'])('No cell is a formula where %j splits a row', { tags: ['more'] }, (separator) => {
  const pieces = fc.constantFrom(...SIGNS, ';', '\t', '\r', '\n', ',', '"', "'", ' ', '\u200b', '1', 'x');
  const rows = fc.array(fc.array(fc.string({ unit: pieces, maxLength: 8 }), { minLength: 1, maxLength: 4 }), {
    maxLength: 3,
  });
  fc.assert(
    fc.property(rows, (texts) => {
      const file = texts.map((row) => csvLine(['id', ...row])).join('');
      // Every program knows quotes around commas; some with another separator know none.
      const unquoted = separator === ',' ? [] : file.split(new RegExp(`[${separator}\r\n]`));
      for (const cell of [...split(file, separator), ...unquoted]) {
        const shown = [...cell].find((each) => each !== '"' && !UNSEEN.includes(each)) ?? '';
        if (SIGNS.includes(shown)) expect(cell).toMatch(/^-\d+$/);
      }
    }),
    { numRuns: runs(1_000) },
  );
});

test('A text is the same in the cell, but for apostrophes', { tags: ['more'] }, () => {
  const plain = (text: string) => text.replace(/(^|[;\t\r\n])'+/g, '$1');
  fc.assert(
    fc.property(fc.string({ unit: fc.oneof(fc.constantFrom(...SIGNS, ';', '\t', '\n'), fc.string()) }), (text) => {
      const written = csvLine([text]).slice(0, -2);
      const read = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
      expect(plain(read)).toBe(plain(text));
    }),
    { numRuns: runs(100) },
  );
});
