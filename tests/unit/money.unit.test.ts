import { expect, test } from 'vitest';
import { formatCents, parseCents } from '../../domain/kit/money.ts';

test.each([
  ['1200', 120_000],
  ['1200.5', 120_050],
  [1200.5, 120_050],
  [0.1, 10],
  ['-3.07', -307],
  ['-0', 0],
  [' 7 ', 700],
  ['9999999.99', 999_999_999],
])('%j is %d cents', (amount, cents) => expect(parseCents(amount)).toBe(cents));

test.each(['', '1,200', '12.345', '1e5', 'NaN', Number.NaN, Number.POSITIVE_INFINITY, '10000000', '0x10', '.5', '1.'])(
  '%j is no amount',
  (amount) => expect(parseCents(amount)).toBeNull(),
);

test.each([
  [120_050, '1200.50'],
  [7, '0.07'],
  [-307, '-3.07'],
  [0, '0.00'],
])('%d cents are shown as %s', (cents, text) => expect(formatCents(cents)).toBe(text));
