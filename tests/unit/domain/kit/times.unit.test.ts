import { expect, test } from 'vitest';
import { endOfRange, startOfDay } from '../../../../domain/kit/times.ts';

test.each([
  ['2026-02-28', '2026-03-01'],
  ['2026-12-31', '2027-01-01'],
])('A range up to %s ends before %s', (day, end) => {
  expect(endOfRange(day)).toBe(end);
});

test('A range up to the last day with a year of four digits has all days and moments in it', () => {
  const end = endOfRange('9999-12-31');
  expect(end > '9999-12-31').toBe(true);
  expect(startOfDay(end, 'Asia/Tokyo') > '9999-12-31T23:59:59.999Z').toBe(true);
});
