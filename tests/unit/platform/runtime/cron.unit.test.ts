import { describe, expect, test } from 'vitest';
import { nextWorkingDay } from '../../../../optimizer/service/plan-ahead.ts';
import { isCron, lastCronTime } from '../../../../platform/runtime/cron.ts';

const ZONE = 'America/New_York';
const DAY_MS = 24 * 60 * 60 * 1_000;

test.each(['0 18 * * 1-5', '*/15 6-9 * * *', '30 17 1 * *', '0 18 * * mon', ' 0  18 * * 5 '])(
  'The cron expression %s is taken',
  (text) => expect(isCron(text)).toBe(true),
);

test.each(['', '18:00', '0 18 * *', '0 0 18 * * 1-5', '61 18 * * *', '0 25 * * *', '0 18 * * nobody', '@daily'])(
  'The text %j is no cron expression',
  (text) => expect(isCron(text)).toBe(false),
);

describe('the last time', () => {
  /** By the zone's wall clock, out of all times in the two weeks before. */
  const last = (expression: string, until: string, zone = ZONE) => {
    const end = Date.parse(until);
    const at = lastCronTime(expression, zone, { after: end - 14 * DAY_MS, until: end });
    return at === null ? null : new Date(at).toISOString();
  };

  test('The last cron time is by the company’s clock, today or the working day before', () => {
    // 6 p.m. in June is 22:00 UTC.
    expect(last('0 18 * * 1-5', '2026-06-15T22:00:00Z')).toBe('2026-06-15T22:00:00.000Z');
    expect(last('0 18 * * 1-5', '2026-06-15T21:59:59Z')).toBe('2026-06-12T22:00:00.000Z');
    expect(last('0 18 * * 1-5', '2026-06-14T12:00:00Z')).toBe('2026-06-12T22:00:00.000Z');
    expect(last('0 18 * * 1-5', '2026-06-15T22:00:00Z', 'America/Denver')).toBe('2026-06-13T00:00:00.000Z');
  });

  test('The last cron time is after the first instant that is searched', () => {
    const at = Date.parse('2026-06-15T22:00:00Z');
    expect(lastCronTime('0 18 * * 1-5', ZONE, { after: at, until: at + DAY_MS - 1 })).toBeNull();
    expect(lastCronTime('0 18 * * 1-5', ZONE, { after: at - 1, until: at + DAY_MS - 1 })).toBe(at);
  });

  test('The last cron time follows the clock on both days on which the clock is set', () => {
    expect(last('0 18 * * *', '2026-03-08T12:00:00Z')).toBe('2026-03-07T23:00:00.000Z');
    expect(last('0 18 * * *', '2026-03-09T12:00:00Z')).toBe('2026-03-08T22:00:00.000Z');
    expect(last('0 18 * * *', '2026-11-01T12:00:00Z')).toBe('2026-10-31T22:00:00.000Z');
    expect(last('0 18 * * *', '2026-11-02T12:00:00Z')).toBe('2026-11-01T23:00:00.000Z');
  });

  test('The last cron time is none in the hour that is skipped, and the first of the hour that comes twice', () => {
    expect(last('30 2 * * *', '2026-03-08T12:00:00Z')).toBe('2026-03-07T07:30:00.000Z');
    expect(last('30 1,2 * * *', '2026-03-08T12:00:00Z')).toBe('2026-03-08T06:30:00.000Z');
    expect(last('30 1 * * *', '2026-11-01T06:29:00Z')).toBe('2026-11-01T05:30:00.000Z');
    expect(last('30 1 * * *', '2026-11-01T12:00:00Z')).toBe('2026-11-01T05:30:00.000Z');
  });

  test('The last cron time is the latest of several in a day', () => {
    expect(last('*/15 6-9 * * *', '2026-06-15T12:20:00Z')).toBe('2026-06-15T12:15:00.000Z');
    expect(last('* * 31 5 *', '2026-06-10T12:00:00Z')).toBe('2026-06-01T03:59:00.000Z');
    expect(last('0 18 29 2 *', '2026-06-10T12:00:00Z')).toBeNull();
  });
});

describe('the next working day', () => {
  const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

  test('The next working day is the first that the company works, and nobody locked', () => {
    expect(nextWorkingDay('2026-06-15', WEEK, new Set())).toBe('2026-06-16');
    expect(nextWorkingDay('2026-06-12', WEEK, new Set())).toBe('2026-06-15');
    expect(nextWorkingDay('2026-06-12', [...WEEK, 'saturday'], new Set())).toBe('2026-06-13');
    expect(nextWorkingDay('2026-06-12', WEEK, new Set(['2026-06-15']))).toBe('2026-06-16');
    expect(nextWorkingDay('2026-06-15', ['monday'], new Set())).toBe('2026-06-22');
    expect(nextWorkingDay('2026-12-31', WEEK, new Set())).toBe('2027-01-01');
  });

  test('There is no next working day where all are locked', () => {
    expect(nextWorkingDay('2026-06-15', ['monday'], new Set(['2026-06-22', '2026-06-29']))).toBeNull();
  });
});
