import { describe, expect, test } from 'vitest';
import { federalHolidays, withFederalHolidays } from '../../../../domain/company/holidays.ts';
import { countedDays } from '../../../../domain/time-off/counted.ts';

describe('US federal holidays', () => {
  // As the Office of Personnel Management lists them.
  test.each([
    [2026, '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25'],
    [2027, '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24'],
    [2023, '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25'],
  ])('The holidays of %i are on the days they are observed', (year, days) => {
    expect(federalHolidays(year).map(({ day }) => day)).toEqual(days.split(' ').map((day) => `${year}-${day}`));
  });

  test('A New Year’s Day on a Saturday is observed on the last day of the year before', () => {
    expect(federalHolidays(2028)[0]).toEqual({ day: '2027-12-31', name: 'New Year’s Day' });
  });

  test('Those that are not in the list yet are added, in order, and none twice', () => {
    const own = [
      { day: '2026-11-26', name: 'Turkey' },
      { day: '2026-11-27', name: 'The day after' },
    ];
    const all = withFederalHolidays(own, 2026);
    expect(all).toHaveLength(12);
    expect(all.slice(-4)).toEqual([
      { day: '2026-11-11', name: 'Veterans Day' },
      ...own,
      { day: '2026-12-25', name: 'Christmas Day' },
    ]);
    expect(withFederalHolidays(all, 2026)).toEqual(all);
  });
});

describe('the days that count', () => {
  const company = {
    workingDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
    holidays: new Set(['2026-11-26']),
  };

  test.each([
    ['2026-11-23', '2026-11-29', null, 4],
    ['2026-11-26', '2026-11-26', 'morning', 0],
    ['2026-11-27', '2026-11-27', 'afternoon', 0.5],
    ['2026-11-28', '2026-11-29', null, 0],
  ])('From %s to %s (%s) count those on which the company works: %d', (startDate, endDate, half, days) => {
    expect(countedDays({ startDate, endDate, half }, company)).toBe(days);
  });

  test('Approved days count by the working days and holidays of their approval, and a holiday added since does not', () => {
    const countedBy = { workingDays: ['wednesday', 'thursday', 'friday', 'saturday'], holidays: ['2026-11-25'] };
    const week = { startDate: '2026-11-23', endDate: '2026-11-29', half: null, countedBy };
    expect(countedDays(week, { ...company, holidays: new Set() })).toBe(3);
    expect(countedDays(week, company)).toBe(2);
    expect(countedDays({ ...week, countedBy: null }, company)).toBe(4);
  });

  test('Days outside a range do not count', () => {
    const week = { startDate: '2026-11-23', endDate: '2026-11-29', half: null };
    expect(countedDays(week, company, { to: '2026-11-24' })).toBe(2);
    expect(countedDays(week, company, { to: '2026-11-22' })).toBe(0);
    expect(countedDays(week, company, { from: '2026-11-25' })).toBe(2);
  });
});
