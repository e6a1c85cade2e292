import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyOf, type Field, refusalOf, sameValue, shown, valuesOf } from '../../../../console/ui/inputs/fields.ts';
import { parseAmount } from '../../../../console/ui/values/amount.ts';
import { formatDollars, formatMoney } from '../../../../console/ui/values/format.ts';
import { formatCents, MAX_CENTS } from '../../../../domain/kit/money.ts';
import { runs } from '../../../support/depth.ts';

test.each([
  ['$1,200.50', '1200.50'],
  ['1200', '1200.00'],
  [' 1200 ', '1200.00'],
  ['$ 1200.5', '1200.50'],
  ['1,234,567.89', '1234567.89'],
  ['.75', '0.75'],
  ['007', '7.00'],
  ['0', '0.00'],
  ['  ', ''],
])('An amount typed as %j is read as %j', (typed, amount) => expect(parseAmount(typed)).toBe(amount));

test.each([
  '2499.50e',
  '12-00',
  '-1',
  '1e5',
  '12.345',
  '1200.',
  '.',
  '$',
  '$$5',
  '12,00',
  '1,2000',
  ',200',
  '1 200',
  '1.200,50',
  '1200 $',
  '5 dollars',
  '0x10',
  'NaN',
  '١٢',
  '1\n2',
])('An amount typed as %j is refused', (typed) => expect(parseAmount(typed)).toBeNull());

test('Every amount is read back, however it is written', { tags: ['more'] }, () => {
  const writing = fc.record({
    sign: fc.constantFrom('', '$', '$ '),
    around: fc.constantFrom('', ' ', '\t'),
    isGrouped: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.nat(MAX_CENTS), writing, (cents, { sign, around, isGrouped }) => {
      const [dollars = '', rest] = formatCents(cents).split('.');
      const grouped = isGrouped ? Number(dollars).toLocaleString('en-US') : dollars;
      expect(parseAmount(`${around}${sign}${grouped}.${rest}${around}`)).toBe(formatCents(cents));
    }),
    { numRuns: runs(100) },
  );
});

test('No text loses a figure: it is read whole or refused', { tags: ['more'] }, () => {
  const typed = fc.string({ unit: fc.constantFrom(...'0123456789$,.-+e \t') });
  fc.assert(
    fc.property(fc.oneof(typed, fc.string()), (text) => {
      const amount = parseAmount(text);
      if (amount === null) return;
      expect(amount).toMatch(/^(\d+\.\d\d)?$/);
      const figures = text.replaceAll(/[$,\s]/g, '');
      expect(Number(amount)).toBe(Number(figures));
      expect(figures).toMatch(/^[\d.]*$/);
    }),
    { numRuns: runs(100) },
  );
});

const price: Field = { name: 'price', label: 'Price', kind: 'money' };

test('A form holds an amount as it is read, sends it as decimal text, and sees no change in how it is written', () => {
  expect(valuesOf([price], { price: '1200.00' })).toEqual({ price: '1200' });
  expect(valuesOf([price], { price: '1200.50' })).toEqual({ price: '1200.50' });
  expect(bodyOf([price], { price: ' $1,200.5' })).toEqual({ price: '1200.50' });
  expect(bodyOf([price], { price: ' ' })).toEqual({ price: '' });
  expect(sameValue(price, '$1,200', '1200.00')).toBe(true);
  expect(sameValue(price, '12-00', '1200')).toBe(false);
  expect(sameValue(price, '12-00', '12-00')).toBe(true);
  expect(sameValue({ ...price, kind: 'number' }, '1e2', '100')).toBe(false);
  expect(sameValue({ ...price, kind: 'decimal' }, '6.250', '6.25')).toBe(true);
});

test('A malformed amount is refused, not sent as none; a conflict shows it as it was typed', () => {
  expect(refusalOf(price, '2499.50e')).toMatch(/^Enter an amount like 1200 or 1,200.50/);
  expect(refusalOf(price, '')).toBeUndefined();
  expect(refusalOf({ ...price, kind: 'text' }, '12-00')).toBeUndefined();
  expect(shown(price, '12-00')).toBe('12-00');
});

test('Cents are shown where they are not zero, but for headline figures', () => {
  expect(shown(price, '1200.50')).toBe('$1,200.50');
  expect(formatMoney('1200.00')).toBe('$1,200');
  expect(formatMoney(0.07)).toBe('$0.07');
  expect(formatMoney(null)).toBe('$0');
  expect(formatDollars('1200.50')).toBe('$1,201');
});
