import { describe, expect, test } from 'vitest';
import {
  drivingWords,
  jobWords,
  leftWords,
  moveWords,
  putIn,
  usualDays,
  whenWords,
  whyNotThese,
} from '../../../../console/features/schedule/insertion/insertion-words.ts';

const TODAY = '2026-06-15';
const job = (priority: string, ...starts: string[]) => ({
  priority,
  visits: starts.map((start) => ({ start, end: start })),
});

describe('the days on which a place is looked for', () => {
  test('A place for a job is looked for today if it cannot wait, on the day that it has, else in the coming week', () => {
    const today = { from: TODAY, to: TODAY };
    const week = { from: TODAY, to: '2026-06-22' };
    expect(usualDays(job('urgent'), TODAY, false)).toEqual(today);
    expect(usualDays(job('normal'), TODAY, true)).toEqual(today);
    expect(usualDays(job('normal', '2026-06-18T08:00'), TODAY, false)).toEqual({
      from: '2026-06-18',
      to: '2026-06-18',
    });
    expect(usualDays(job('normal', '2026-06-12T08:00'), TODAY, false)).toEqual(week);
    expect(usualDays(job('high'), TODAY, false)).toEqual(week);
  });

  test('The days on which a place for a job is looked for say what is wrong with them', () => {
    const why = (from: string, to: string) => whyNotThese({ from, to }, TODAY);
    expect(why(TODAY, TODAY)).toBeNull();
    expect(why(TODAY, '2026-06-28')).toBeNull();
    expect(why(TODAY, '2026-06-29')).toBe('At most 14 days can be searched at once.');
    expect(why('2026-06-14', TODAY)).toBe('The first day is over. Pick today or a later day.');
    expect(why('2026-06-17', '2026-06-16')).toBe('The last day is before the first.');
    expect(why('', TODAY)).toBe('Enter both days.');
  });
});

describe('a place', () => {
  test('A place for a job tells its times, and how much more is driven', () => {
    const parts = ['15', '16'].map((day) => ({
      date: `2026-06-${day}`,
      start: `2026-06-${day}T08:00`,
      end: `2026-06-${day}T16:30`,
    }));
    expect(whenWords({ parts }, TODAY)).toEqual(['Today, 8:00 AM to 4:30 PM', 'Tue, Jun 16, 8:00 AM to 4:30 PM']);
    expect([12, 0, -75].map(drivingWords)).toEqual([
      '12 min more driving',
      'No extra driving',
      '1 h 15 min less driving',
    ]);
  });

  test('A place for a job tells what becomes of the others', () => {
    expect(moveWords({ from: '2026-06-15T08:00', to: '2026-06-15T08:40' })).toBe('begins 40 min later, at 8:40 AM');
    expect(jobWords({ job_number: 'J-1004', customer_name: 'Elm Court' })).toBe('J-1004 Elm Court');
    expect(jobWords({ job_number: null, customer_name: null })).toBe('A job');
  });

  test('A place for a job tells what is left of the work where it is too short', () => {
    const parts = [{ date: TODAY, start: `${TODAY}T08:00`, end: `${TODAY}T16:30` }];
    expect(leftWords({ visits: [], hours: 10 }, { parts })).toBe(
      'The last 1 h 30 min of the work will wait for a later day.',
    );
    expect(leftWords({ visits: [], hours: 8.5 }, { parts })).toBeNull();
    expect(leftWords({ visits: parts, hours: 10 }, { parts })).toBeNull();
  });

  test('A place for a job says what was done once it is taken', () => {
    const other = { job_id: 'j2', job_number: 'J-1004', customer_name: 'Elm Court', is_promised: false };
    const moved = { ...other, from: `${TODAY}T08:00`, to: `${TODAY}T10:00` };
    const parts = [{ date: TODAY, start: `${TODAY}T08:00`, end: `${TODAY}T10:00` }];
    const insertion = { crew_name: 'Crew 1', parts, moves: [moved, moved], takes_off: [other] };
    expect(putIn('Oak', insertion).text).toBe(
      'Oak: Mon, Jun 15, 8:00 AM to 10:00 AM, Crew 1. 2 other jobs begin later. 1 other job waits for another day.',
    );
  });
});
