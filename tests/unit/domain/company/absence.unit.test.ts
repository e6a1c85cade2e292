import { describe, expect, test } from 'vitest';
import { absenceByMonth, daysWithin, monthsUpTo } from '../../../../domain/time-off/absence.ts';

const off = (requestType: string | null, startDate: string, endDate: string) => ({
  requestType,
  startDate,
  endDate,
  half: null,
});
const NONE = { vacation: 0, sick: 0, personal: 0, bereavement: 0, unknown: 0 };

describe('days off by month', () => {
  test('Time off over the end of a month counts in both, each with its days', () => {
    const absences = [off('vacation', '2026-01-30', '2026-03-02'), off('sick', '2026-03-02', '2026-03-02')];
    expect(absenceByMonth(absences, ['2026-01', '2026-02', '2026-03'])).toEqual([
      { month: '2026-01', from: '2026-01-01', to: '2026-01-31', days: { ...NONE, vacation: 2 }, total: 2 },
      { month: '2026-02', from: '2026-02-01', to: '2026-02-28', days: { ...NONE, vacation: 28 }, total: 28 },
      { month: '2026-03', from: '2026-03-01', to: '2026-03-31', days: { ...NONE, vacation: 2, sick: 1 }, total: 3 },
    ]);
  });

  test('Time off of people who were erased counts, without why', () => {
    const absences = [off('[erased]', '2028-02-01', '2028-02-29'), off(null, '2028-02-01', '2028-02-01')];
    expect(absenceByMonth(absences, ['2028-02'])[0]).toMatchObject({ days: { ...NONE, unknown: 30 }, total: 30 });
  });

  test('The months up to one go back over the new year', () => {
    expect(monthsUpTo('2026-02', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  });

  test('Days within a range are those that both have', () => {
    const week = off('vacation', '2026-06-15', '2026-06-19');
    expect(daysWithin(week, '2026-06-19', '9999-12-31')).toBe(1);
    expect(daysWithin(week, '2026-06-20', '9999-12-31')).toBe(0);
    expect(daysWithin(week, '2026-06-01', '2026-06-30')).toBe(5);
    const morning = { startDate: '2026-06-15', endDate: '2026-06-15', half: 'morning' };
    expect(daysWithin(morning, '2026-06-01', '2026-06-30')).toBe(0.5);
  });
});
