import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCents, parseCents, timesCents } from '../../../../domain/kit/money.ts';
import { runs } from '../../../support/depth.ts';

test.each([
  ['1200', 120_000],
  ['1200.5', 120_050],
  [1200.5, 120_050],
  [0.1, 10],
  ['-3.07', -307],
  ['-0', 0],
  [' 7 ', 700],
  ['9999999.99', 999_999_999],
])('The amount %j is %d cents', (amount, cents) => expect(parseCents(amount)).toBe(cents));

test.each(['', '1,200', '12.345', '1e5', 'NaN', Number.NaN, Number.POSITIVE_INFINITY, '10000000', '0x10', '.5', '1.'])(
  'The value %j is no amount',
  (amount) => expect(parseCents(amount)).toBeNull(),
);

test.each([
  [120_050, '1200.50'],
  [7, '0.07'],
  [-307, '-3.07'],
  [0, '0.00'],
])('%d cents are shown as %s', (cents, text) => expect(formatCents(cents)).toBe(text));

test.each([
  [3.5, 6_500, 22_750],
  [0.25, 6_501, 1_625],
  [0.5, 1, 1],
  [0.49, 1, 0],
  [1.005, 100, 101],
  [24, 999_999_999, 23_999_999_976],
  [0, 6_500, 0],
])('%d times %d cents is %d, half up', (quantity, cents, product) => {
  expect(timesCents(quantity, cents)).toBe(product);
});

test('Hundredths of a quantity are never lost', { tags: ['more'] }, () => {
  const property = fc.property(fc.nat(2_400), fc.nat(999_999_999), (hundredths, cents) => {
    const exact = BigInt(hundredths) * BigInt(cents);
    expect(timesCents(hundredths / 100, cents)).toBe(Number((exact + 50n) / 100n));
  });
  fc.assert(property, { numRuns: runs(100) });
});
