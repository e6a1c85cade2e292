import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from '../../api/csv.ts';

test.each([
  [['a', 'b'], 'a,b'],
  [['one, two', 'say "yes"', 'two\nlines'], '"one, two","say ""yes""","two\nlines"'],
  [[null, undefined, '', 0, false], ',,,0,false'],
  [[{ city: 'Granby' }, [1, 2]], '"{""city"":""Granby""}","[1,2]"'],
])('%j', (values, line) => {
  expect(csvLine(values)).toBe(`${line}\r\n`);
});

test.each([
  ['=1+1', `'=1+1`],
  ['+1 555 0100', `'+1 555 0100`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['-2+3', `'-2+3`],
  ['\t=1', `'\t=1`],
  ['-12.50', '-12.50'],
])('%j is no formula in a spreadsheet', (value, shown) => {
  expect(csvLine([value])).toBe(`${shown}\r\n`);
});

test('no text starts a cell as a formula', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const written = csvLine([text]).replace(/^"/, '');
      expect(written.startsWith(`'`) || !/^[=+@\t]/.test(written)).toBe(true);
    }),
  );
});
