import { expect, test, vi } from 'vitest';
import { instantAt, todayIn, wallAt } from '../../console/ui/wall-time.ts';
import { instantOf } from '../../domain/kit/times.ts';

const ZONES = ['America/New_York', 'America/Los_Angeles', 'Europe/Berlin', 'UTC', 'Pacific/Auckland'];
const WALLS = [
  '2026-06-15T08:00',
  '2026-01-31T23:59',
  // Clocks go forward.
  '2026-03-08T02:30',
  '2026-03-29T02:30',
  // Clocks go back and show this time twice.
  '2026-11-01T01:30',
  '2026-10-25T02:30',
];

test.each(ZONES)('A moment of the wall clock in %s is the instant that the server takes it for', (zone) => {
  for (const wall of WALLS) expect(instantAt(wall, zone), wall).toBe(instantOf(wall, zone));
});

test('An instant shows as the wall clock of its zone does, also at midnight', () => {
  expect(wallAt('2026-06-15T12:00:00Z', 'America/New_York')).toBe('2026-06-15T08:00');
  expect(wallAt('2026-06-15T04:00:00Z', 'America/New_York')).toBe('2026-06-15T00:00');
});

test('Today is the company’s day, wherever the person is, and however their browser writes dates', () => {
  const browser = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get');
  for (const written of ['2026-11-21', '11/21/26']) {
    browser.mockReturnValue(() => written);
    expect(todayIn('America/New_York', '2026-11-22T01:40:00Z')).toBe('2026-11-21');
    expect(todayIn('America/New_York', '2026-11-22T05:00:00Z')).toBe('2026-11-22');
  }
});

test('What is no moment of the wall clock is no instant', () => {
  expect(instantAt('', 'UTC')).toBeNull();
  expect(instantAt('2026-02', 'UTC')).toBeNull();
});
