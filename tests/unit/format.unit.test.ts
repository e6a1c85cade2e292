import { expect, test } from 'vitest';
import { formatDay, todayIn } from '../../console/ui/format.ts';

test('a date alone is that date wherever the person is', () => {
  expect(formatDay('2026-06-15')).toBe('Jun 15, 2026');
});

test("today is the company's day, wherever the person is", () => {
  expect(todayIn('America/New_York', new Date('2026-11-22T01:40:00Z'))).toBe('2026-11-21');
  expect(todayIn('America/New_York', new Date('2026-11-22T05:00:00Z'))).toBe('2026-11-22');
});
