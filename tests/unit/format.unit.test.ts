import { expect, test } from 'vitest';
import { formatAge, formatDay, todayIn } from '../../console/ui/format.ts';

test('a date alone is that date wherever the person is', () => {
  expect(formatDay('2026-06-15')).toBe('Jun 15, 2026');
});

test("today is the company's day, wherever the person is", () => {
  expect(todayIn('America/New_York', new Date('2026-11-22T01:40:00Z'))).toBe('2026-11-21');
  expect(todayIn('America/New_York', new Date('2026-11-22T05:00:00Z'))).toBe('2026-11-22');
});

test.each([
  ['2026-11-22T11:59:30Z', 'now'],
  ['2026-11-22T11:15:00Z', '45 min'],
  ['2026-11-22T07:00:00Z', '5 h'],
  ['2026-11-19T11:00:00Z', '3 d'],
  ['2025-11-21T12:00:00Z', '1 y'],
])('the age of %s is %s', (iso, age) => {
  expect(formatAge(iso, Date.parse('2026-11-22T12:00:00Z'))).toBe(age);
});
