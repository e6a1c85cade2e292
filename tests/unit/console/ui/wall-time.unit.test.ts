import { expect, test, vi } from 'vitest';
import { formatFromTo, formatWhich } from '../../../../console/ui/values/format.ts';
import { instantAt, instantsAt, momentAt, todayIn, wallAt } from '../../../../console/ui/values/wall-time.ts';
import { instantOf } from '../../../../domain/kit/times.ts';

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

test.each(ZONES)('Each instant in %s is found again by its moment, as the server finds it', (zone) => {
  for (const wall of WALLS) {
    for (const instant of instantsAt(wall, zone)) {
      const moment = momentAt(instant, zone);
      expect(moment.slice(0, wall.length)).toBe(wall);
      expect([instantAt(moment, zone), instantOf(moment, zone)], moment).toEqual([instant, instant]);
    }
  }
});

test('A wall clock shows a time twice, once, or not at all on the days on which it changes', () => {
  const zone = 'America/Chicago';
  expect(instantsAt('2026-11-01T01:30', zone)).toEqual(['2026-11-01T06:30:00.000Z', '2026-11-01T07:30:00.000Z']);
  expect(instantsAt('2026-11-01T02:00', zone)).toEqual(['2026-11-01T08:00:00.000Z']);
  expect(instantsAt('2026-03-08T02:30', zone)).toEqual([]);
  expect(momentAt('2026-06-15T12:00:00Z', 'Asia/Kolkata')).toBe('2026-06-15T17:30+05:30');
});

test('A time that a wall clock shows twice is told with the name of its zone', () => {
  const zone = 'America/Chicago';
  const [first, second] = ['2026-11-01T06:30:00.000Z', '2026-11-01T07:30:00.000Z'];
  const told = formatFromTo(first, second, zone);
  expect(told).toMatch(/ 1:30\sAM CDT to 1:30\sAM CST$/);
  expect(formatWhich('2026-11-01T08:00:00.000Z', zone)).toBe('');
});

test('What is no moment of the wall clock is no instant', () => {
  expect(instantAt('', 'UTC')).toBeNull();
  expect(instantAt('2026-02', 'UTC')).toBeNull();
});
