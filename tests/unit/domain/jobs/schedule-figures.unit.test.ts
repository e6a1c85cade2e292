import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../../../domain/kit/times.ts';
import { dayFigures } from '../../../../domain/schedule/figures.ts';
import { isWorkingDay } from '../../../../domain/schedule/parts.ts';
import { runs } from '../../../support/depth.ts';

const visit = (start: string, end: string) => ({ start, end });
const job = (visits: { start: string; end: string }[], amount: number | null = null, status = 'scheduled') => ({
  visits,
  amount,
  status,
});

test('The figures of the schedule count the jobs of each day, the hours of crews and the money, and every day of the range', () => {
  const jobs = [
    job([visit('2026-06-15T08:00-04:00', '2026-06-15T12:30-04:00')], 100_000),
    job([visit('2026-06-15T13:00-04:00', '2026-06-15T15:00-04:00')]),
    job([visit('2026-06-16T08:00-04:00', '2026-06-16T10:00-04:00')], 999, 'cancelled'),
  ];
  expect(dayFigures(jobs, '2026-06-14', '2026-06-16')).toEqual([
    { day: '2026-06-14', jobs: 0, crewHours: 0, amount: 0 },
    { day: '2026-06-15', jobs: 2, crewHours: 6.5, amount: 100_000 },
    { day: '2026-06-16', jobs: 0, crewHours: 0, amount: 0 },
  ]);
});

test('A job of several days counts on each, with its part of the money, also on the days that are not shown', () => {
  const days = [
    visit('2026-06-12T08:00', '2026-06-12T16:00'),
    visit('2026-06-15T08:00', '2026-06-15T12:00'),
    // Past midnight: two hours on each day.
    visit('2026-06-15T22:00', '2026-06-16T02:00'),
  ];
  expect(dayFigures([job(days, 160_000)], '2026-06-15', '2026-06-16')).toEqual([
    { day: '2026-06-15', jobs: 1, crewHours: 6, amount: 60_000 },
    { day: '2026-06-16', jobs: 1, crewHours: 2, amount: 20_000 },
  ]);
});

test('The parts of an amount add up to it', { tags: ['more'] }, () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(lengths, fc.nat(10_000_000), (hours, amount) => {
      const visits = hours.map((length, index) => {
        const day = addDays('2026-06-01', index);
        return visit(`${day}T06:00`, `${day}T${String(6 + length).padStart(2, '0')}:00`);
      });
      const figures = dayFigures([job(visits, amount)], '2026-06-01', '2026-06-30');
      expect(figures.reduce((sum, day) => sum + day.amount, 0)).toBe(amount);
      expect(figures.every((day) => day.amount >= 0)).toBe(true);
    }),
    { numRuns: runs(100) },
  );
});

test('The schedule knows the working days of a company', () => {
  const company = { workingDays: ['monday', 'saturday'] };
  const days = ['2026-06-13', '2026-06-14', '2026-06-15'];
  expect(days.map((day) => isWorkingDay(day, company))).toEqual([true, false, true]);
});
