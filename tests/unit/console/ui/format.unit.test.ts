import { expect, test } from 'vitest';
import { formatAge, formatDay, formatFromTo } from '../../../../console/ui/values/format.ts';

test('A date alone is that date wherever the person is', () => {
  expect(formatDay('2026-06-15')).toBe('Jun 15, 2026');
});

test('What is planned is told by the clock of the company, which is named to those elsewhere', () => {
  const zone = 'America/Denver';
  const named = new Intl.DateTimeFormat().resolvedOptions().timeZone === zone ? '' : ' MST';
  const morning = formatFromTo('2026-11-27T15:00:00Z', '2026-11-27T16:30:00Z', zone);
  expect(morning).toBe(`Fri, Nov 27, 2026, 8:00 AM to 9:30 AM${named}`);
  const night = formatFromTo('2026-11-28T05:00:00Z', '2026-11-28T09:00:00Z', zone);
  expect(night).toBe(`Fri, Nov 27, 2026, 10:00 PM to Sat, Nov 28, 2026, 2:00 AM${named}`);
});

test.each([
  ['2026-11-22T11:59:30Z', 'now'],
  ['2026-11-22T11:15:00Z', '45 min'],
  ['2026-11-22T07:00:00Z', '5 h'],
  ['2026-11-19T11:00:00Z', '3 d'],
  ['2025-11-21T12:00:00Z', '1 y'],
])('The age of %s is %s', (iso, age) => {
  expect(formatAge(iso, Date.parse('2026-11-22T12:00:00Z'))).toBe(age);
});
